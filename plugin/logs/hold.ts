// Lines that are still coming, held for a moment so that those of several members come in the order of time. Pure: the caller says what time it is.

interface Timed {
	readonly at: number
}

interface Held<T> {
	readonly line: T
	readonly came: number
}

export class Hold<T extends Timed> {
	readonly #windowMs: number
	/** In the order of time; of the same time, as they came. */
	#held: Held<T>[] = []

	constructor(windowMs: number) {
		this.#windowMs = windowMs
	}

	push(line: T, now: number): void {
		let place = this.#held.length
		while (place > 0 && (this.#held[place - 1]?.line.at ?? 0) > line.at) place--
		this.#held.splice(place, 0, { line, came: now })
	}

	/** Those that waited long enough, and whatever is older than they are. */
	take(now: number): readonly T[] {
		const count = this.#held.findLastIndex(({ came }) => now - came >= this.#windowMs) + 1
		return this.#held.splice(0, count).map(({ line }) => line)
	}

	all(): readonly T[] {
		return this.#held.splice(0).map(({ line }) => line)
	}

	/** How long until one of them may go. */
	waitMs(now: number): number | undefined {
		if (this.#held.length === 0) return undefined
		const oldest = this.#held.reduce((least, { came }) => Math.min(least, came), Infinity)
		return Math.max(0, oldest + this.#windowMs - now)
	}
}
