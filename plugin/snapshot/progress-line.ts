// How far a snapshot is, in one line. Pure.
import { bytes as size } from '../screen/amount.ts'
import { gauge, percent } from '../screen/gauge.ts'
import type { Look } from '../screen/look.ts'
import { cut } from '../screen/width.ts'

export interface Far {
	/** The member, and what it is. */
	readonly name: string
	readonly bytes: number
	/** Nothing before the member has said how much it will be. */
	readonly of: number | undefined
	readonly seconds: number
	/** Was there already, and says nothing of how fast the rest comes. */
	readonly before?: number
}

/** Before so long a speed says nothing of what will be. */
const enoughSeconds = 1

const clock = (seconds: number): string => {
	const whole = Math.ceil(seconds)
	return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)}m${whole % 60}s`
}

export const speed = (bytes: number, seconds: number): string =>
	seconds > 0 ? `${size(Math.round(bytes / seconds))}/s` : ''

export function progressLine(
	{ name, bytes, of, seconds, before = 0 }: Far,
	{ glyphs, letters, width }: Look,
): string {
	const known = of !== undefined && of > 0
	const bar = known ? gauge({ used: bytes, allocated: bytes, of }, glyphs, 16) : ''
	const far = known ? `${size(bytes)} of ${size(of)}` : size(bytes)
	const come = bytes - before
	const left =
		known && come > 0 && seconds >= enoughSeconds ? `${clock(((of - bytes) / come) * seconds)} left` : ''
	const line = [
		letters(name),
		bar,
		known ? percent(bytes, of) : '',
		far,
		come > 0 ? speed(come, seconds) : '',
		left,
	]
		.filter(Boolean)
		.join('  ')
	return width === undefined ? line : cut(line, width, glyphs.cut)
}
