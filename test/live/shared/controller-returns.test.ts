// How members come back: in place, on their volumes, all at once, or as another one; and what a birth does that cannot be finished.
import anyTest, { type TestFn } from 'ava'
import {
	change,
	deletePod,
	idsOf,
	keptKey,
	make,
	membersOf,
	namesOf,
	onVolumes,
	podsOf,
	put,
	statusOf,
	untilCondition,
	untilHealthy,
	untilReadyMembers,
	withKey,
} from '../cluster-support.ts'
import { endpoints, eventsOf, membersAt, watching } from '../looking.ts'
import { eventually, get, kubectl, ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

interface Claims {
	readonly items: readonly { readonly metadata: { readonly name: string; readonly uid: string } }[]
}

const claimsOf = async (namespace: string) =>
	(await get<Claims>(namespace, 'pvc')).items
		.map(({ metadata: { name, uid } }) => `${name} ${uid}`)
		.toSorted()

test('all pods on volumes are gone at once: a lost quorum returns by itself, with the same members', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...onVolumes })
	const [members, claims] = [idsOf(await membersOf(namespace, 'test')), await claimsOf(namespace)]
	const pods = await podsOf(namespace, 'test')
	await Promise.all(pods.map(async ({ metadata }) => await deletePod(namespace, metadata.name)))
	const known = pods.map(({ metadata }) => metadata.uid)
	await eventually(
		'three others run',
		async () => {
			const now = await podsOf(namespace, 'test')
			return now.length === 3 && !now.some(({ metadata }) => known.includes(metadata.uid))
		},
		60,
	)
	t.log(`healthy after ${(await untilHealthy(namespace, 'test')).toFixed(1)} s`)
	t.deepEqual(namesOf(await podsOf(namespace, 'test')), namesOf(pods))
	t.deepEqual(idsOf(await membersOf(namespace, 'test')), members)
	t.deepEqual(await claimsOf(namespace), claims)
	await keptKey(t, namespace, 'test')
})

interface Restarted {
	readonly metadata: { readonly uid: string }
	readonly status: { readonly containerStatuses?: readonly { readonly restartCount: number }[] }
}

test('a process that ends is started again in place, the leader’s as well, without a volume', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	const members = idsOf(await membersOf(namespace, 'test'))
	const pods = await podsOf(namespace, 'test')
	const { leader } = await statusOf(namespace, 'test')
	const follower = pods.map(({ metadata }) => metadata.name).find((name) => name !== leader) ?? ''
	for (const name of [follower, leader ?? '']) {
		const before = await get<Restarted>(namespace, 'pod', name)
		await using _ = await playground.fault({ fault: 'kill', pod: `${namespace}/${name}` })
		await eventually(`${name} was started again`, async () => {
			const now = await get<Restarted>(namespace, 'pod', name)
			t.is(now.metadata.uid, before.metadata.uid)
			return now.status.containerStatuses?.[0]?.restartCount === 1
		})
		await untilReadyMembers(namespace, 'test', 3, 60)
		await untilHealthy(namespace, 'test')
	}
	t.deepEqual(idsOf(await membersOf(namespace, 'test')), members)
	await keptKey(t, namespace, 'test')
})

test('the claim of the leader is deleted under it: another joins, it hands over, and leaves', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...onVolumes })
	const { leader = '' } = await statusOf(namespace, 'test')
	const counts: number[] = []
	const looks = await watching(
		async () => void counts.push((await membersAt(namespace, 'services/test-client')).length),
		async () => {
			await kubectl('-n', namespace, 'delete', 'pvc', leader, '--wait=false')
			await untilReadyMembers(namespace, 'test', 3, 90, [leader])
			await eventually(
				'its claim is gone',
				async () => !(await claimsOf(namespace)).join().includes(leader),
				60,
			)
		},
	)
	t.true(looks > 10, 'it was looked at')
	t.deepEqual([...new Set(counts)], [3, 4, 3].slice(0, new Set(counts).size))
	t.true(Math.min(...counts) === 3 && Math.max(...counts) === 4, counts.join(' '))
	const told = (await eventsOf(namespace, 'test')).map(({ reason }) => reason)
	t.true(told.includes('Leader Moved'), told.join(', '))
	await untilHealthy(namespace, 'test')
	t.is((await podsOf(namespace, 'test')).length, 3)
	await keptKey(t, namespace, 'test')
})

test('a seed whose claim is gone before it ran is given up, and another is born', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', {
		size: 1,
		pod: { ...onVolumes.pod, nodeSelector: { nowhere: 'yes' } },
	})
	await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^Unschedulable$/ })
	const { birth } = await statusOf(namespace, 'test')
	t.like(birth, { attempt: 1, state: 'forming' })
	await kubectl('-n', namespace, 'delete', 'pvc', birth?.seed ?? '', '--wait=false')
	await eventually(
		'another is tried',
		async () => (await statusOf(namespace, 'test')).birth?.attempt === 2,
		60,
	)
	const { birth: next } = await statusOf(namespace, 'test')
	t.not(next?.seed, birth?.seed)
	const told = (await eventsOf(namespace, 'test')).map(({ reason }) => reason)
	t.true(told.includes('Birth Abandoned'), told.join(', '))
	await change(namespace, 'test', { pod: { nodeSelector: null } })
	await untilHealthy(namespace, 'test')
	t.is((await statusOf(namespace, 'test')).birth?.state, 'declared')
	await put(namespace, 'test', 'before', 'written')
	await keptKey(t, namespace, 'test')
})

test('no client is let in before a majority votes', async (t) => {
	const namespace = await ownNamespace(t)
	const early: string[] = []
	const looks = await watching(
		async () => {
			const open = await endpoints(namespace, 'test')
			if (open === 0) return
			const members = await membersAt(namespace, 'services/test-client')
			const voting = members.filter(({ isLearner }) => isLearner !== true).length
			if (voting < 2) early.push(`${open} open, ${voting} vote`)
		},
		async () => {
			await make(namespace, 'test', { size: 3 })
			await untilHealthy(namespace, 'test')
		},
	)
	t.true(looks > 10, 'it was looked at')
	t.deepEqual(early, [])
})
