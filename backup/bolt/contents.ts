// What is in a database, as etcd's own tool tells it: its last revision, how many keys it has, and the sum of all. Pure.
import { Crc32c } from './crc32c.ts'
import { versionIn } from './key-value.ts'
import type { Known } from './known.ts'
import type { Page } from './page.ts'
import type { Leaf } from './tree.ts'

/** Where etcd keeps every revision of every key, by their numbers. */
const keyBucket = 'key'
/** Two of eight bytes with a letter between them; one more marks what was deleted. */
const [revisionBytes, deletedBytes] = [17, 18]
/** Of a cluster into which nobody has written. */
const firstRevision = 1n

export interface Told {
	/** That are there now, as etcd's tool counts them from 3.6 on; nothing while history is half forgotten. */
	readonly keys: number | undefined
	/** With what is kept of their history. */
	readonly revisions: number
	/** Those of all buckets, as the tool counts them before. */
	readonly allKeys: number
	/** As the tool says it: of the last key that is kept. */
	readonly revision: bigint
	/** Where a cluster that is restored from it goes on. */
	readonly reached: bigint
	/** As the tool sums it up. */
	readonly hash: number
	/** From 3.6 on. */
	readonly storageVersion: string
}

export class Contents {
	readonly #sum = new Crc32c()
	readonly #known: Known
	#bucket: string | undefined
	#keys = 0
	#revisions = 0
	#allKeys = 0
	#revision = 0n
	/** A page of revisions with a key that is none. */
	strange: number | undefined

	constructor(known: Known) {
		this.#known = known
	}

	/** In their order. */
	add({ bucket, page }: Leaf): void {
		if (bucket !== this.#bucket) {
			this.#bucket = bucket
			this.#sum.update(Buffer.from(bucket, 'latin1'))
		}
		this.#sum.update(page.content)
		this.#allKeys += page.count
		if (bucket === keyBucket) for (let index = 0; index < page.count; index++) this.#revisionOf(page, index)
	}

	/** What was forgotten leaves one revision of each key; later ones are there from the first to the last. */
	#revisionOf(page: Page, index: number): void {
		const length = page.keyLength(index)
		if (length !== revisionBytes && length !== deletedBytes) {
			this.strange ??= page.number
			return
		}
		this.#revisions++
		this.#revision = page.key(index).readBigInt64BE(0)
		const isOld = this.#revision <= this.#known.compacted
		if (length === deletedBytes) this.#keys -= isOld ? 0 : 1
		else if (isOld || versionIn(page.value(index)) === 1) this.#keys++
	}

	get told(): Told {
		const [last, { compacted, isForgetting, storageVersion }] = [this.#revision, this.#known]
		const reached = last > compacted ? last : compacted
		return {
			keys: isForgetting ? undefined : this.#keys,
			revisions: this.#revisions,
			allKeys: this.#allKeys,
			revision: last,
			reached: reached > firstRevision ? reached : firstRevision,
			hash: this.#sum.sum,
			storageVersion,
		}
	}
}
