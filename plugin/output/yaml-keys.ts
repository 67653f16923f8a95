// In which order kubectl's YAML has keys: letters behind everything else, and numbers in them by their value. Pure.
import type { JsonObject } from './value.ts'

const isLetter = (letter: string | undefined): boolean => letter !== undefined && /^\p{L}$/u.test(letter)
const isDigit = (letter: string | undefined): boolean => letter !== undefined && /^\p{Nd}$/u.test(letter)
const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0

/** The digits from there on; those of other scripts count as far from 0 as their codes are. */
function numberAt(letters: readonly string[], from: number, start: bigint): readonly [bigint, number] {
	let [value, at] = [start, from]
	for (; isDigit(letters[at]); at++)
		value = BigInt.asIntN(64, value * 10n + BigInt(codeOf(letters[at] ?? '0') - 48))
	return [value, at]
}

function followsDigits(letters: readonly string[], at: number): boolean {
	for (let back = at - 1; back >= 0 && isDigit(letters[back]); back--) if (letters[back] !== '0') return true
	return false
}

export function compareKeys(first: string, second: string): number {
	const [one, other] = [Array.from(first), Array.from(second)]
	const at = one.findIndex((letter, place) => letter !== other[place])
	const [mine, theirs] = [one[at], other[at]]
	if (at === -1 || mine === undefined || theirs === undefined) return one.length - other.length
	const [isMine, isTheirs] = [isLetter(mine), isLetter(theirs)]
	if (isMine && isTheirs) return codeOf(mine) - codeOf(theirs)
	if (isMine || isTheirs) return isTheirs ? -1 : 1
	// A zero inside a number must not make it shorter.
	const start = (mine === '0' || theirs === '0') && followsDigits(one, at) ? 1n : 0n
	const [number, end] = numberAt(one, at, start)
	const [otherNumber, otherEnd] = numberAt(other, at, start)
	if (number !== otherNumber) return number < otherNumber ? -1 : 1
	return end === otherEnd ? codeOf(mine) - codeOf(theirs) : end - otherEnd
}

export const keysInOrder = (object: JsonObject): readonly string[] =>
	Object.keys(object).toSorted(compareKeys)
