// Loaded into the plugin before it runs: notes every frame that it draws, line by line, and what it has counted, in the file that FRAMES
// names. The terminal shows whether they came to be seen so.
import { appendFileSync } from 'node:fs'
import { LiveScreen } from '../../plugin/screen/live.ts'

export interface Recorded {
	/** Those that there was room for. */
	readonly lines: readonly string[]
	readonly bytes: number
	readonly frames: number
}

const file = process.env['FRAMES']
// oxlint-disable-next-line unbound-method -- they are called with what they belong to
const plain = { draw: LiveScreen.prototype.draw, end: LiveScreen.prototype.end }
let shown: readonly string[] = []

const note = ({ bytes, frames }: LiveScreen): void => {
	const recorded: Recorded = { lines: shown, bytes, frames }
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(recorded)}\n`)
}

LiveScreen.prototype.draw = function (this: LiveScreen, lines, height) {
	shown = lines.slice(0, height)
	// Before it is written, so that nobody sees a frame that is not noted.
	note(this)
	plain.draw.call(this, lines, height)
}

LiveScreen.prototype.end = function (this: LiveScreen) {
	plain.end.call(this)
	note(this)
}
