// What was acknowledged, and what came back.

export interface Entry {
	readonly number: number
	readonly revision: bigint
}

export class Ledger {
	readonly prefix: string
	readonly #now: () => number
	readonly #acknowledged = new Map<number, bigint>()
	#last = 0
	#unknown = 0
	#reads = 0
	#failedReads = 0
	#newest: Entry | undefined
	#violations: string[] = []
	#answeredAt: number | undefined
	#longestGapMs = 0

	constructor(prefix: string, now: () => number = () => performance.now()) {
		this.prefix = prefix
		this.#now = now
	}

	next(): number {
		return ++this.#last
	}

	key(number: number): string {
		return `${this.prefix}${String(number).padStart(9, '0')}`
	}

	/** The newest that a read must see. */
	newest(): Entry | undefined {
		return this.#newest
	}

	acknowledged(number: number, revision: bigint): void {
		this.#acknowledged.set(number, revision)
		if (this.#newest === undefined || revision > this.#newest.revision) this.#newest = { number, revision }
		const now = this.#now()
		if (this.#answeredAt !== undefined)
			this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#answeredAt)
		this.#answeredAt = now
	}

	unknown(_number: number): void {
		this.#unknown++
	}

	/** A linearizable read sees everything that was acknowledged before it began. */
	wasRead(expected: Entry | undefined, revision: bigint, value: string | undefined): void {
		this.#reads++
		if (expected === undefined) return
		if (revision < expected.revision)
			this.#violations.push(
				`a read was answered at revision ${revision}, after ${expected.revision} was acknowledged`,
			)
		if (value !== String(expected.number))
			this.#violations.push(`entry ${expected.number} was acknowledged and read as ${value ?? 'nothing'}`)
	}

	readFailed(): void {
		this.#failedReads++
	}

	counts() {
		return {
			acknowledged: this.#acknowledged.size,
			unknown: this.#unknown,
			reads: this.#reads,
			failedReads: this.#failedReads,
			longestGapMs: Math.round(this.#longestGapMs),
			staleReads: this.#violations.length,
			firstStaleRead: this.#violations[0],
		}
	}

	/** And begins to measure gaps anew. */
	lap() {
		const counts = this.counts()
		this.#longestGapMs = 0
		return counts
	}

	all(): readonly number[] {
		return [...this.#acknowledged.keys()]
	}

	verdict(expected: readonly number[], found: ReadonlySet<number>) {
		const lost = expected.filter((number) => !found.has(number))
		return { ...this.counts(), found: found.size, lost: lost.length, firstLost: lost[0] }
	}
}
