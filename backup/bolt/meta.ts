// The two pages with which a database begins: what it is, where its tree and its list of free pages are, how many pages it has. Pure.
// Each has a sum of its own; the one of the later transaction counts.
import { wholeAt } from './number.ts'
import type { Pages } from './pages.ts'
import { pageHead } from './page.ts'

const [magic, kind] = [0xed0cdaed, 2]
const metaFlag = 4
/** Behind the head of the page, up to the sum. */
const [metaBytes, summedBytes] = [64, 56]
/** Without one the list of free pages is made anew at each start. */
const noFreelist = 0xffffffffffffffffn

export interface Meta {
	readonly version: number
	readonly pageSize: number
	/** The page of the bucket in which all buckets are. */
	readonly root: number
	readonly freelist: number | undefined
	/** As many pages there are. */
	readonly pages: number
	readonly transaction: bigint
}

function fnv(bytes: Buffer): bigint {
	let sum = 0xcbf29ce484222325n
	for (const byte of bytes) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n)
	return sum
}

/** A sentence when it is broken. */
function metaIn(bytes: Buffer): Meta | string {
	if (bytes.length < pageHead + metaBytes) return 'the file ends in it'
	const body = bytes.subarray(pageHead, pageHead + metaBytes)
	if (body.readUInt32LE(0) !== magic) return 'it does not begin as a database does'
	const version = body.readUInt32LE(4)
	if (version !== kind) return `it is of version ${version}, and ${kind} is known`
	if (body.readBigUInt64LE(summedBytes) !== fnv(body.subarray(0, summedBytes)))
		return 'its sum does not fit to what it says'
	if ((bytes.readUInt16LE(8) & metaFlag) === 0) return 'it is not marked as what it is'
	const freelist = body.readBigUInt64LE(32)
	return {
		version,
		pageSize: body.readUInt32LE(8),
		root: wholeAt(body, 16),
		freelist: freelist === noFreelist ? undefined : wholeAt(body, 32),
		pages: wholeAt(body, 40),
		transaction: body.readBigUInt64LE(48),
	}
}

/** How large a page can be, as bbolt tries it where the first one does not say. */
const sizes = Array.from({ length: 16 }, (_, index) => 1024 << index)

export interface Metas {
	/** The one that counts; nothing when both are broken. */
	readonly meta: Meta | undefined
	/** Each of both, or what is wrong with it. */
	readonly both: readonly [Meta | string, Meta | string]
}

export function metasOf(pages: Pages): Metas {
	const length = pageHead + metaBytes
	const first = metaIn(pages.read(0, length))
	const places = typeof first === 'string' ? sizes : [first.pageSize]
	const seconds = places.map((at) => metaIn(pages.read(at, length)))
	const second = seconds.find((one) => typeof one !== 'string') ?? seconds[0] ?? 'it is missing'
	const whole = [first, second].filter((one) => typeof one !== 'string')
	const meta = whole.toSorted((one, other) => (one.transaction > other.transaction ? -1 : 1))[0]
	return { meta, both: [first, second] }
}
