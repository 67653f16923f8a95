// What a program that draws a live screen has sent to its terminal, cut into frames. Pure.
import { escapeLetter } from '../../plugin/screen/paint.ts'

const opens = `${escapeLetter}[?1049h`
const closes = `${escapeLetter}[?1049l`
const goes = new RegExp(`${escapeLetter}\\[(\\d+);1H`, 'g')
const clears = `${escapeLetter}[2J`

function cutOut(raw: string): { readonly from: number; readonly to: number; readonly sent: string } {
	const sent = raw.replaceAll('\r\n', '\n')
	const from = sent.indexOf(opens)
	const to = sent.indexOf(closes, from)
	if (from < 0) throw new Error('the screen was not opened')
	return { sent, from, to: to < 0 ? sent.length : to }
}

/**
 * The sizes of those that were drawn so far, in bytes; the first is the whole screen. Each line begins by going to its row, from top to
 * bottom: who goes up begins another frame.
 */
export function framesIn(raw: string): readonly number[] {
	const { sent, from, to } = cutOut(raw)
	const drawn = sent.slice(from, to).replaceAll(clears, '')
	const lines = [...drawn.matchAll(goes)]
	const frames: number[] = []
	let above = Number.POSITIVE_INFINITY
	for (const [index, { 1: row, index: start }] of lines.entries()) {
		const bytes = Buffer.byteLength(drawn.slice(start, lines[index + 1]?.index))
		if (Number(row) > above) frames.push((frames.pop() ?? 0) + bytes)
		else frames.push(bytes)
		above = Number(row)
	}
	return frames
}

/** From the alternate screen's beginning to the end of the last frame, which `next` follows. */
export function bytesIn(raw: string, next: string): number {
	const { sent, from, to } = cutOut(raw)
	return Buffer.byteLength(sent.slice(from, sent.indexOf(next, to)))
}

export const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
