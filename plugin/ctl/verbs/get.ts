// ctl get: a range of any size goes through here a page at a time.
import { keyValues } from '../../../etcd/kv.ts'
import { pages } from '../../../etcd/pages.ts'
import type { RangeResponse } from '../../../etcd/rpc_pb.ts'
import { Failure } from '../../failure.ts'
import { rangeWriter } from '../print/ranges.ts'
import { getOf, isPaged } from '../ranges.ts'
import type { Task } from '../task.ts'
import { troubleOf } from '../trouble.ts'

export async function get({ args, asked, entrance, format, out }: Task): Promise<void> {
	const wanted = getOf(args, asked)
	if (format.valueOnly && format.as !== 'simple')
		throw new Failure('--print-value-only is for --write-out=simple')
	const writer = rangeWriter(format)
	const { name, caller } = await entrance.one()
	const all = keyValues(caller, asked.deadlineMs)
	let first: RangeResponse | undefined
	let written = 0n
	let more = false
	const answers = isPaged(wanted) ? pages(all.range, wanted) : once(all.range(wanted))
	try {
		for await (const answer of answers) {
			if (first === undefined) await out.write(writer.begin(answer))
			await out.write(writer.page(answer.kvs, first === undefined))
			first ??= answer
			written += BigInt(answer.kvs.length)
			more = answer.more
		}
	} catch (reason) {
		if (first === undefined) throw troubleOf(reason, name)
		throw cutShort(troubleOf(reason, name), written)
	}
	const count = first?.count ?? 0n
	if (wanted.countOnly && format.as === 'simple') await out.write(`${count}\n`)
	await out.write(writer.end(written > 0n, more, count))
}

async function* once<T>(answer: Promise<T>): AsyncGenerator<T, void, undefined> {
	yield await answer
}

function cutShort(trouble: Error, written: bigint): Error {
	if (!(trouble instanceof Failure)) return trouble
	return new Failure({ ...trouble.told, what: `only ${written} keys were written: ${trouble.message}` })
}
