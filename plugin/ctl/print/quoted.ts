// Bytes between quotes as etcdctl writes them in fields: what can be printed as it is, and everything else escaped. Pure.

const named: Readonly<Record<number, string>> = {
	7: '\\a',
	8: '\\b',
	9: '\\t',
	10: '\\n',
	11: '\\v',
	12: '\\f',
	13: '\\r',
	34: '\\"',
	92: '\\\\',
}

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

const inHex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

function escaped(letter: string, code: number): string {
	const name = named[code]
	if (name !== undefined) return name
	if (printable.test(letter)) return letter
	if (code < 0x20 || code === 0x7f) return `\\x${inHex(code, 2)}`
	return code < 0x10000 ? `\\u${inHex(code, 4)}` : `\\U${inHex(code, 8)}`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(bytes: Uint8Array): string | undefined {
	try {
		return utf8.decode(bytes)
	} catch {
		return undefined
	}
}

/** How long the letter is that begins with this byte, if one does. */
const lengthBy = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)

function inside(bytes: Uint8Array): string {
	const whole = decoded(bytes)
	if (whole !== undefined)
		return Array.from(whole, (letter) => escaped(letter, letter.codePointAt(0) ?? 0)).join('')
	const parts: string[] = []
	for (let at = 0; at < bytes.length;) {
		const first = bytes[at] ?? 0
		const length = lengthBy(first)
		const letter = decoded(bytes.subarray(at, at + length))
		parts.push(letter === undefined ? `\\x${inHex(first, 2)}` : escaped(letter, letter.codePointAt(0) ?? 0))
		at += letter === undefined ? 1 : length
	}
	return parts.join('')
}

export const quoted = (bytes: Uint8Array): string => `"${inside(bytes)}"`

const encoder = new TextEncoder()

export const quotedText = (text: string): string => quoted(encoder.encode(text))

const controls = /[\p{Cc}\p{Cf}\p{Cs}]/u

/** Letters and no commands to a terminal; lines may end. */
export function isPlainText(bytes: Uint8Array): boolean {
	const text = decoded(bytes)
	return text !== undefined && !controls.test(text.replace(/[\n\t]/g, ''))
}
