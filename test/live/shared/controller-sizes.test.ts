// Every size after every other: one member at a time, clients served all the while, and who leads is the last to stay.
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import {
	ask,
	change,
	keptKey,
	membersOf,
	namesOf,
	onVolumes,
	podsOf,
	put,
	read,
	statusOf,
	untilHealthy,
	withKey,
	type Listed,
} from '../cluster-support.ts'
import { endpoints, eventsOf, membersAt, watching } from '../looking.ts'
import { api, eventually, get, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

const service = 'services/test-client'

async function leaderOf(namespace: string): Promise<string> {
	const path = `/api/v1/namespaces/${namespace}/${service}:2379/proxy/v3/maintenance/status`
	return String((await api.must('POST', path, {}))['leader'])
}

interface Seen {
	readonly endpoints: readonly number[]
	readonly members: readonly (readonly Listed[])[]
	/** Who led when last there was somebody to lead. */
	readonly leader: string
}

/** What was seen on the way to another size. */
async function resize(namespace: string, size: number): Promise<Seen> {
	const seen = { endpoints: [] as number[], members: [] as (readonly Listed[])[], leader: '' }
	await watching(
		async () => {
			seen.endpoints.push(await endpoints(namespace, 'test'))
			const leader = await leaderOf(namespace)
			const members = await membersAt(namespace, service)
			seen.members.push(members)
			if (members.length > 1) seen.leader = leader
		},
		async () => {
			await change(namespace, 'test', { size })
			await eventually(
				`there are ${size}`,
				async () => (await statusOf(namespace, 'test')).size === size,
				120,
			)
			await untilHealthy(namespace, 'test', 90)
			// Healthy is said of members; the pod of one that left may take a moment more to end.
			await eventually('so many pods', async () => (await podsOf(namespace, 'test')).length === size)
		},
	)
	return seen
}

async function resized(t: ExecutionContext, namespace: string, from: number, to: number): Promise<Seen> {
	const began = performance.now()
	const seen = await resize(namespace, to)
	const counts = seen.members.map(({ length }) => length)
	t.log(
		`${from} → ${to}: ${((performance.now() - began) / 1000).toFixed(1)} s, members ${[...new Set(counts)].join(' ')}, endpoints ${[...new Set(seen.endpoints)].join(' ')}`,
	)
	t.true(counts.length > 5, 'it was looked at')
	t.true(Math.max(...counts) <= Math.max(from, to), 'no more members than one of the two sizes')
	t.true(Math.min(...seen.endpoints) > 0, 'the Service always led somewhere')
	const steps = counts.map((count, index) => count - (counts[index - 1] ?? from))
	t.true(
		steps.every((step) => (to > from ? step >= 0 : step <= 0)),
		`no detour: ${counts.join(' ')}`,
	)
	t.is((await membersOf(namespace, 'test')).length, to)
	t.true((await membersOf(namespace, 'test')).every(({ isLearner }) => !isLearner))
	await keptKey(t, namespace, 'test')
	return seen
}

/** To the youngest, whom every other reason would send away first. */
async function youngestLeads(t: ExecutionContext, namespace: string): Promise<string> {
	const { leader = '', memberStates = [] } = await statusOf(namespace, 'test')
	const pods = await get<{ items: { metadata: { name: string } }[] }>(
		namespace,
		'pods',
		'--sort-by=.metadata.creationTimestamp',
	)
	const youngest = pods.items.at(-1)?.metadata.name ?? ''
	const hex = memberStates.find(({ name }) => name === youngest)?.id ?? ''
	const targetID = BigInt(`0x${hex}`).toString()
	if (youngest !== leader)
		await ask(namespace, `pods/${leader}`, 'maintenance/transfer-leadership', { targetID })
	await eventually('it leads', async () => (await leaderOf(namespace)) === targetID)
	t.log(`${youngest} leads, the youngest`)
	return youngest
}

async function lastLed(t: ExecutionContext, namespace: string, { leader }: Seen): Promise<string> {
	const [last] = await membersOf(namespace, 'test')
	t.is(last?.ID, leader)
	t.deepEqual(
		(await eventsOf(namespace, 'test')).filter(({ reason }) => reason === 'Leader Moved'),
		[],
	)
	return last?.name ?? ''
}

test('1, 3, 5, 7 and 1 again', async (t) => {
	t.timeout(300_000)
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 1 })
	for (const [from, to] of [
		[1, 3],
		[3, 5],
		[5, 7],
	] as const) {
		await resized(t, namespace, from, to)
		await put(namespace, 'test', `of ${to}`, 'written')
	}
	const leader = await youngestLeads(t, namespace)
	const seen = await resized(t, namespace, 7, 1)
	t.is(await lastLed(t, namespace, seen), leader)
	for (const size of [3, 5, 7]) t.is(await read(namespace, 'test', `of ${size}`), 'written')
})

test('on volumes: 1, 3 and 1 again, and the volumes of those who left are gone', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 1, ...onVolumes })
	await resized(t, namespace, 1, 3)
	const leader = await youngestLeads(t, namespace)
	const seen = await resized(t, namespace, 3, 1)
	t.is(await lastLed(t, namespace, seen), leader)
	const claims = async () => (await get<{ items: { metadata: { name: string } }[] }>(namespace, 'pvc')).items
	await eventually('one volume is left', async () => (await claims()).length === 1)
	t.deepEqual(namesOf(await claims()), namesOf(await podsOf(namespace, 'test')))
})
