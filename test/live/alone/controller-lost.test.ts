// Who is lost and who only cannot be reached: a member is replaced when nobody has heard of it for long enough, and never because
// we alone do not.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import {
	change,
	idsOf,
	keptKey,
	membersOf,
	podsOf,
	put,
	read,
	statusOf,
	uidsOf,
	untilCondition,
	untilHealthy,
	untilReadyMembers,
	withKey,
	type ClusterPod,
	type Listed,
} from '../cluster-support.ts'
import { eventsOf, lookNow, membersAt, watching } from '../looking.ts'
import { eventually, get, isReady, kubectl, ownNamespace, playground, type Pod } from '../support.ts'

const test = anyTest.serial as TestFn

/** Instead of five minutes; the controller manager of a playground calls a node lost after 16 s. */
const graceSeconds = 20

const ours = ['-n', 'kubectl-etcd'] as const
const deployment = 'deployment/kubectl-etcd-controller'

interface Deployment {
	readonly spec: {
		readonly template: { readonly spec: { readonly containers: readonly [{ args: string[] }] } }
	}
}

/** Without what an earlier run may have left. */
async function plainArguments(): Promise<readonly string[]> {
	const { spec } = await get<Deployment>('kubectl-etcd', deployment)
	return spec.template.spec.containers[0].args.filter((one) => !one.startsWith('--lost-after-seconds'))
}

async function restartController(args: readonly string[]): Promise<void> {
	const patch = [{ op: 'replace', path: '/spec/template/spec/containers/0/args', value: args }]
	await kubectl(...ours, 'patch', deployment, '--type=json', '-p', JSON.stringify(patch))
	await kubectl(...ours, 'rollout', 'status', deployment, '--timeout=120s')
}

const before = await plainArguments()
test.before(async () => {
	await restartController([...before, `--lost-after-seconds=${graceSeconds}`])
})
test.after.always(async () => {
	await restartController(before)
})

async function controllerPod(): Promise<ClusterPod> {
	const pods = await get<{ items: readonly ClusterPod[] }>(
		'kubectl-etcd',
		'pods',
		'-l',
		'app.kubernetes.io/component=controller',
	)
	// The one before it may still be ending.
	const running = pods.items.filter((pod) => isReady(pod) && pod.metadata.deletionTimestamp === undefined)
	if (running.length !== 1 || running[0] === undefined) throw new Error(`${running.length} controllers run`)
	return running[0]
}

const nodeIsReady = async (name: string): Promise<boolean> => isReady(await get<Pod>('default', 'node', name))

/** Spread is only preferred: with a node that has two of three the quorum goes, which is another story. Then another one is made. */
async function spreadOut(
	namespace: string,
	notOn: string,
): Promise<{ readonly pods: readonly ClusterPod[]; readonly lost: ClusterPod }> {
	for (let times = 0; times < 5; times++) {
		await withKey(namespace, 'test', { size: 3 })
		const pods = await podsOf(namespace, 'test')
		const isAlone = ({ spec: { nodeName: own } }: ClusterPod): boolean =>
			pods.filter(({ spec }) => spec.nodeName === own).length === 1
		const lost = pods.find((pod) => pod.spec.nodeName !== notOn && isAlone(pod))
		if (lost !== undefined) return { pods, lost }
		await kubectl('-n', namespace, 'delete', 'etcd/test')
		await eventually('its pods are gone', async () => (await podsOf(namespace, 'test')).length === 0, 60)
	}
	throw new Error('no member is alone on a node without the controller')
}

test('the node of a member is lost for good: replaced on another node, and not before the grace', async (t) => {
	t.timeout(240_000)
	const namespace = await ownNamespace(t)
	const { spec: controller } = await controllerPod()
	const { pods, lost } = await spreadOut(namespace, controller.nodeName)
	const { nodeName } = lost.spec
	const { name } = lost.metadata
	const survivor = pods.find(({ spec }) => spec.nodeName !== nodeName)?.metadata.name ?? ''
	const isLost = ({ name: one }: Listed): boolean => one === name
	const { leader } = await statusOf(namespace, 'test')
	const most = { voters: 0, members: 0 }
	let removedAfter = 0
	{
		await using _ = await playground.fault({ fault: 'lose-node', node: nodeName })
		const began = performance.now()
		const looks = await watching(
			async () => {
				// Asked of one that is there: the Service leads to the lost one, too, until Kubernetes has noticed.
				const members = await membersAt(namespace, `pods/${survivor}`)
				most.members = Math.max(most.members, members.length)
				most.voters = Math.max(most.voters, members.filter(({ isLearner }) => !isLearner).length)
				if (removedAfter === 0 && !members.some(isLost)) removedAfter = (performance.now() - began) / 1000
			},
			async () => {
				await untilReadyMembers(namespace, 'test', 3, 120, [name])
				await untilHealthy(namespace, 'test')
			},
		)
		t.log(
			`${name === leader ? 'the leader' : 'a follower'} is removed ${removedAfter.toFixed(1)} s after its node went, healthy after ${((performance.now() - began) / 1000).toFixed(1)} s`,
		)
		t.true(looks > 50, 'it was looked at')
		t.true(removedAfter >= graceSeconds, 'not before the grace')
		t.deepEqual(most, { voters: 3, members: 3 })
		const known = new Set(uidsOf(pods))
		const [fresh, ...more] = (await podsOf(namespace, 'test')).filter(
			({ metadata }) => !known.has(metadata.uid),
		)
		t.deepEqual(more, [])
		t.not(fresh?.spec.nodeName, nodeName)
		await keptKey(t, namespace, 'test')
		await put(namespace, 'test', 'meanwhile', 'written')
	}
	await eventually('the node is back', async () => await nodeIsReady(nodeName), 90)
	await eventually('its pod is gone', async () => (await podsOf(namespace, 'test')).length === 3, 60)
	const members = await membersOf(namespace, 'test')
	t.is(members.length, 3)
	t.false(members.some(isLost))
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
	t.is(await read(namespace, 'test', 'meanwhile'), 'written')
})

