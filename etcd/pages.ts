// A range of keys of any size, a page at a time, all as of the revision at which the first page was read. A page is a megabyte or so,
// whatever the keys are like.
import { after } from './keys.ts'
import { EtcdError } from './errors.ts'
import type { Ranged } from './kv.ts'
import type { KeyValue, RangeResponse } from './rpc_pb.ts'

const firstKeys = 64
const mostKeys = 2000
const wantedBytes = 1024 * 1024
/** How much more or less a page may have than the one before. */
const stride = 8

const sizeOf = ({ key, value }: KeyValue): number => key.length + value.length + 32

function nextCount(count: number, kvs: readonly KeyValue[]): number {
	const each = kvs.reduce((sum, kv) => sum + sizeOf(kv), 0) / Math.max(1, kvs.length)
	return Math.max(1, Math.min(mostKeys, count * stride, Math.floor(wantedBytes / each)))
}

/** A smaller page may come where this one did not. At the first page lateness has other reasons. */
const isTooMuch = (reason: unknown, isFirst: boolean): boolean =>
	reason instanceof EtcdError &&
	(reason.code === 'tooLarge' || (!isFirst && ['timedOut', 'unreachable'].includes(reason.code)))

/** Only for keys in their own order and without conditions on revisions: for others etcd reads everything for each page. */
export async function* pages(
	range: (asked: Ranged) => Promise<RangeResponse>,
	asked: Ranged,
): AsyncGenerator<RangeResponse, void, undefined> {
	const { limit = 0n } = asked
	let [count, left] = [firstKeys, limit]
	let [key, revision] = [asked.key, asked.revision ?? 0n]
	for (let isFirst = true; ;) {
		const wanted = left > 0n && left < BigInt(count) ? left : BigInt(count)
		let answer: RangeResponse
		try {
			answer = await range({ ...asked, ...(key && { key }), revision, limit: wanted })
		} catch (reason) {
			if (wanted <= 1n || !isTooMuch(reason, isFirst)) throw reason
			count = Math.max(1, Math.floor(Number(wanted) / stride))
			continue
		}
		isFirst = false
		yield answer
		const last = answer.kvs.at(-1)
		left -= BigInt(answer.kvs.length)
		if (!answer.more || last === undefined || (limit > 0n && left <= 0n)) return
		revision ||= answer.header?.revision ?? 0n
		key = after(last.key)
		count = nextCount(count, answer.kvs)
	}
}
