// What is told of a cluster on its events: each sentence once in ten minutes, by a clock of the test's own.
import test from 'ava'
import { createEvents } from '../../controller/events.ts'
import { createTeller } from '../../controller/tell.ts'
import type { Look } from '../../controller/observe.ts'
import type { Plan } from '../../controller/step.ts'
import type { WatchedAll } from '../../controller/watch-all.ts'
import type { Key } from '../../controller/world.ts'
import { kubeApi, type KubeApi } from '../../kube/api.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import { ground, makeCluster, nextOf, small, worldOf, type Ground } from './world.ts'

let on: Ground
let watched: WatchedAll
test.before(async () => {
	on = await ground('events')
	watched = await on.follow()
})
test.after.always(async () => await on[Symbol.asyncDispose]())

interface Told extends KubeObject {
	readonly type: string
	readonly reason: string
	readonly message: string
	readonly involvedObject: object
}

const halt: Plan = {
	do: 'halt',
	reason: 'Corrupt',
	rule: 'corrupt',
	why: 'etcd raised CORRUPT for member a1',
}
const goes = { do: 'removeMember', id: '1', name: 'c-b' } as const
const minutes = (count: number): number => count * 60_000

/** A cluster, and who tells of it through this API server. */
async function begin(api: KubeApi = on.there.api) {
	const key: Key = { namespace: await on.there.namespace(), name: 'c' }
	const direct = worldOf(on.there.api, watched.copies)
	await makeCluster(direct, key, small)
	const { look } = await nextOf(direct, key)
	let now = minutes(1000)
	const events = createEvents(createTeller(worldOf(api, watched.copies), () => now))
	return {
		key,
		look,
		direct,
		events,
		at: (minute: number) => (now = minutes(1000 + minute)),
		tell: async (step: Plan, { seen, stored }: Look = look, failure?: string) =>
			await events.tell(key, stored, seen, step, failure),
		told: async () => await direct.kube.list<Told>(kinds.event, { namespace: key.namespace }),
	}
}

const tales: readonly (readonly [Plan, readonly string[]])[] = [
	[{ do: 'rest', rule: 'none', why: 'x' }, []],
	[{ do: 'wait', soon: true, rule: 'learnerJoining', why: 'x' }, []],
	[{ do: 'wait', soon: false, rule: 'quorumLost', why: 'x' }, ['Warning QuorumLost']],
	[halt, ['Warning Corrupt']],
	[{ do: 'recordBirth', attempt: 1, seed: 'c-a', rule: 'unborn', why: 'x' }, ['Normal Birth Recorded']],
	[{ do: 'abandonBirth', rule: 'seedLost', why: 'x' }, ['Warning Birth Abandoned']],
	[{ do: 'declare', clusterId: 'a1', rule: 'seedAnswered', why: 'x' }, ['Normal New Member Added']],
	[
		{ do: 'addMember', name: 'c-b', as: 'learner', rule: 'tooFewMembers', why: 'x' },
		['Normal New Member Added'],
	],
	[{ do: 'promote', id: '1', name: 'c-b', rule: 'learnerJoining', why: 'x' }, ['Normal Member Votes']],
	[{ do: 'moveLeader', to: '1', toName: 'c-b', rule: 'tooManyMembers', why: 'x' }, ['Normal Leader Moved']],
	[{ ...goes, rule: 'tooManyMembers', why: 'x' }, ['Normal Member Removed']],
	[{ ...goes, rule: 'memberLost', why: 'x' }, ['Normal Member Removed', 'Warning Replacing Dead Member']],
	[
		{ do: 'startMember', name: 'c-b', from: 'itsVolume', rule: 'memberWithoutPod', why: 'x' },
		['Normal Member Restarted'],
	],
	[{ do: 'startMember', name: 'c-b', from: 'members', rule: 'notStarted', why: 'x' }, []],
	[{ do: 'relabel', name: 'c-b', rule: 'labelsLost', why: 'x' }, ['Normal Labels Put Right']],
	[{ do: 'applyObjects', names: ['Service c'], rule: 'objectsDrifted', why: 'x' }, []],
	[{ do: 'sealMember', name: 'c-b', id: '1', clusterId: 'a1', rule: 'unsealed', why: 'x' }, []],
]

