// From where a log is read on after its stream was cut. Pure. The API server knows whole seconds only, so the lines of the last second
// come again and are told by what they are.
import { stampedOf } from './stamped.ts'

export class Resume {
	/** The time of the first line that was read: what is older was not asked for, though of the same second. */
	#from = -Infinity
	/** The newest line's second, in microseconds. */
	#second: number | undefined
	/** The raw lines of that second, and how often each came. */
	readonly #lines = new Map<string, number>()

	/** A line was read. */
	note(raw: string): void {
		const stamped = stampedOf(raw)
		if (stamped === undefined) return
		if (this.#second === undefined) this.#from = stamped.at
		const second = Math.floor(stamped.at / 1e6) * 1e6
		if (this.#second === undefined || second > this.#second) {
			this.#second = second
			this.#lines.clear()
		}
		if (second === this.#second) this.#lines.set(raw, (this.#lines.get(raw) ?? 0) + 1)
	}

	/** For sinceTime; nothing when no line was read. */
	since(): string | undefined {
		if (this.#second === undefined) return undefined
		return new Date(this.#second / 1000).toISOString().replace(/\.\d+Z$/, 'Z')
	}

	/** For one stream that was asked for from then on: whether a line of it is one that was read before, or left out. */
	repeats(): (raw: string) => boolean {
		const left = new Map(this.#lines)
		return (raw) => {
			if ((stampedOf(raw)?.at ?? this.#from) < this.#from) return true
			const count = left.get(raw) ?? 0
			if (count > 0) left.set(raw, count - 1)
			return count > 0
		}
	}
}
