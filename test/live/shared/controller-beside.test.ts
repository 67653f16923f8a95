// Who is there beside us and was there first: other people's objects, quotas, users of etcd, network policies.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import {
	ask,
	change,
	conditionOf,
	deletePod,
	keptKey,
	make,
	namesOf,
	onVolumes,
	podsOf,
	put,
	statusOf,
	stored,
	untilCondition,
	untilHealthy,
	untilReadyMembers,
	withKey,
	uidsOf,
} from '../cluster-support.ts'
import { eventsOf, lookNow, watching } from '../looking.ts'
import { apply, eventually, exec, get, isReady, kubectl, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

interface Stored {
	readonly metadata: {
		readonly name: string
		readonly uid: string
		readonly resourceVersion: string
		readonly ownerReferences?: readonly { readonly uid: string }[]
	}
	readonly spec: unknown
}

const reasonsOf = async (namespace: string, name: string): Promise<readonly string[]> =>
	(await eventsOf(namespace, name)).map(({ reason }) => reason)

test('a Service of somebody else under the name of ours: the birth waits, and nothing of it changes', async (t) => {
	const namespace = await ownNamespace(t)
	const service = { selector: { app: 'theirs' }, ports: [{ port: 80 }] }
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: { name: 'test-client' },
		spec: service,
	})
	const theirs = await get<Stored>(namespace, 'service', 'test-client')
	await make(namespace, 'test', { size: 1 })
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^NameTaken$/ })
	t.is(said, 'Service test-client belongs to nobody of ours; it is left alone')
	await sleep(3000)
	t.deepEqual(await get<Stored>(namespace, 'service', 'test-client'), theirs)
	t.deepEqual(await podsOf(namespace, 'test'), [])

	await kubectl('-n', namespace, 'delete', 'service', 'test-client')
	await untilHealthy(namespace, 'test')
	const { metadata } = await get<Stored>(namespace, 'service', 'test-client')
	t.not(metadata.uid, theirs.metadata.uid)
	t.is(metadata.ownerReferences?.[0]?.uid, (await stored(namespace, 'test')).metadata.uid)
	await put(namespace, 'test', 'before', 'written')
	await keptKey(t, namespace, 'test')
})

const noBudgets = {
	apiVersion: 'v1',
	kind: 'ResourceQuota',
	metadata: { name: 'none' },
	spec: { hard: { 'count/poddisruptionbudgets.policy': '0' } },
}
const refused =
	/^PodDisruptionBudget \w+: .*exceeded quota: none, requested: count\/poddisruptionbudgets\.policy=1/

test('a quota that forbids disruption budgets: said, and members are born and replaced without', async (t) => {
	const namespace = await ownNamespace(t)
	const budgets = async () => namesOf((await get<{ items: Stored[] }>(namespace, 'pdb')).items)
	await withKey(namespace, 'there', { size: 3 })
	await apply(namespace, noBudgets)
	await eventually('the quota counts', async () => {
		const { status } = await get<{ status?: { hard?: object } }>(namespace, 'resourcequota', 'none')
		return status?.hard !== undefined
	})
	await kubectl('-n', namespace, 'delete', 'pdb', 'there')
	const said = await untilCondition(namespace, 'there', { type: 'Degraded', reason: /^ObjectsRefused$/ })
	t.regex(said, refused)
	const [killed = ''] = namesOf(await podsOf(namespace, 'there'))
	await deletePod(namespace, killed)
	t.log(`replaced after ${(await untilReadyMembers(namespace, 'there', 3, 60, [killed])).toFixed(1)} s`)
	await untilCondition(namespace, 'there', { type: 'Degraded', reason: /^ObjectsRefused$/ })
	await untilCondition(namespace, 'there', { type: 'Available' })
	await keptKey(t, namespace, 'there')

	await make(namespace, 'fresh', { size: 1 })
	await untilCondition(namespace, 'fresh', { type: 'Available' })
	await untilCondition(namespace, 'fresh', { type: 'Degraded', reason: /^ObjectsRefused$/ })
	await put(namespace, 'fresh', 'before', 'written')
	t.deepEqual(await budgets(), [])

	await kubectl('-n', namespace, 'delete', 'resourcequota', 'none')
	const began = performance.now()
	await eventually('both are back', async () => (await budgets()).length === 2, 120)
	t.log(`budgets are back ${((performance.now() - began) / 1000).toFixed(1)} s after the quota was lifted`)
	for (const name of ['there', 'fresh']) {
		await untilHealthy(namespace, name)
		await keptKey(t, namespace, name)
	}
})

