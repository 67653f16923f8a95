// How kubectl writes a single value into a column or a text: as Go's fmt.Print does. Pure.
import { isList, keysOf, type Json } from './value.ts'

/** Whole numbers that fit 64 bits have no exponent; all others have one early, as with Go's %g. */
export function goNumber(value: number): string {
	if (isWhole(value)) return String(value)
	const [mantissa = '', exponent = '0'] = value.toExponential().split('e')
	const power = Number(exponent)
	if (power < -4 || power >= 6)
		return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
	return String(value)
}

export function goText(value: Json): string {
	if (value === null) return '<nil>'
	if (typeof value === 'string') return value
	if (typeof value === 'number') return goNumber(value)
	if (isList(value)) return `[${value.map(goText).join(' ')}]`
	if (typeof value === 'object')
		return `map[${keysOf(value)
			.map((key) => `${key}:${goText(value[key] ?? null)}`)
			.join(' ')}]`
	return String(value)
}

/** What Go calls the type of a value that was read from JSON. */
export function goType(value: Json): string {
	if (value === null) return '<nil>'
	if (typeof value === 'string') return 'string'
	if (typeof value === 'boolean') return 'bool'
	if (isList(value)) return '[]interface {}'
	if (typeof value === 'object') return 'map[string]interface {}'
	return isWhole(value) ? 'int64' : 'float64'
}

export const isWhole = (value: number | bigint): boolean =>
	typeof value === 'bigint' || (Number.isInteger(value) && Math.abs(value) < 2 ** 63)
