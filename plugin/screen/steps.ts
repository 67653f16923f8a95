// What is done one after the other, each as a line: done, now, waiting, failed. Pure. Where lines can be written again only the one that
// is under way moves; elsewhere each is written once when it has ended.
import type { Look } from './look.ts'
import { lasting } from './amount.ts'
import { cut, padded } from './width.ts'

export interface Step {
	readonly name: string
	readonly state: 'done' | 'now' | 'waiting' | 'failed'
	readonly text: string
	/** How long it took, or takes until now. */
	readonly seconds?: number | undefined
}

const marks = { done: 'done', now: 'now', waiting: 'waiting', failed: 'bad' } as const
const tones = { done: 'good', now: 'strong', waiting: 'dim', failed: 'bad' } as const

export function stepLine({ name, state, text, seconds }: Step, width: number, look: Look): string {
	const { glyphs, paint, letters } = look
	const mark = paint[tones[state]](glyphs[marks[state]])
	const took = seconds === undefined ? '' : `   ${lasting(seconds)}`
	const line = `  ${mark} ${padded(name, width)}   ${letters(text)}${took}`.trimEnd()
	return look.width === undefined ? line : cut(line, look.width, glyphs.cut)
}

/** A line that takes the place of the one under way. */
export const again = (line: string): string => `\r\u001b[K${line}`
