// Whether the bytes of a snapshot are all there and are what a member sent: a database, and after it the sum of it. Looked at as they
// pass by, so that it does not matter how many they are.
import { createHash } from 'node:crypto'

/** The sum of all that stands before it, with which etcd ends what it sends. */
const trailerBytes = 32
/** A database is made of pages, which are a power of two; so a file without its sum, or cut anywhere else, is told by its length. */
const pageBytes = 512
/** The first page says by these at its 16th byte that it is a database, and of which kind. */
const [magicAt, magic, kind] = [16, 0xed0cdaed, 2]

export interface Proved {
	/** With the sum at its end. */
	readonly bytes: number
	/** Of the database, as it stands at the end. */
	readonly sha256: string
}

export type BrokenBecause = 'cut' | 'changed' | 'noDatabase'

export class BrokenSnapshot extends Error {
	readonly because: BrokenBecause

	constructor(because: BrokenBecause, message: string) {
		super(message)
		this.because = because
	}
}

export class Proof {
	readonly #hash = createHash('sha256')
	#head = Buffer.alloc(0)
	/** What may be the sum, when nothing more comes. */
	#last = Buffer.alloc(0)
	#bytes = 0

	get bytes(): number {
		return this.#bytes
	}

	add(piece: Uint8Array): void {
		if (this.#head.length < magicAt + 8)
			this.#head = Buffer.concat([this.#head, piece.subarray(0, magicAt + 8)])
		this.#bytes += piece.length
		const known = piece.length >= trailerBytes ? [this.#last, piece] : [Buffer.concat([this.#last, piece])]
		const [end = piece] = known.splice(-1)
		for (const one of known) this.#hash.update(one)
		const at = Math.max(0, end.length - trailerBytes)
		this.#hash.update(end.subarray(0, at))
		// A copy: whoever gave the piece may write over it.
		this.#last = Buffer.from(end.subarray(at))
	}

	/** Throws a BrokenSnapshot unless all has come and is as it was. */
	end(): Proved {
		const broken = this.#trouble()
		if (broken) throw broken
		return { bytes: this.#bytes, sha256: this.#last.toString('hex') }
	}

	#trouble(): BrokenSnapshot | undefined {
		if (this.#bytes % pageBytes !== trailerBytes)
			return new BrokenSnapshot(
				'cut',
				this.#bytes % pageBytes === 0 && this.#bytes > 0
					? `it has ${this.#bytes} bytes and no sum at its end: it was cut, or copied from a member's disk`
					: `it has ${this.#bytes} bytes and no sum at its end: it was cut`,
			)
		if (this.#head.readUInt32LE(magicAt) !== magic || this.#head.readUInt32LE(magicAt + 4) !== kind)
			return new BrokenSnapshot('noDatabase', 'it does not begin like a database of etcd')
		if (!this.#hash.digest().equals(this.#last))
			return new BrokenSnapshot(
				'changed',
				'its bytes are not those that were summed up: do not restore from it',
			)
		return undefined
	}
}