/** A cluster of which one member is cut off from the controller, and from its own kubelet if so wanted. */
interface Cut {
	readonly name: string
	readonly who: 'leader' | 'follower'
	readonly unready: boolean
}

const cuts: readonly Cut[] = [
	{ name: 'ready', who: 'follower', unready: false },
	{ name: 'unready', who: 'follower', unready: true },
	{ name: 'leader', who: 'leader', unready: true },
]

async function victimOf(namespace: string, { name, who }: Cut): Promise<ClusterPod> {
	const { leader } = await statusOf(namespace, name)
	const pods = await podsOf(namespace, name)
	const victim = pods.find(({ metadata }) => (metadata.name === leader) === (who === 'leader'))
	if (victim === undefined) throw new Error(`${name} has no ${who}`)
	return victim
}

test('members that only we cannot reach stay, whatever Kubernetes thinks of them', async (t) => {
	t.timeout(240_000)
	const namespace = await ownNamespace(t)
	// Who is cut off from a node is cut off from all pods there: no two members may share one.
	for (const { name } of cuts) await withKey(namespace, name, { size: 3, topologySpread: 'Required' })
	const was = new Map<string, readonly (readonly string[])[]>()
	const now = async (name: string) => [
		idsOf(await membersOf(namespace, name)),
		uidsOf(await podsOf(namespace, name)),
	]
	for (const { name } of cuts) was.set(name, await now(name))
	const controller = `kubectl-etcd/${(await controllerPod()).metadata.name}`
	{
		await using faults = new AsyncDisposableStack()
		for (const cut of cuts) {
			const { metadata, spec } = await victimOf(namespace, cut)
			const to = `${namespace}/${metadata.name}`
			faults.use(await playground.fault({ fault: 'partition', from: controller, to }))
			// Probes come from the node; members are on other nodes.
			if (cut.unready) faults.use(await playground.fault({ fault: 'partition', from: spec.nodeName, to }))
		}
		for (const { name } of cuts) await lookNow(namespace, name)
		for (const { name, unready } of cuts) {
			await untilCondition(namespace, name, { type: 'Degraded', reason: /^(MemberSilent|MemberLost)$/ })
			await untilReadyMembers(namespace, name, unready ? 2 : 3, 60)
		}
		// The grace is over for each, since a probe fails six times for five seconds before a pod is called unready. Each is looked
		// at once more at least: ten seconds is the longest pause while somebody is silent.
		await sleep(12_000)
		for (const { name } of cuts) {
			t.deepEqual(await now(name), was.get(name), name)
			await untilCondition(namespace, name, { type: 'Degraded', reason: /^MemberSilent$/ })
		}
	}
	for (const { name } of cuts) {
		await untilHealthy(namespace, name)
		t.deepEqual(await now(name), was.get(name), name)
		await keptKey(t, namespace, name)
	}
})

test('a pod that ends before it ran is given up, and its member with it', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 1 })
	await change(namespace, 'test', { size: 3, pod: { nodeSelector: { nowhere: 'yes' } } })
	const waiting = async (): Promise<ClusterPod | undefined> =>
		(await podsOf(namespace, 'test')).find(({ status }) => status.phase === 'Pending')
	await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^Unschedulable$/ })
	const first = await waiting()
	const { name = '' } = first?.metadata ?? {}
	const joining = async () => (await membersOf(namespace, 'test')).filter(({ isLearner }) => isLearner)
	const [before_] = await joining()
	// A node that it does not fit: the kubelet refuses it for good.
	const binding = {
		apiVersion: 'v1',
		kind: 'Binding',
		metadata: { name },
		target: { apiVersion: 'v1', kind: 'Node', name: 'node1' },
	}
	await playground.kubectl(
		['create', '--raw', `/api/v1/namespaces/${namespace}/pods/${name}/binding`, '-f', '-'],
		{ input: JSON.stringify(binding) },
	)
	await eventually('another waits in its place', async () => {
		const next = await waiting()
		return next !== undefined && next.metadata.name !== name
	})
	t.false((await joining()).some(({ ID }) => ID === before_?.ID))
	t.false((await podsOf(namespace, 'test')).some(({ metadata }) => metadata.name === name))
	const told = (await eventsOf(namespace, 'test')).map(({ message }) => message)
	t.true(
		told.includes(
			`The dead member ${name} is being replaced: ${name} is lost: its pod has ended before it ran`,
		),
		told.join('\n'),
	)
	await keptKey(t, namespace, 'test')
	await change(namespace, 'test', { pod: null })
	await untilHealthy(namespace, 'test')
	t.is((await membersOf(namespace, 'test')).length, 3)
	await keptKey(t, namespace, 'test')
})
