// A value as JSON has it, read so that no digit of a large number is lost. Pure.

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export interface JsonObject {
	readonly [key: string]: Json
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
export const isObject = (value: Json | undefined): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** What no string in a document of Kubernetes begins with. */
const mark = '\u0000whole:'
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n]

function isLarge(token: string): boolean {
	if (!/^-?\d{16,}$/.test(token) || Number.isSafeInteger(Number(token))) return false
	const whole = BigInt(token)
	return whole >= least && whole <= most
}

/** Whole numbers of up to 64 bits stay what they are; all others are floating. */
export function readJson(text: string): Json {
	if (!/\d{16}/.test(text)) return JSON.parse(text) as Json
	const marked = text.replaceAll(tokens, (token) => (isLarge(token) ? JSON.stringify(mark + token) : token))
	return JSON.parse(marked, (_, value: Json) =>
		typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
	) as Json
}

/** By code point, which is also the order of the bytes that Go sorts by. */
export function byCode(one: string, other: string): number {
	for (let at = 0; at < one.length && at < other.length; at++) {
		if (one.charCodeAt(at) === other.charCodeAt(at)) continue
		const [first = 0, second = 0] = [one.codePointAt(at), other.codePointAt(at)]
		return first - second
	}
	return one.length - other.length
}

export const keysOf = (value: JsonObject): readonly string[] => Object.keys(value).toSorted(byCode)
