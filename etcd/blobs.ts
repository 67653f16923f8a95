// A snapshot out of gRPC's frames, as its bytes come: a blob is never put together, since it is only summed up and written. Pure.
import { EtcdError } from './errors.ts'

/** Some bytes of a blob, or something that is said beside them. */
export type Said =
	| { readonly bytes: Buffer }
	/** How much is still to come after this message. */
	| { readonly leftBytes: number }
	/** The version of the data's form, from 3.6 on. */
	| { readonly storageVersion: string }

const frameHead = 5
/** A number of 64 bits has ten bytes at most, and a field says by one or two what it is. */
const [numberBytes, longestText] = [10, 1024]
const fields = { left: 2, blob: 3, version: 4 } as const
const kinds = { number: 0, eight: 1, bytes: 2, four: 5 } as const

const wrong = (what: string): EtcdError => new EtcdError('other', `the snapshot cannot be read: ${what}`)

export class Blobs {
	/** What is not understood yet, because more belongs to it. */
	#rest: Buffer = Buffer.alloc(0)
	/** Of the message that has begun. */
	#messageLeft = 0
	/** Of a blob, or of what nobody needs. */
	#fieldLeft = 0
	#isBlob = false

	/** Nothing is cut in the middle. */
	get isWhole(): boolean {
		return this.#rest.length === 0 && this.#messageLeft === 0 && this.#fieldLeft === 0
	}

	*push(piece: Buffer): Generator<Said> {
		let at = 0
		const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
		for (;;) {
			if (this.#fieldLeft > 0) {
				const end = Math.min(bytes.length, at + this.#fieldLeft)
				if (end === at) break
				if (this.#isBlob) yield { bytes: bytes.subarray(at, end) }
				this.#take(end - at)
				this.#fieldLeft -= end - at
				at = end
				continue
			}
			const isNext = this.#messageLeft === 0
			const used = isNext ? this.#frame(bytes, at) : yield* this.#field(bytes, at)
			if (used === 0) break
			// A field that is nothing is left out.
			if (isNext) yield { leftBytes: 0 }
			at += used
		}
		this.#rest = bytes.subarray(at)
	}

	/** How many bytes it has; none when not all of them are there. */
	#frame(bytes: Buffer, at: number): number {
		if (bytes.length - at < frameHead) return 0
		if (bytes[at] !== 0) throw wrong('it is compressed')
		this.#messageLeft = bytes.readUInt32BE(at + 1)
		return frameHead
	}

	#take(count: number): void {
		this.#messageLeft -= count
		if (this.#messageLeft < 0) throw wrong('a field is longer than its message')
	}

	*#field(bytes: Buffer, at: number): Generator<Said, number> {
		const head = numberIn(bytes, at)
		if (head === undefined) return 0
		const [field, kind] = [head.value >> 3n, Number(head.value & 7n)]
		const value = kind === kinds.eight || kind === kinds.four ? undefined : numberIn(bytes, head.end)
		if (kind === kinds.eight || kind === kinds.four) this.#fieldLeft = kind === kinds.eight ? 8 : 4
		else if (kind !== kinds.number && kind !== kinds.bytes) throw wrong(`a field is of kind ${kind}`)
		else if (value === undefined) return 0
		else if (kind === kinds.bytes) {
			if (value.value > BigInt(this.#messageLeft)) throw wrong('a field is longer than its message')
			this.#fieldLeft = Number(value.value)
		}
		const end = value?.end ?? head.end
		this.#isBlob = field === BigInt(fields.blob) && kind === kinds.bytes
		if (field === BigInt(fields.left) && kind === kinds.number && value)
			yield { leftBytes: Number(value.value) }
		if (field !== BigInt(fields.version) || kind !== kinds.bytes) {
			this.#take(end - at)
			return end - at
		}
		return yield* this.#version(bytes, at, end)
	}

	/** It is short, and wanted whole. */
	*#version(bytes: Buffer, at: number, from: number): Generator<Said, number> {
		const length = this.#fieldLeft
		if (length > longestText) throw wrong('its version is no version')
		this.#fieldLeft = 0
		if (bytes.length - from < length) return 0
		yield { storageVersion: bytes.toString('utf8', from, from + length) }
		this.#take(from + length - at)
		return from + length - at
	}
}

interface Read {
	readonly value: bigint
	/** Where it ends. */
	readonly end: number
}

/** Nothing when not all of it is there. */
function numberIn(bytes: Buffer, at: number): Read | undefined {
	let value = 0n
	for (let index = 0; index < numberBytes; index++) {
		const byte = bytes[at + index]
		if (byte === undefined) return undefined
		value |= BigInt(byte & 0x7f) << BigInt(7 * index)
		if (byte < 0x80) return { value, end: at + index + 1 }
	}
	throw wrong('a number has no end')
}
