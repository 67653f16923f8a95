// Reads a JSONPath template in kubectl's dialect. Pure.
import { endsLine, endsName, isDigit, isSpace, Letters, startsWord } from './letters.ts'
import { PathError, type Action, type Node, type Template } from './nodes.ts'
import { unquoted } from './quotes.ts'
import { sliceOf } from './slice.ts'

export function parseTemplate(text: string): Template {
	const letters = new Letters(text)
	const parts: (string | Action)[] = []
	for (;;) {
		while (letters.peek !== undefined && letters.peek !== '{') letters.next()
		const between = letters.taken()
		if (between !== '') parts.push(between)
		if (letters.peek === undefined) return parts
		letters.skip(1)
		parts.push(parseAction(letters))
	}
}

/** What stands inside of brackets or a filter, as if it were an action of its own. */
function inside(text: string): Action {
	const [first] = parseTemplate(`{${text}}`)
	return typeof first === 'object' ? first : []
}

function parseAction(letters: Letters): Action {
	const nodes: Node[] = []
	for (;;) {
		if (letters.goesOnWith('}')) {
			letters.skip(1)
			return nodes
		}
		if (letters.goesOnWith('[?(')) nodes.push(filter(letters))
		else if (letters.goesOnWith('..')) {
			if (nodes.at(-1)?.is === 'deep') throw new PathError('invalid multiple recursive descent')
			letters.skip(2)
			nodes.push({ is: 'deep' })
			if (startsWord(letters.peek)) nodes.push(field(letters))
		} else nodes.push(...one(letters))
	}
}

function one(letters: Letters): readonly Node[] {
	const letter = letters.peek
	if (letter === undefined || endsLine(letter)) throw new PathError('unclosed action')
	if (letter === '+' || letter === '-' || isDigit(letter)) return [number(letters)]
	if (startsWord(letter)) return [word(letters)]
	letters.next()
	if (letter === ' ' || letter === '@' || letter === '$') {
		letters.taken()
		return []
	}
	if (letter === '[') return brackets(letters)
	if (letter === '"' || letter === "'") return [quote(letters, letter)]
	if (letter === '.') {
		letters.taken()
		return [field(letters)]
	}
	const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
	const shown = isSpace(letter) ? `U+${code}` : `U+${code} '${letter}'`
	throw new PathError(`unrecognized character in action: ${shown}`)
}

function word(letters: Letters): Node {
	while (!endsName(letters.peek)) letters.next()
	const name = letters.taken()
	return name === 'true' || name === 'false' ? { is: 'truth', value: name === 'true' } : { is: 'word', name }
}

function number(letters: Letters): Node {
	letters.next()
	while (letters.peek === '.' || isDigit(letters.peek)) letters.next()
	const text = letters.taken()
	if (/^[-+]?\d+$/.test(text)) return { is: 'whole', value: Number(text) }
	if (/^[-+]?(\d+\.\d*|\.\d+)$/.test(text)) return { is: 'floating', value: Number(text) }
	throw new PathError(`cannot parse number ${text}`)
}

function field(letters: Letters): Node {
	while (!endsName(letters.peek)) if (letters.next() === '\\') letters.next()
	const name = letters.taken()
	return name === '*' ? { is: 'all' } : { is: 'field', name: name.replaceAll('\\', '') }
}

function quote(letters: Letters, end: string): Node {
	for (;;) {
		const letter = letters.next()
		if (letter === undefined || letter === '\n') throw new PathError('unterminated quoted string')
		if (letter === end && letters.before !== '\\') return { is: 'text', text: unquoted(letters.taken()) }
	}
}

function brackets(letters: Letters): readonly Node[] {
	for (let letter = letters.next(); letter !== ']'; letter = letters.next())
		if (letter === undefined || letter === '\n') throw new PathError('unterminated array')
	const text = letters.taken().slice(1, -1)
	const parts = text.split(',')
	if (parts.length > 1)
		return [{ is: 'union', of: parts.map((part) => inside(`[${part.replaceAll(/^ +| +$/g, '')}]`)) }]
	const key = /^'([^']*)'$/.exec(text)
	if (key) return inside(`.${key[1]}`)
	return [{ is: 'slice', slice: sliceOf(text === '*' ? ':' : text) }]
}

/** A bracket inside of quotes does not end it. */
function filter(letters: Letters): Node {
	letters.skip('[?('.length)
	let opened: string | undefined
	let isClosed = false
	for (;;) {
		const letter = letters.next()
		if (letter === undefined || letter === '\n') throw new PathError('unterminated filter')
		if (letter === '"' || letter === "'") {
			if (opened === undefined) opened = letter
			else if (letters.before !== '\\' && letter === opened) isClosed = true
		} else if (letter === ')' && (opened !== undefined) === isClosed) break
	}
	if (letters.next() !== ']') throw new PathError('unclosed array expect ]')
	const text = letters.taken().slice(0, -2)
	const [, left, operator = '', right = ''] = /^([^!<>=]+)([!<>=]+)(.+)$/.exec(text) ?? []
	if (left === undefined) return { is: 'filter', left: inside(text), operator: 'exists', right: [] }
	return { is: 'filter', left: inside(left), operator, right: inside(right) }
}
