// A text in YAML, in the style that kubectl gives it: as it is, in quotes, or as lines of its own. Pure.
import { readsAsText } from './yaml-plain.ts'
import { isBreak, type Ink } from './yaml-ink.ts'

type Style = 'plain' | 'single' | 'double' | 'lines'

const lettersOf = (text: string): readonly string[] => Array.from(text)
const isPrintable = (letter: string): boolean =>
	/^[\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]$/.test(letter)
const opensSomething = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|$))/
const meansSomething = /:(?:[ \t]|$)|[ \t\r\n\u0085\u2028\u2029]#/

export const hasBreaks = (text: string): boolean => lettersOf(text).some(isBreak)

function styleOf(text: string, isKey: boolean): Style {
	const wanted = text.includes('\n') ? 'lines' : readsAsText(text) ? 'plain' : 'double'
	if (wanted === 'double' || text === '') return 'double'
	const letters = lettersOf(text)
	const breaksAfterSpace = letters.some((letter, at) => letter === ' ' && isBreak(letters[at + 1]))
	const spaceAfterBreak = letters.some((letter, at) => isBreak(letter) && letters[at + 1] === ' ')
	const isSpecial = breaksAfterSpace || letters.some((letter) => !isPrintable(letter))
	if (isSpecial) return 'double'
	const hasLines = letters.some(isBreak)
	if (wanted === 'lines') return isKey || text.endsWith(' ') ? 'double' : 'lines'
	if (isKey && hasLines) return 'double'
	const isPlain = !hasLines && !/^ | $/.test(text) && !opensSomething.test(text) && !meansSomething.test(text)
	if (isPlain) return 'plain'
	return spaceAfterBreak ? 'double' : 'single'
}

/** A key that stands before its colon is never folded. */
export function writeText(ink: Ink, text: string, isKey: boolean): void {
	const style = styleOf(text, isKey)
	ink.indent += 2
	if (style === 'plain') writePlain(ink, text, !isKey)
	else if (style === 'single') writeSingle(ink, text, !isKey)
	else if (style === 'double') writeDouble(ink, text, !isKey)
	else writeLines(ink, text)
	ink.indent -= 2
}

/** What is no text, or reads as one. */
export function writePlain(ink: Ink, text: string, folds = false): void {
	ink.separate()
	writeFolded(
		ink,
		lettersOf(text),
		folds,
		() => true,
		(letter) => ink.write(letter),
	)
	ink.close()
}

function writeSingle(ink: Ink, text: string, folds: boolean): void {
	const letters = lettersOf(text)
	ink.sign("'")
	writeFolded(
		ink,
		letters,
		folds,
		(at) => at > 0 && at < letters.length - 1,
		(letter) => {
			if (letter === "'") ink.put(letter)
			ink.write(letter)
		},
	)
	ink.sign("'", { apart: false })
	ink.close()
}

function writeFolded(
	ink: Ink,
	letters: readonly string[],
	folds: boolean,
	mayFold: (at: number) => boolean,
	write: (letter: string) => void,
): void {
	let [afterSpace, afterBreak] = [false, false]
	for (const [at, letter] of letters.entries()) {
		if (letter === ' ') {
			if (folds && !afterSpace && ink.isWide && mayFold(at) && letters[at + 1] !== ' ') ink.newLine()
			else ink.put(letter)
			afterSpace = true
		} else if (isBreak(letter)) {
			if (!afterBreak && letter === '\n') ink.break('\n')
			ink.break(letter)
			afterBreak = true
		} else {
			if (afterBreak) ink.newLine()
			write(letter)
			;[afterSpace, afterBreak] = [false, false]
		}
	}
}

const short: Readonly<Record<string, string>> = {
	'\0': '0',
	'\x07': 'a',
	'\b': 'b',
	'\t': 't',
	'\n': 'n',
	'\v': 'v',
	'\f': 'f',
	'\r': 'r',
	'\x1b': 'e',
	'"': '"',
	'\\': '\\',
	'\u0085': 'N',
	'\u00a0': '_',
	'\u2028': 'L',
	'\u2029': 'P',
}

function escaped(letter: string): string {
	const code = letter.codePointAt(0) ?? 0
	const [sign, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8]
	return `\\${short[letter] ?? sign + code.toString(16).toUpperCase().padStart(digits, '0')}`
}

function writeDouble(ink: Ink, text: string, folds: boolean): void {
	const letters = lettersOf(text)
	const isEscaped = (letter: string): boolean =>
		!isPrintable(letter) || isBreak(letter) || letter === '"' || letter === '\\'
	ink.sign('"')
	let afterSpace = false
	for (const [at, letter] of letters.entries()) {
		if (letter === ' ' && folds && !afterSpace && ink.isWide && at > 0 && at < letters.length - 1) {
			ink.newLine()
			if (letters[at + 1] === ' ') ink.put('\\')
		} else for (const one of isEscaped(letter) ? escaped(letter) : [letter]) ink.put(one)
		afterSpace = letter === ' '
	}
	ink.sign('"', { apart: false })
	ink.close()
}

/** The sign says how many breaks the text ends with: none, one, or more. */
function writeLines(ink: Ink, text: string): void {
	const letters = lettersOf(text)
	const first = letters[0]
	const [beforeLast, last] = letters.slice(-2).length === 2 ? letters.slice(-2) : [undefined, letters[0]]
	const ends = !isBreak(last) ? '-' : beforeLast === undefined || isBreak(beforeLast) ? '+' : ''
	ink.sign('|')
	ink.sign(`${first === ' ' || isBreak(first) ? '2' : ''}${ends}`, { apart: false })
	ink.openBlock()
	let afterBreak = true
	for (const letter of letters) {
		if (isBreak(letter)) {
			ink.break(letter)
			afterBreak = true
			continue
		}
		if (afterBreak) ink.newLine()
		ink.write(letter)
		afterBreak = false
	}
}
