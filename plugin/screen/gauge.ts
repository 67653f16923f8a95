// How full something is: what is used, what is allocated and could be given back, and what is left. Pure.
import type { Glyphs } from './glyphs.ts'

interface Fuel {
	readonly used: number
	readonly allocated: number
	readonly of: number
}

export function gauge({ used, allocated, of }: Fuel, glyphs: Glyphs, width = 10): string {
	if (of <= 0) return ''
	const cells = (amount: number): number => Math.min(width, Math.round((amount / of) * width))
	// The least there is must be seen.
	const all = Math.max(cells(allocated), allocated > 0 ? 1 : 0)
	const dark = Math.min(all, Math.max(cells(used), used > 0 ? 1 : 0))
	return glyphs.full.repeat(dark) + glyphs.half.repeat(all - dark) + glyphs.empty.repeat(width - all)
}

export const percent = (part: number, of: number): string =>
	of > 0 ? `${Math.round((part / of) * 100)}%` : ''
