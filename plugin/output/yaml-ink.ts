// Writes YAML letter by letter and knows in which column it is: long texts are folded where kubectl's are. Pure.

const bestWidth = 80
/** What ends a line in YAML. */
export const isBreak = (letter: string | undefined): boolean =>
	letter !== undefined && /^[\r\n\u0085\u2028\u2029]$/.test(letter)

export class Ink {
	indent = 0
	#text = ''
	#column = 0
	/** Whether the last letter separates. */
	#isApart = true
	/** Whether the line has nothing but indentation so far. */
	#isIndented = true

	get text(): string {
		return this.#text
	}

	get isIndented(): boolean {
		return this.#isIndented
	}

	get isWide(): boolean {
		return this.#column > bestWidth
	}

	put(letter: string): void {
		this.#text += letter
		this.#column++
	}

	/** A break that belongs to a text. */
	break(letter: string): void {
		this.#text += letter
		this.#column = 0
		this.#isIndented = true
	}

	/** A letter of a text. */
	write(letter: string): void {
		this.put(letter)
		this.#isIndented = false
	}

	newLine(): void {
		const isMiddle = this.#column === this.indent && !this.#isApart
		if (!this.#isIndented || this.#column > this.indent || isMiddle) {
			this.#text += '\n'
			this.#column = 0
		}
		while (this.#column < this.indent) this.put(' ')
		this.#isApart = true
		this.#isIndented = true
	}

	/** "-", ":", "?" or a quote; what comes behind some of them may begin a block on the same line. */
	sign(sign: string, { apart = true, begins = false } = {}): void {
		if (apart) this.separate()
		for (const letter of sign) this.put(letter)
		this.#isApart = false
		this.#isIndented = this.#isIndented && begins
	}

	separate(): void {
		if (!this.#isApart) this.put(' ')
	}

	/** The end of a text that stands in a line. */
	close(): void {
		this.#isApart = false
		this.#isIndented = false
	}

	/** Behind the sign of a text of several lines. */
	openBlock(): void {
		this.#text += '\n'
		this.#column = 0
		this.#isIndented = true
		this.#isApart = true
	}
}