const user = ['--user', 'root:secret'] as const

async function enableAuth(namespace: string): Promise<void> {
	const auth = async (path: string, body: object): Promise<void> => {
		await ask(namespace, 'services/test-client', `auth/${path}`, body)
	}
	await auth('user/add', { name: 'root', password: 'secret' })
	await auth('role/add', { name: 'root' })
	await auth('user/grant', { user: 'root', role: 'root' })
	await auth('enable', {})
}

test('auth is on: available by what pods say, members come back on their volumes, and all is well once it is off', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...onVolumes })
	const names = namesOf(await podsOf(namespace, 'test'))
	const [killed = '', other = ''] = names
	// From inside, since the API server keeps the header with a token of etcd's for itself.
	const etcdctl = async (...args: readonly string[]) =>
		await exec(namespace, other, 'etcdctl', ...user, ...args)
	await enableAuth(namespace)
	await lookNow(namespace, 'test')
	await untilCondition(namespace, 'test', { type: 'Available', reason: /^AuthEnabled$/ })
	const members = await etcdctl('member', 'list')
	t.is(members.trim().split('\n').length, 3)
	const claim = await get<Stored>(namespace, 'pvc', killed)
	const uids = uidsOf(await podsOf(namespace, 'test'))

	const available = new Set<string>()
	const looks = await watching(
		async () => {
			const { status, reason } = conditionOf(await statusOf(namespace, 'test'), 'Available') ?? {}
			available.add(`${status} ${reason}`)
		},
		async () => {
			await deletePod(namespace, killed)
			await eventually(
				'all three are ready, one of them anew',
				async () => {
					const pods = await podsOf(namespace, 'test')
					const { members: { ready = [] } = {} } = await statusOf(namespace, 'test')
					const isAnew = pods.some(({ metadata }) => !uids.includes(metadata.uid))
					// What is said may be of before.
					return isAnew && ready.length === 3 && pods.length === 3 && pods.every(isReady)
				},
				60,
			)
		},
	)
	t.true(looks > 3, 'it was looked at')
	t.deepEqual([...available], ['True AuthEnabled'])
	t.deepEqual(namesOf(await podsOf(namespace, 'test')), names)
	t.is((await get<Stored>(namespace, 'pvc', killed)).metadata.uid, claim.metadata.uid)
	t.is(await etcdctl('member', 'list'), members)
	t.is((await etcdctl('get', 'before', '--print-value-only')).trim(), 'written')

	await etcdctl('auth', 'disable')
	await untilHealthy(namespace, 'test')
	t.false((await reasonsOf(namespace, 'test')).includes('QuorumLost'))
	await keptKey(t, namespace, 'test')
})

// A playground's network knows no policies, so that only the object is looked at, and not whom it keeps out.
test('a network policy is made, lets members reach each other, and goes when it is not wanted any more', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, networkPolicy: true })
	const policies = async () =>
		(await get<{ items: { spec: Record<string, unknown> }[] }>(namespace, 'networkpolicy')).items
	const [policy, ...more] = await policies()
	t.deepEqual(more, [])
	const selector = { matchLabels: { app: 'etcd', etcd_cluster: 'test' } }
	t.deepEqual(policy?.spec, {
		podSelector: selector,
		policyTypes: ['Ingress'],
		ingress: [
			{ from: [{ podSelector: selector }], ports: [{ port: 2380, protocol: 'TCP' }] },
			{ ports: [2379, 2381].map((port) => ({ port, protocol: 'TCP' })) },
		],
	})
	for (const { metadata } of await podsOf(namespace, 'test'))
		t.like(metadata.labels, selector.matchLabels, metadata.name)
	await keptKey(t, namespace, 'test')
	await change(namespace, 'test', { networkPolicy: false })
	await eventually('it is gone', async () => (await policies()).length === 0)
	await untilHealthy(namespace, 'test')
})
