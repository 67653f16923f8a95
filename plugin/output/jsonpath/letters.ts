// The letters of a template, read one by one. Pure.

export const isSpace = (letter: string): boolean => letter === ' ' || letter === '\t'
export const endsLine = (letter: string | undefined): boolean => letter === '\r' || letter === '\n'
export const startsWord = (letter: string | undefined): boolean =>
	letter !== undefined && /^[_\p{L}\p{Nd}]$/u.test(letter)
export const isDigit = (letter: string | undefined): boolean =>
	letter !== undefined && /^\p{Nd}$/u.test(letter)
/** What no name goes on behind. */
export const endsName = (letter: string | undefined): boolean =>
	letter === undefined || isSpace(letter) || endsLine(letter) || '.,[]$@{}'.includes(letter)

export class Letters {
	readonly #letters: readonly string[]
	#at = 0
	#begin = 0

	constructor(text: string) {
		this.#letters = Array.from(text)
	}

	/** Nothing at the end. */
	get peek(): string | undefined {
		return this.#letters[this.#at]
	}

	get before(): string | undefined {
		return this.#letters[this.#at - 2]
	}

	next(): string | undefined {
		const letter = this.peek
		if (letter !== undefined) this.#at++
		return letter
	}

	goesOnWith = (text: string): boolean =>
		Array.from(text).every((letter, index) => this.#letters[this.#at + index] === letter)

	skip(count: number): void {
		this.#at += count
		this.taken()
	}

	/** What was read since it was last asked. */
	taken(): string {
		const text = this.#letters.slice(this.#begin, this.#at).join('')
		this.#begin = this.#at
		return text
	}
}
