// JSON as Go writes it, which is how kubectl does: four spaces, and no letter that would mean something to HTML. Pure.
import { isList, keysOf, type Json } from './value.ts'

const named: Readonly<Record<string, string>> = {
	'\b': '\\b',
	'\f': '\\f',
	'\n': '\\n',
	'\r': '\\r',
	'\t': '\\t',
}
const special = /["\\<>&\p{Cc}\p{Cs}\u2028\u2029]/gu

/** What is half of a letter is none. */
function escaped(letter: string): string {
	if (letter === '"' || letter === '\\') return `\\${letter}`
	const code = letter.charCodeAt(0)
	if (code >= 0x7f && code <= 0x9f) return letter
	const shown = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
	return named[letter] ?? `\\u${shown.toString(16).padStart(4, '0')}`
}

const quoted = (text: string): string => `"${text.replaceAll(special, escaped)}"`

export interface Layout {
	/** Of one step inwards; nothing for a single line. */
	readonly indent?: string
	/** As Go writes what has no type: by name. Ours are in the order in which they are to be read. */
	readonly inOrderOf?: 'name' | 'writing'
}

export function jsonText(value: Json, { indent = '', inOrderOf = 'name' }: Layout = {}, margin = ''): string {
	if (typeof value === 'string') return quoted(value)
	if (typeof value !== 'object' || value === null) return String(value)
	const inner = margin + indent
	const layout = { indent, inOrderOf }
	const wrap = (open: string, parts: readonly string[], close: string): string => {
		if (parts.length === 0) return open + close
		if (indent === '') return open + parts.join(',') + close
		return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`
	}
	if (isList(value))
		return wrap(
			'[',
			value.map((one) => jsonText(one, layout, inner)),
			']',
		)
	const keys = inOrderOf === 'name' ? keysOf(value) : Object.keys(value)
	const colon = indent === '' ? ':' : ': '
	return wrap(
		'{',
		keys.map((key) => `${quoted(key)}${colon}${jsonText(value[key] ?? null, layout, inner)}`),
		'}',
	)
}
