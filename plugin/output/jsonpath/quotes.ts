// A quoted text in a template, with Go's escapes. Pure.
import { PathError } from './nodes.ts'

const simple: Readonly<Record<string, string>> = {
	a: '\x07',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
	'\\': '\\',
}
const escape = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))/su

export function unquoted(written: string): string {
	const wrong = new PathError(`unquote string ${written} error invalid syntax`)
	const [quote = ''] = written
	let rest = written.slice(1, -1)
	let text = ''
	while (rest !== '') {
		const [letter = ''] = rest
		if (letter !== '\\') {
			if (letter === quote || letter === '\n') throw wrong
			text += letter
			rest = rest.slice(letter.length)
			continue
		}
		const match = escape.exec(rest)
		if (match === null) throw wrong
		const [whole, byte, small, large, octal, single] = match
		const hex = byte ?? small ?? large
		if (hex !== undefined) text += letterOf(Number.parseInt(hex, 16), wrong)
		else if (octal !== undefined) text += letterOf(Number.parseInt(octal, 8), wrong)
		else if (single === quote) text += quote
		else if (single !== undefined && single in simple) text += simple[single]
		else throw wrong
		rest = rest.slice(whole.length)
	}
	return text
}

function letterOf(code: number, wrong: PathError): string {
	if (code > 0x10ffff) throw wrong
	return String.fromCodePoint(code)
}
