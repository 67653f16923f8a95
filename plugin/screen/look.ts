// How something is drawn: colours, letters, room. Pure. One-shot and live screens are drawn by the same functions with it.
import { harmless } from './harmless.ts'
import { glyphsOf, plainLetters, type Glyphs } from './glyphs.ts'
import { paintOf, type Paint } from './paint.ts'

export interface Look {
	readonly paint: Paint
	readonly glyphs: Glyphs
	/** Undefined where nothing ends, as in a pipe. */
	readonly width: number | undefined
	/** The letters that can be shown, and none that would move the cursor: others wrote them. */
	readonly letters: (text: string) => string
}

export const lookOf = (terminal: {
	readonly colour: boolean
	readonly ascii: boolean
	readonly width: number | undefined
}): Look => ({
	paint: paintOf(terminal.colour),
	glyphs: glyphsOf(terminal.ascii),
	width: terminal.width,
	letters: terminal.ascii ? (text) => plainLetters(harmless(text)) : harmless,
})
