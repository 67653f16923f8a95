// etcd that is full, and etcd that wastes its disk: both mend themselves while clients go on.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import { isWhole } from '../chosen.ts'
import {
	ask,
	change,
	conditionOf,
	keptKey,
	onVolumes,
	podsOf,
	statusOf,
	until,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { etcd, reasonsOf } from '../gateway.ts'
import { eventsOf } from '../looking.ts'
import { base64, eventually, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

const mebibyte = 2 ** 20
const quarter = base64('x'.repeat(mebibyte / 4))

/** So much of it that what is free between values does not matter. */
const putQuarter = async (namespace: string, key = 'often'): Promise<unknown> =>
	await etcd(namespace, 'kv/put', { key: base64(key), value: quarter })

interface Pauses {
	readonly read: number
	readonly written: number
	readonly times: number
}

/**
 * One who writes and one who reads with a quorum, each again as soon as answered, refused or tired of waiting, until stopped. What a
 * follower hands to a leader that is just handing over is lost on its way, and etcd says so after 7 s only: clients have deadlines.
 */
function clients(namespace: string): { stop(): Promise<Pauses> } {
	const going = { on: true }
	let times = 0
	const loop = async (path: string, body: object): Promise<number> => {
		let [last, longest] = [performance.now(), 0]
		while (going.on) {
			const asked = etcd(namespace, path, body)
			const answered = await Promise.race([
				asked.then(
					() => true,
					() => false,
				),
				sleep(1000, false),
			])
			if (!answered) {
				await sleep(20)
				continue
			}
			times++
			longest = Math.max(longest, performance.now() - last)
			last = performance.now()
		}
		return Math.max(longest, performance.now() - last)
	}
	const both = Promise.all([
		loop('kv/range', { key: base64('before') }),
		loop('kv/put', { key: base64('small'), value: base64('value') }),
	])
	return {
		async stop() {
			going.on = false
			const [read, written] = await both
			return { read, written, times }
		},
	}
}

interface Report {
	readonly dbSize: string
	readonly dbSizeInUse: string
	readonly errors?: readonly string[]
}

const reportOf = async (namespace: string, pod: string): Promise<Report> =>
	await ask<Report>(namespace, `pods/${pod}`, 'maintenance/status', {})

async function sizes(namespace: string): Promise<Readonly<Record<string, number>>> {
	const pods = await podsOf(namespace, 'test')
	const found = await Promise.all(
		pods.map(
			async ({ metadata: { name } }) => [name, Number((await reportOf(namespace, name)).dbSize)] as const,
		),
	)
	return Object.fromEntries(found)
}

const mib = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`
const sizesText = (all: Readonly<Record<string, number>>): string => Object.values(all).map(mib).join(', ')

const isFull = async (namespace: string, key?: string): Promise<boolean> =>
	await putQuarter(namespace, key).then(
		() => false,
		(reason: unknown) => String(reason).includes('database space exceeded'),
	)

for (const version of isWhole ? ['3.5.35', '3.6.16'] : ['3.6.16'])
	test(`${version}: full of history it takes writes again by itself`, async (t) => {
		const namespace = await ownNamespace(t)
		await withKey(namespace, 'test', { size: 3, version, quotaBackendBytes: '16Mi', ...onVolumes })
		// What free pages held is enough once, on a machine that was slow to write; whoever writes on makes it forget.
		for (let times = 1; !(await reasonsOf(namespace)).includes('History Compacted'); times++) {
			t.true(times <= 3, 'it forgets nothing')
			let puts = 0
			while (!(await isFull(namespace))) t.true(puts++ < 100, 'it never is full')
			const began = performance.now()
			await eventually('it takes writes again', async () => !(await isFull(namespace)), 60)
			t.log(
				`full after ${puts / 4} MiB of writes, and writes again after ${((performance.now() - began) / 1000).toFixed(1)} s`,
			)
			await eventually('no alarm is left', async () => {
				const [pod] = await podsOf(namespace, 'test')
				return !(await reportOf(namespace, pod?.metadata.name ?? '')).errors?.length
			})
		}
		const reasons = await reasonsOf(namespace)
		for (const reason of ['Member Defragmented', 'Leader Moved', 'Alarm Disarmed'])
			t.true(reasons.includes(reason), `${reason} is none of ${reasons.join(', ')}`)
		t.log(sizesText(await sizes(namespace)))
		await untilHealthy(namespace, 'test')
		await keptKey(t, namespace, 'test')
	})

test('full of live data: it says what to do, and a larger quota is one of it', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, quotaBackendBytes: '16Mi', ...onVolumes })
	// What free pages held may be enough once more, and then it is filled again.
	let count = 0
	await eventually(
		'it says that the data is live',
		async () => {
			for (; !(await isFull(namespace, `live ${count}`)); count++) t.true(count < 100, 'it never is full')
			const { message = '', reason } = conditionOf(await statusOf(namespace, 'test'), 'Degraded') ?? {}
			if (reason !== 'NoSpace' || !message.includes('live data')) return false
			t.log(message)
			return true
		},
		60,
	)
	t.log(sizesText(await sizes(namespace)))
	await change(namespace, 'test', { quotaBackendBytes: '48Mi' })
	const began = performance.now()
	await eventually('it takes writes again', async () => !(await isFull(namespace)), 120)
	t.log(`writes ${((performance.now() - began) / 1000).toFixed(1)} s after the quota was raised`)
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
})

test('half free, all three give it back, the leader last, and clients hardly notice', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...onVolumes })
	for (let count = 0; count < 96; count++) await putQuarter(namespace)
	const { header } = (await putQuarter(namespace)) as { header: { revision: string } }
	await etcd(namespace, 'kv/compaction', { revision: header.revision, physical: true })
	const before = await sizes(namespace)
	const { leader } = await statusOf(namespace, 'test')
	const going = clients(namespace)
	await sleep(2000)
	await change(namespace, 'test', { defrag: { fragmentationPercent: 50 } })
	const began = performance.now()
	await until(
		namespace,
		'test',
		'all have given space back',
		({ memberStates = [] }) => memberStates.every(({ defragmented }) => defragmented !== undefined),
		90,
	)
	const seconds = (performance.now() - began) / 1000
	await sleep(1000)
	const { read, written, times } = await going.stop()
	const after = await sizes(namespace)
	t.log(`${sizesText(before)} became ${sizesText(after)} in ${seconds.toFixed(1)} s`)
	t.log(
		`of ${times} answers the longest pause: reader ${read.toFixed(0)} ms, writer ${written.toFixed(0)} ms`,
	)
	for (const [name, size] of Object.entries(after))
		t.true(size < (before[name] ?? 0) / 2, `${name}: ${mib(size)}`)
	const events = await eventsOf(namespace, 'test')
	const given = events.filter(({ reason }) => reason === 'Member Defragmented')
	t.is(given.length, 3, events.map(({ message }) => message).join('\n'))
	const moved = events.filter(({ reason }) => reason === 'Leader Moved').map(({ message }) => message)
	t.true(
		moved.some((message) => message.includes(leader ?? '?')),
		`${leader}: ${moved.join('\n')}`,
	)
	t.true(Math.max(read, written) < 2000, `${read} and ${written} ms`)
})
