// A screen that is drawn again and again without flicker: only lines that changed are written, and the terminal is as it was
// afterwards, however the program ends. The last frame stays, since people scroll back.
import { writeSync } from 'node:fs'
import { widthOf } from './width.ts'

const code = (text: string): string => `\u001b[${text}`
const enter = code('?1049h') + code('?25l') + code('H') + code('2J')
const leave = code('?25h') + code('?1049l')

export class LiveScreen {
	#shown: readonly string[] = []
	#isOpen = false
	readonly #out: (text: string) => void
	/** Of everything that was written, from the first letter to the last. */
	bytes = 0
	/** Those in which something was another way than before. */
	frames = 0

	constructor(out: (text: string) => void) {
		this.#out = out
		process.once('exit', this.#restore)
	}

	#write(text: string): void {
		this.bytes += Buffer.byteLength(text)
		this.#out(text)
	}

	/** In the order in which it happens: a program that crashes writes no more through streams. */
	readonly #restore = (): void => {
		if (!this.#isOpen) return
		this.#isOpen = false
		try {
			writeSync(1, this.#last())
		} catch {
			// A terminal that is gone needs no restoring.
		}
	}

	#last(): string {
		return `${leave}${this.#shown.join('\n')}\n`
	}

	draw(lines: readonly string[], height: number): void {
		if (!this.#isOpen) {
			this.#isOpen = true
			this.#write(enter)
		}
		const next = lines.slice(0, Math.max(1, height))
		const longest = Math.max(next.length, this.#shown.length)
		const changed = Array.from({ length: longest }, (_, row) => row).filter(
			(row) => next[row] !== this.#shown[row],
		)
		const text = changed.map((row) => lineText(row, this.#shown[row] ?? '', next[row] ?? '')).join('')
		this.#shown = next
		if (text === '') return
		this.frames += 1
		this.#write(text)
	}

	/** Another size: what is there means nothing any more. */
	forget(): void {
		this.#shown = []
		if (this.#isOpen) this.#write(code('2J'))
	}

	end(): void {
		if (!this.#isOpen) return
		this.#isOpen = false
		process.removeListener('exit', this.#restore)
		this.#write(this.#last())
	}
}

/** Erases nothing behind a line as wide as the screen: there the cursor still stands on the last letter, which would go. */
const lineText = (row: number, before: string, now: string): string =>
	`${code(`${row + 1};1H`)}${now}${widthOf(now) < widthOf(before) ? code('K') : ''}`
