// What people do to the objects of a cluster by hand: put back, or left alone and said, and never at a member's expense.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import {
	ask,
	change,
	conditionOf,
	idsOf,
	keptKey,
	membersOf,
	namesOf,
	podsOf,
	statusOf,
	untilCondition,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { shellPod } from '../etcd-pods.ts'
import { eventsOf } from '../looking.ts'
import { apply, eventually, get, kubectl, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

test('a pod that is given to another cluster comes back to its own, and neither loses a member', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'one', { size: 3 })
	await withKey(namespace, 'other', { size: 1 })
	const before = [await membersOf(namespace, 'one'), await membersOf(namespace, 'other')].map(idsOf)
	const pods = await podsOf(namespace, 'one')
	const [taken] = pods
	const name = taken?.metadata.name ?? ''
	await kubectl('-n', namespace, 'label', 'pod', name, 'etcd_cluster=other', '--overwrite')
	await eventually(
		'its labels are put back',
		async () => namesOf(await podsOf(namespace, 'one')).includes(name),
		10,
	)
	await sleep(3000)
	const after = [await membersOf(namespace, 'one'), await membersOf(namespace, 'other')].map(idsOf)
	t.deepEqual(after, before)
	const uids = async () => (await podsOf(namespace, 'one')).map(({ metadata }) => metadata.uid).toSorted()
	t.deepEqual(await uids(), pods.map(({ metadata }) => metadata.uid).toSorted())
	const told = (await eventsOf(namespace, 'one')).map(({ reason, message }) => `${reason}: ${message}`)
	t.true(told.includes(`Labels Put Right: ${name} has lost labels of ours`), told.join('\n'))
	await untilHealthy(namespace, 'one')
	await untilHealthy(namespace, 'other')
	await keptKey(t, namespace, 'one')
	await keptKey(t, namespace, 'other')
})

test('a stranger with our labels is named and left alone', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 1 })
	const stranger = shellPod('stranger')
	const labels = { app: 'etcd', etcd_cluster: 'test', etcd_node: 'stranger' }
	await apply(namespace, { ...stranger, metadata: { ...stranger.metadata, labels } })
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^ForeignPod$/ })
	t.regex(said, /^pod stranger has our labels and is not ours; .+ should lose the label etcd_cluster$/)
	const { metadata } = await get<{ metadata: { uid: string } }>(namespace, 'pod', 'stranger')
	await sleep(3000)
	t.is((await get<{ metadata: { uid: string } }>(namespace, 'pod', 'stranger')).metadata.uid, metadata.uid)
	t.is((await statusOf(namespace, 'test')).size, 1)
	await keptKey(t, namespace, 'test')
	await kubectl('-n', namespace, 'label', 'pod', 'stranger', 'etcd_cluster-')
	await untilHealthy(namespace, 'test')
	t.is(conditionOf(await statusOf(namespace, 'test'), 'Degraded')?.status, 'False')
})

const strange = 'http://stranger.example:2380'

const addedByHand = anyTest.macro({
	title: (given) => `a ${given} that somebody added is named and left alone, and nobody leaves for it`,
	async exec(t, isLearner: boolean) {
		const namespace = await ownNamespace(t)
		await withKey(namespace, 'test', { size: 3 })
		const before = await membersOf(namespace, 'test')
		// etcd asks for five quiet seconds after each change of its voters.
		await eventually('etcd takes it', async () => {
			const body = { peerURLs: [strange], isLearner }
			await ask(namespace, 'services/test-client', 'cluster/member/add', body)
			return true
		})
		// Nothing tells of it, so that it would be found by the look of each minute; any change of ours makes one at once.
		await kubectl('-n', namespace, 'annotate', 'etcd', 'test', 'looked=at')
		const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^ForeignMember$/ }, 90)
		t.regex(said, /^member ([0-9a-f]+) \(http:\/\/stranger\.example:2380\) .+: etcdctl member remove \1$/)
		await sleep(10_000)
		const now = await membersOf(namespace, 'test')
		const ours = now.filter(({ peerURLs }) => !peerURLs.includes(strange))
		t.is(now.length, 4)
		t.deepEqual(idsOf(ours), idsOf(before))
		t.is((await podsOf(namespace, 'test')).length, 3)
		await keptKey(t, namespace, 'test')

		const { ID } = now.find(({ peerURLs }) => peerURLs.includes(strange)) ?? {}
		await ask(namespace, 'services/test-client', 'cluster/member/remove', { ID })
		await kubectl('-n', namespace, 'annotate', 'etcd', 'test', 'looked=again', '--overwrite')
		await untilHealthy(namespace, 'test', 90)
		t.deepEqual(idsOf(await membersOf(namespace, 'test')), idsOf(before))
		await keptKey(t, namespace, 'test')
	},
})

test('learner', addedByHand, true)
test('voter', addedByHand, false)

test('a Service that was deleted is back within seconds', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 1 })
	for (const name of ['test-client', 'test']) {
		await kubectl('-n', namespace, 'delete', 'service', name)
		await eventually(`${name} is back`, async () => (await get(namespace, 'service', name)) !== undefined, 5)
	}
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
	const told = (await eventsOf(namespace, 'test')).filter(({ reason }) => reason === 'Service Put Right')
	t.deepEqual(told.map(({ message }) => message).toSorted(), [
		'Service test is missing or not as wanted',
		'Service test-client is missing or not as wanted',
	])
})

test('the disruption budget is turned off and on again', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 1 })
	const budgets = async () =>
		(await get<{ items: { metadata: { name: string }; spec: { minAvailable: number } }[] }>(namespace, 'pdb'))
			.items
	t.is((await budgets()).length, 1)
	await change(namespace, 'test', { podDisruptionBudget: false })
	await eventually('there is none', async () => (await budgets()).length === 0, 10)
	await change(namespace, 'test', { podDisruptionBudget: true })
	await eventually('it is back', async () => (await budgets()).length === 1, 10)
	t.is((await budgets())[0]?.spec.minAvailable, 1)
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
})
