// One page of a tree, read in place: keys with values, or keys with the pages below them. Pure. Whatever it says of itself is checked
// against what it has before anybody is told of it.
import { wholeAt } from './number.ts'
import { BrokenPage } from './trouble.ts'

export const pageHead = 16
const elementBytes = 16
export const flags = { branch: 1, leaf: 2, meta: 4, freelist: 16 } as const
/** Of an element whose value is a bucket. */
const bucketFlag = 1

export class Page {
	readonly number: number
	readonly isLeaf: boolean
	readonly count: number
	readonly #bytes: Buffer
	#used = 0

	/** All of it, with the pages that it runs on into. */
	constructor(number: number, bytes: Buffer) {
		this.number = number
		this.#bytes = bytes
		const kind = bytes.readUInt16LE(8)
		this.isLeaf = kind === flags.leaf
		if (!this.isLeaf && kind !== flags.branch)
			throw new BrokenPage(number, `it is of kind ${kind}, where keys belong`)
		this.count = bytes.readUInt16LE(10)
		if (pageHead + this.count * elementBytes > bytes.length)
			throw new BrokenPage(number, `it says that it has ${this.count} keys, for which it has no room`)
		if (!this.isLeaf && this.count === 0) throw new BrokenPage(number, 'nothing is below it')
		this.#checkLayout(bytes.length)
	}

	/** As bbolt writes them: keys and values follow their list and each other without a gap, in no more pages than that takes. */
	#checkLayout(length: number): void {
		let at = this.#element(this.count)
		for (let index = 0; index < this.count; index++) {
			if (this.#keyAt(index) !== at)
				throw new BrokenPage(this.number, `its key ${index} does not lie where the one before it ends`)
			at = this.#end(index)
			if (at > length) throw new BrokenPage(this.number, `its key ${index} reaches beyond its end`)
		}
		this.#used = at
	}

	/** Up to the end of its last value. */
	get used(): number {
		return this.#used
	}

	#element = (index: number): number => pageHead + index * elementBytes

	#keyAt(index: number): number {
		const at = this.#element(index)
		return at + this.#bytes.readUInt32LE(at + (this.isLeaf ? 4 : 0))
	}

	keyLength(index: number): number {
		return this.#bytes.readUInt32LE(this.#element(index) + (this.isLeaf ? 8 : 4))
	}

	#end(index: number): number {
		const value = this.isLeaf ? this.#bytes.readUInt32LE(this.#element(index) + 12) : 0
		return this.#keyAt(index) + this.keyLength(index) + value
	}

	key(index: number): Buffer {
		const at = this.#keyAt(index)
		return this.#bytes.subarray(at, at + this.keyLength(index))
	}

	value(index: number): Buffer {
		return this.#bytes.subarray(this.#keyAt(index) + this.keyLength(index), this.#end(index))
	}

	below(index: number): number {
		return wholeAt(this.#bytes, this.#element(index) + 8)
	}

	isBucket(index: number): boolean {
		return this.isLeaf && (this.#bytes.readUInt32LE(this.#element(index)) & bucketFlag) !== 0
	}

	/** Keys and values as they follow each other. */
	get content(): Buffer {
		return this.#bytes.subarray(this.#element(this.count), this.#used)
	}

	/** Each key after the one before it, none before `least`, none from `most` on. */
	checkOrder(least: Buffer | undefined, most: Buffer | undefined): void {
		let before = least
		for (let index = 0; index < this.count; index++) {
			const key = this.key(index)
			const order = before === undefined ? 1 : Buffer.compare(key, before)
			if (order < 0 || (order === 0 && index > 0))
				throw new BrokenPage(this.number, `its key ${index} is not where it belongs`)
			before = key
		}
		if (most !== undefined && before !== undefined && this.count > 0 && Buffer.compare(before, most) >= 0)
			throw new BrokenPage(this.number, `its last key belongs to another page`)
	}
}
