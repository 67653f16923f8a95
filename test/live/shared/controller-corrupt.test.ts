// A member whose data has changed under it: it is replaced where the others disprove it, and nothing is done where nobody can tell.
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { isWhole } from '../chosen.ts'
import {
	ask,
	keptKey,
	membersOf,
	onVolumes,
	podsOf,
	statusOf,
	untilCondition,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { directoryOf } from '../data-directory.ts'
import { etcd, reasonsOf } from '../gateway.ts'
import { lookNow, membersAt } from '../looking.ts'
import { base64, eventually, ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

interface HashKv {
	readonly hash: number
	readonly compact_revision?: string
}

/** By what each holds at the newest revision that all have. */
async function allEqual(t: ExecutionContext, namespace: string): Promise<void> {
	await eventually('all hold the same', async () => {
		const { header } = (await etcd(namespace, 'kv/range', { key: base64('before') })) as {
			header: { revision: string }
		}
		const said = await Promise.all(
			(await podsOf(namespace, 'test')).map(async ({ metadata: { name } }) => {
				const answer = await ask<HashKv>(namespace, `pods/${name}`, 'maintenance/hash', {
					revision: header.revision,
				})
				return `${answer.hash} ${answer.compact_revision}`
			}),
		)
		t.log(said.join(', '))
		return new Set(said).size === 1
	})
}

/** In its file, under a process that stands still: what it reads next is another value. */
async function falsify(namespace: string, pod: string, was: string, is: string): Promise<number> {
	const found = (await podsOf(namespace, 'test')).find(({ metadata }) => metadata.name === pod)
	if (found === undefined) throw new Error(`there is no pod ${pod}`)
	await using _ = await playground.fault({ fault: 'freeze', pod: `${namespace}/${pod}` })
	const path = join(await directoryOf(namespace, found, true), 'member/snap/db')
	const content = await readFile(path)
	await using file = await open(path, 'r+')
	let count = 0
	for (let at = content.indexOf(was); at >= 0; at = content.indexOf(was, at + 1), count++)
		await file.write(Buffer.from(is), 0, is.length, at)
	return count
}

const kill = async (namespace: string, pod: string): Promise<void> => {
	await using _ = await playground.fault({ fault: 'kill', pod: `${namespace}/${pod}` })
}

const disarmed = { action: 'DEACTIVATE', memberID: '0', alarm: 'CORRUPT' }

async function threeVote(t: ExecutionContext, namespace: string): Promise<void> {
	const began = performance.now()
	await eventually(
		'three members vote',
		async () => {
			const members = await membersOf(namespace, 'test')
			return members.length === 3 && !members.some(({ isLearner }) => isLearner)
		},
		90,
	)
	t.log(`three members vote ${((performance.now() - began) / 1000).toFixed(1)} s later`)
}

async function replaced(
	t: ExecutionContext,
	namespace: string,
	victim: string,
	seconds: number,
): Promise<void> {
	const began = performance.now()
	await eventually(
		`${victim} is no member`,
		async () => !(await membersOf(namespace, 'test')).some(({ name }) => name === victim),
		seconds,
	)
	t.log(`removed after ${((performance.now() - began) / 1000).toFixed(1)} s`)
	await eventually(
		'it takes writes',
		async () => {
			await etcd(namespace, 'kv/put', { key: base64('small'), value: base64('value') })
			return true
		},
		60,
	)
	t.log(`writes after ${((performance.now() - began) / 1000).toFixed(1)} s`)
	await threeVote(t, namespace)
	await untilHealthy(namespace, 'test', 90)
	t.true((await reasonsOf(namespace)).includes('Replacing Corrupt Member'))
	await allEqual(t, namespace)
	await keptKey(t, namespace, 'test')
}

/** A cluster of which one member holds another value than it was given. */
async function falsified(
	t: ExecutionContext,
	namespace: string,
	who: 'leader' | 'follower',
	version: string,
): Promise<string> {
	await withKey(namespace, 'test', { size: 3, version, ...onVolumes })
	await etcd(namespace, 'kv/put', { key: base64('odd'), value: base64('as-it-was-written') })
	// Until it is in the file.
	await sleep(1000)
	const { leader } = await statusOf(namespace, 'test')
	const pods = (await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name)
	const victim = pods.find((name) => (name === leader) === (who === 'leader')) ?? ''
	t.true((await falsify(namespace, victim, 'as-it-was-written', 'as-it-was-wriTTen')) > 0)
	return victim
}

/** Before 3.6 a member that starts does not know yet whom to compare itself with, unless it has begun its log anew: it runs on. */
for (const version of isWhole ? ['3.6.16', '3.7.3'] : ['3.6.16'])
	test(`${version}: a byte has changed in the file of a member that restarts: it is replaced`, async (t) => {
		const namespace = await ownNamespace(t)
		const victim = await falsified(t, namespace, 'follower', version)
		await kill(namespace, victim)
		await replaced(t, namespace, victim, 60)
	})

/** After a key was written, so that there is something to forget. */
async function forget(namespace: string): Promise<void> {
	const { header } = (await etcd(namespace, 'kv/put', { key: base64('more'), value: base64('1') })) as {
		header: { revision: string }
	}
	await etcd(namespace, 'kv/compaction', { revision: header.revision, physical: true })
}

for (const who of isWhole ? (['follower', 'leader'] as const) : (['follower'] as const))
	test(`a byte has changed in the file of the ${who}, which runs on: etcd names it, and it is replaced`, async (t) => {
		const namespace = await ownNamespace(t)
		const victim = await falsified(t, namespace, who, '3.6.16')
		await forget(namespace)
		t.log('what follows waits for etcd to look, which it does each minute')
		await replaced(t, namespace, victim, 150)
	})

const of3 =
	'before 3.6 etcd does not say who it is: we say who differs, a person removes it, and it is replaced'

test(of3, async (t) => {
	const namespace = await ownNamespace(t)
	const victim = await falsified(t, namespace, 'follower', '3.5.35')
	await forget(namespace)
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^Corrupt$/ }, 150)
	t.log(said)
	t.true(said.includes(`${victim} other data than all others`))
	await sleep(3000)
	const pods = (await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name)
	const other = pods.find((name) => name !== victim) ?? ''
	// Nobody stands behind the Service while it lasts.
	const members = await membersAt(namespace, `pods/${other}`)
	t.is(members.length, 3)
	const ID = members.find(({ name }) => name === victim)?.ID
	await ask(namespace, `pods/${other}`, 'cluster/member/remove', { ID })
	await ask(namespace, `pods/${other}`, 'maintenance/alarm', disarmed)
	await lookNow(namespace, 'test')
	await threeVote(t, namespace)
	await untilHealthy(namespace, 'test', 90)
	await allEqual(t, namespace)
	await keptKey(t, namespace, 'test')
})

test('etcd cannot tell who is corrupt: nothing is done, and it is said', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...onVolumes })
	const pods = (await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name)
	await etcd(namespace, 'maintenance/alarm', { action: 'ACTIVATE', memberID: '0', alarm: 'CORRUPT' })
	await lookNow(namespace, 'test')
	t.log(await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^Corrupt$/ }))
	await sleep(5000)
	t.deepEqual(
		(await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name),
		pods,
	)
	const [pod = ''] = pods
	await ask(namespace, `pods/${pod}`, 'maintenance/alarm', disarmed)
	await lookNow(namespace, 'test')
	await untilHealthy(namespace, 'test')
})
