// A hundred thousand keys, and keys of a megabyte each: a page at a time, all of one moment, in memory that does not grow with them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '../../../etcd/connection.ts'
import { EtcdError } from '../../../etcd/errors.ts'
import { keyValues } from '../../../etcd/kv.ts'
import { pages } from '../../../etcd/pages.ts'
import { afterPrefix, firstKey, openEnd } from '../../../etcd/keys.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { etcdctl, ours } from './both.ts'

async function filled(seed: MemberProcess, prefix: string, count: number, value: Uint8Array): Promise<void> {
	const connection = new Connection({ host: seed.host, port: seed.ports.client })
	const { txn } = keyValues(connection, 30_000)
	const atOnce = Math.max(1, Math.min(100, Math.floor(1_000_000 / (value.length + 1))))
	for (let from = 0; from < count; from += atOnce) {
		const success = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => ({
			asks: {
				case: 'put' as const,
				value: { key: Buffer.from(`${prefix}${(from + at).toString().padStart(8, '0')}`), value },
			},
		}))
		await txn({ success })
	}
	connection.close()
}

interface Read {
	readonly bytes: number
	readonly lines: number
	readonly peakMiB: number
}

/** By whoever takes `pauseMs` over each piece. */
async function readAll(
	{ host, ports }: MemberProcess,
	words: readonly string[],
	pauseMs: number,
): Promise<Read> {
	const script = new URL('reads-all.ts', import.meta.url).pathname
	const child = spawn(process.execPath, [script, host, `${ports.client}`, ...words])
	let [bytes, lines, said] = [0, 0, '']
	child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
	const closed = once(child, 'close')
	for await (const piece of child.stdout as AsyncIterable<Buffer>) {
		bytes += piece.length
		lines += piece.filter((byte) => byte === 10).length
		if (pauseMs > 0) await sleep(pauseMs)
	}
	await closed
	return { bytes, lines, peakMiB: Number(/(\d+) KiB/.exec(said)?.[1]) / 1024 }
}

const lately = (_: unknown, minor: string): boolean => minor === '3.6'

everyMinor(
	'reads a hundred thousand keys',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const [count, value] = [100_000, Buffer.alloc(2000, 'x')]
		const before = await readAll(seed, ['get', 'k', '--prefix'], 0)
		await filled(seed, 'k', count, value)
		const words = ['get', 'k', '--prefix']
		const quick = await readAll(seed, words, 0)
		t.is(quick.lines, 2 * count)
		t.is(quick.bytes, count * (9 + 1 + 2000 + 1))
		const slow = await readAll(seed, [...words, '-w', 'json'], 1)
		t.true(slow.bytes > quick.bytes)
		t.log({ before: before.peakMiB, quick: quick.peakMiB, slow: slow.peakMiB })
		for (const { peakMiB } of [quick, slow])
			t.true(peakMiB < before.peakMiB + 160, `${peakMiB} MiB after ${before.peakMiB} without a key`)
		for (const more of [['--limit=5000', '-w', 'json'], ['--keys-only'], ['--rev=50', '-w', 'fields']]) {
			const [their, our] = [await etcdctl(seed, [...words, ...more]), await ours(seed, [...words, ...more])]
			t.true(our.out.equals(their.out), more.join(' '))
		}
	},
	lately,
)

everyMinor(
	'reads keys of a megabyte each behind many small ones',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		await filled(seed, 'a', 20_000, Buffer.alloc(1))
		await filled(seed, 'b', 200, Buffer.alloc(1024 * 1024, 'x'))
		const read = await readAll(seed, ['get', '', '--prefix'], 0)
		t.is(read.lines, 2 * 20_200)
		t.log(read)
		t.true(read.peakMiB < 400, `${read.peakMiB} MiB`)
		const sorted = await ours(seed, ['get', '', '--prefix', '--sort-by=MODIFY', '--order=DESCEND'])
		t.is(sorted.code, 1)
		t.regex(sorted.err, /the answer is too large: more than \d+ bytes/)
	},
	lately,
)

everyMinor('reads all pages of one moment', async (t, etcd) => {
	const seed = await born(t, etcd)
	await filled(seed, 'k', 500, Buffer.from('old'))
	const connection = new Connection({ host: seed.host, port: seed.ports.client })
	t.teardown(() => connection.close())
	const { range, txn } = keyValues(connection)
	const values: string[] = []
	let count = 0
	for await (const { kvs } of pages(range, { key: firstKey, rangeEnd: openEnd })) {
		values.push(...kvs.map(({ value }) => Buffer.from(value).toString()))
		if (count++ === 0) await filled(seed, 'k', 600, Buffer.from('new'))
	}
	t.true(count > 1)
	t.deepEqual(values, Array<string>(500).fill('old'))
	// What is compacted in between is not left out in silence.
	const reading = pages(range, { key: firstKey, rangeEnd: openEnd })
	await reading.next()
	await filled(seed, 'k', 1, Buffer.from('newer'))
	await seed.client.compact((await seed.client.status()).revision)
	const error = await t.throwsAsync<EtcdError>(reading.next(), { instanceOf: EtcdError })
	t.is(error.code, 'compacted')

	const asks = {
		case: 'range' as const,
		value: { key: Buffer.from('k'), rangeEnd: afterPrefix(Buffer.from('k')), countOnly: true },
	}
	const key = Buffer.from('k00000001')
	for (const [compare, expected] of [
		[{ target: 0, key, with: { case: 'version' as const, value: 2n } }, true],
		[{ target: 1, key, with: { case: 'createRevision' as const, value: 2n } }, true],
		[{ target: 2, result: 1, key, with: { case: 'modRevision' as const, value: 2n } }, true],
		[{ target: 3, result: 3, key, with: { case: 'value' as const, value: Buffer.from('new') } }, false],
	] as const) {
		const { succeeded, responses } = await txn({
			compare: [compare],
			success: [{ asks }],
			failure: [{ asks }, { asks }],
		})
		t.is(succeeded, expected)
		t.is(responses.length, expected ? 1 : 2)
		const [first] = responses
		t.is(first?.says.case === 'range' ? first.says.value.count : 0n, 600n)
	}
})
