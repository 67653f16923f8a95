// A snapshot of nothing, of sixteen kibibytes. What restores a snapshot in a pod is started again with the pod's sandbox and has no shell
// that could find there is nothing left to restore: then it restores this, and nobody uses what it made.
import { createHash } from 'node:crypto'
import { sumOf } from './database.ts'

const pageBytes = 4096
const kinds = { leaf: 0x02, meta: 0x04, free: 0x10 } as const
const [magic, form, isBucket] = [0xed0cdaed, 2, 1]

/** In the order of their names, as a tree has them. */
const buckets = ['auth', 'cluster', 'key', 'lease', 'members', 'members_removed', 'meta']

function head(page: Buffer, id: number, kind: number, count: number): void {
	page.writeBigUInt64LE(BigInt(id), 0)
	page.writeUInt16LE(kind, 8)
	page.writeUInt16LE(count, 10)
}

function metaPage(id: number): Buffer {
	const page = Buffer.alloc(pageBytes)
	head(page, id, kinds.meta, 0)
	const meta = page.subarray(16)
	meta.writeUInt32LE(magic, 0)
	meta.writeUInt32LE(form, 4)
	meta.writeUInt32LE(pageBytes, 8)
	meta.writeBigUInt64LE(3n, 16) // where the tree of buckets is
	meta.writeBigUInt64LE(2n, 32) // where the list of free pages is
	meta.writeBigUInt64LE(4n, 40) // how many pages there are
	meta.writeBigUInt64LE(BigInt(id), 48) // the transaction
	meta.writeBigUInt64LE(sumOf(meta.subarray(0, 56)), 56)
	return page
}

function bucketsPage(): Buffer {
	const page = Buffer.alloc(pageBytes)
	head(page, 3, kinds.leaf, buckets.length)
	const empty = Buffer.alloc(32) // no page of its own, and none of its keys
	empty.writeUInt16LE(kinds.leaf, 24)
	let end = 16 + buckets.length * 16
	for (const [index, name] of buckets.entries()) {
		const at = 16 + index * 16
		page.writeUInt32LE(isBucket, at)
		page.writeUInt32LE(end - at, at + 4)
		page.writeUInt32LE(name.length, at + 8)
		page.writeUInt32LE(empty.length, at + 12)
		end += page.write(name, end)
		end += empty.copy(page, end)
	}
	return page
}

/** With its sum at the end, as a member would send it. */
export function emptySnapshot(): Buffer {
	const free = Buffer.alloc(pageBytes)
	head(free, 2, kinds.free, 0)
	const database = Buffer.concat([metaPage(0), metaPage(1), free, bucketsPage()])
	return Buffer.concat([database, createHash('sha256').update(database).digest()])
}
