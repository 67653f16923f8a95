// A row of small bars for what changed over time; the newest is the last. Pure.
import type { Glyphs } from './glyphs.ts'

/** Of the last `width` values; where all are alike the line is flat and low. */
export function sparkline(values: readonly number[], { levels }: Glyphs, width: number): string {
	const shown = values.slice(-width)
	const [least, most] = [Math.min(...shown), Math.max(...shown)]
	const steps = levels.length - 1
	const bars = shown.map(
		(value) => levels[most > least ? Math.round(((value - least) / (most - least)) * steps) : 0] ?? '',
	)
	return bars.join('').padStart(width)
}