for (const [step, reasons] of tales)
	test(`of ${step.do} by ${step.rule} is told: ${reasons.join(', ') || 'nothing'}`, async (t) => {
		const { tell, told, look, key } = await begin()
		await tell(step)
		const events = await told()
		t.deepEqual(events.map(({ type, reason }) => `${type} ${reason}`).toSorted(), reasons)
		const { apiVersion, kind } = kinds.cluster
		for (const { involvedObject } of events)
			t.deepEqual(involvedObject, { apiVersion, kind, ...key, uid: look.seen.uid })
	})

test('the same sentence is told once in ten minutes, and again afterwards', async (t) => {
	const { tell, told, at } = await begin()
	const counts: number[] = []
	for (const minute of [0, 0, 1, 5, 9.99, 10, 10.5, 15, 19.9, 20, 45]) {
		at(minute)
		await tell(halt)
		counts.push((await told()).length)
	}
	t.deepEqual(counts, [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4])
})

test('another sentence is told at once, and so is the same of another cluster', async (t) => {
	const { tell, told, look } = await begin()
	await tell(halt)
	await tell({ ...halt, why: 'another' })
	await tell({ ...halt, reason: 'AnotherCluster' })
	await tell(halt)
	t.is((await told()).length, 3)
	const { stored } = look
	await tell(halt, { ...look, stored: { ...stored, metadata: { ...stored.metadata, uid: 'made-again' } } })
	t.is((await told()).length, 4)
})

test('what breaks a rule and what fails is told beside the step, once each', async (t) => {
	const { tell, told, look } = await begin()
	const findings = [{ rule: 'sizeIsEven', field: 'spec.size', message: '4 is even' }]
	const odd = { ...look, seen: { ...look.seen, findings } }
	await tell(halt, odd, 'Kubernetes says: no')
	await tell(halt, odd, 'Kubernetes says: no')
	const said = (await told()).map(({ reason, message }) => `${reason}: ${message}`).toSorted()
	t.deepEqual(said, [
		'Corrupt: etcd raised CORRUPT for member a1',
		'StepFailed: Kubernetes says: no',
		'sizeIsEven: spec.size: 4 is even',
	])
})

test('a sentence without end is cut, not lost', async (t) => {
	const { tell, told } = await begin()
	await tell({ ...halt, why: 'x'.repeat(5000) })
	t.is((await told())[0]?.message.length, 1000)
})

test('where a namespace is going nothing can be told, and that harms nobody', async (t) => {
	const { tell, told, key, direct } = await begin()
	await tell(halt)
	const kind: Kind = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', clusterWide: true }
	const { metadata } = (await direct.kube.get(kind, { name: key.namespace })) ?? {}
	await on.there.api.ask('DELETE', `/api/v1/namespaces/${key.namespace}`, {
		preconditions: { uid: metadata?.uid },
	})
	const refused = direct.kube.create(kinds.event, { metadata: { namespace: key.namespace, name: 'e' } })
	await t.throwsAsync(refused, { message: /being terminated/ })
	await t.notThrowsAsync(tell({ ...halt, why: 'another' }))
	t.is((await told()).length, 1)
})

test('what cannot be told for now keeps nothing from being told later', async (t) => {
	const gate = await on.there.gate()
	t.teardown(async () => await gate[Symbol.asyncDispose]())
	const { tell, told } = await begin(kubeApi(gate.where))
	gate.rewrite = () => '/no/such/path'
	await t.notThrowsAsync(tell({ ...goes, rule: 'memberLost', why: 'x' }))
	t.deepEqual(await told(), [])
	gate.rewrite = (path) => path
	await tell(halt)
	t.deepEqual(
		(await told()).map(({ reason }) => reason),
		['Corrupt'],
	)
})
