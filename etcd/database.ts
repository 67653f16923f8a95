// What a database file of etcd says of itself without an etcd: the minor that last wrote it, and its last revision. It is a tree of pages;
// only those on the way down are read.

/** So many bytes from there on. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>

const [headBytes, elementBytes, metaBytes] = [16, 16, 64]
const [branch, leaf] = [1, 2]
const magic = 0xed0cdaed
/** The smallest and the largest that systems have. */
const pageSizes = [4096, 8192, 16_384, 32_768, 65_536, 1024, 2048, 512]

export class NoDatabase extends Error {}

interface Meta {
	readonly pageSize: number
	readonly root: bigint
	readonly transaction: bigint
}

/** As the head of a file says by which transaction it was last written. */
export function sumOf(meta: Buffer): bigint {
	let sum = 0xcbf29ce484222325n
	for (const byte of meta) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n)
	return sum
}

function metaIn(page: Buffer): Meta | undefined {
	const meta = page.subarray(headBytes, headBytes + metaBytes)
	if (meta.length < metaBytes || meta.readUInt32LE(0) !== magic) return undefined
	if (sumOf(meta.subarray(0, 56)) !== meta.readBigUInt64LE(56)) return undefined
	return {
		pageSize: meta.readUInt32LE(8),
		root: meta.readBigUInt64LE(16),
		transaction: meta.readBigUInt64LE(48),
	}
}

/** There are two, written by turns: the later one that is whole counts. */
async function metaOf(read: ReadAt): Promise<Meta> {
	const ats = [0, ...pageSizes]
	const pages = await Promise.all(ats.map(async (at) => await read(at, headBytes + metaBytes)))
	const found = pages
		.map(metaIn)
		.filter((meta, index) => index === 0 || meta?.pageSize === ats[index])
		.filter((meta) => meta !== undefined)
	const [latest] = found.toSorted((one, other) => (one.transaction > other.transaction ? -1 : 1))
	if (latest === undefined) throw new NoDatabase('its first pages are not those of a database of etcd')
	return latest
}

interface Entry {
	readonly key: Buffer
	/** Of a leaf. */
	readonly value: Buffer
	/** Of a branch. */
	readonly page: bigint
}

interface Page {
	readonly isLeaf: boolean
	readonly entries: readonly Entry[]
}

function pageIn(bytes: Buffer): Page {
	const [flags, count] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)]
	const isLeaf = (flags & leaf) !== 0
	if (!isLeaf && (flags & branch) === 0) throw new NoDatabase('one of its pages is of no kind that etcd has')
	const entries = Array.from({ length: count }, (_, index): Entry => {
		const at = headBytes + index * elementBytes
		const [from, keyBytes] = [
			bytes.readUInt32LE(isLeaf ? at + 4 : at),
			bytes.readUInt32LE(isLeaf ? at + 8 : at + 4),
		]
		const valueBytes = isLeaf ? bytes.readUInt32LE(at + 12) : 0
		const start = at + from
		return {
			key: bytes.subarray(start, start + keyBytes),
			value: bytes.subarray(start + keyBytes, start + keyBytes + valueBytes),
			page: isLeaf ? 0n : bytes.readBigUInt64LE(at + 8),
		}
	})
	return { isLeaf, entries }
}

type Choose = (entries: readonly Entry[], isLeaf: boolean) => Entry | undefined

/** The way of one key: of a branch, the last that does not come after it. */
const keyed =
	(key: string): Choose =>
	(entries, isLeaf) => {
		const wanted = Buffer.from(key)
		if (isLeaf) return entries.find((entry) => entry.key.equals(wanted))
		return entries.findLast((entry) => entry.key.compare(wanted) <= 0) ?? entries[0]
	}

const last: Choose = (entries) => entries.at(-1)

/** A tree of so many levels would be larger than any disk. */
const deepest = 32

async function down(
	read: ReadAt,
	{ pageSize }: Meta,
	root: bigint,
	choose: Choose,
): Promise<Entry | undefined> {
	let page = root
	for (let level = 0; level < deepest; level++) {
		const at = Number(page) * pageSize
		const head = await read(at, headBytes)
		if (head.length < headBytes) throw new NoDatabase('it ends before one of its pages')
		// What is longer than a page goes on in those that follow.
		const { isLeaf, entries } = pageIn(await read(at, pageSize * (1 + head.readUInt32LE(12))))
		const entry = choose(entries, isLeaf)
		if (isLeaf || entry === undefined) return entry
		page = entry.page
	}
	throw new NoDatabase('its pages lead in circles')
}

/** In a bucket; a small one lies whole in the tree of buckets. */
async function inBucket(
	read: ReadAt,
	meta: Meta,
	bucket: string,
	choose: Choose,
): Promise<Entry | undefined> {
	const found = await down(read, meta, meta.root, keyed(bucket))
	if (found === undefined) return undefined
	const root = found.value.readBigUInt64LE(0)
	if (root !== 0n) return await down(read, meta, root, choose)
	const { entries, isLeaf } = pageIn(found.value.subarray(16))
	return choose(entries, isLeaf)
}

export interface Written {
	/** By 3.6 or later, such as "3.6.0"; earlier ones do not say. */
	readonly storageVersion: string | undefined
	/** Which no member may be earlier than, such as "3.7.0"; it is there before storageVersion is. */
	readonly clusterVersion: string | undefined
	/** Nothing in a database without keys. */
	readonly revision: bigint | undefined
}

export async function databaseAt(read: ReadAt): Promise<Written> {
	try {
		const meta = await metaOf(read)
		const version = await inBucket(read, meta, 'meta', keyed('storageVersion'))
		const cluster = await inBucket(read, meta, 'cluster', keyed('clusterVersion'))
		const newest = await inBucket(read, meta, 'key', last)
		return {
			storageVersion: version?.value.toString(),
			clusterVersion: cluster?.value.toString(),
			revision: newest && newest.key.length >= 8 ? newest.key.readBigInt64BE(0) : undefined,
		}
	} catch (reason) {
		if (reason instanceof RangeError)
			throw new NoDatabase('one of its pages leads nowhere', { cause: reason })
		throw reason
	}
}
