// Ways to lose a quorum, each planted in a cluster of its own, and what the plan must then say.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { onVolumes, podsOf, put, statusOf } from '../cluster-support.ts'
import { directoryOf } from '../data-directory.ts'
import { plugin } from '../plugin.ts'
import { eventually, kubectl, playground } from '../support.ts'
import { planned, refused } from './lost.ts'
import { written } from './keys.ts'
import { born, cutOff, destroyed, killed, nameOf, stilled } from './plant.ts'

interface Loss {
	readonly what: string
	/** Whether npm test plants it, too. */
	readonly often?: true
	readonly plant: (t: ExecutionContext, what: string, namespace: string) => Promise<void>
}

const gone = /: its volume is gone$/

/** One of three is left, of a cluster on volumes or without. */
const destroyedBeside = (what: string, spec: ClusterSpec, writes: number, says: readonly RegExp[]): Loss => ({
	what,
	async plant(t, said, namespace) {
		const [one, ...others] = await born(namespace, { size: 3, ...spec })
		if (one === undefined) throw new Error('there is no pod')
		const revision = await written(namespace, one, writes)
		await destroyed(namespace, others, spec.pod?.persistentVolumeClaimSpec !== undefined)
		await planned(t, said, namespace, { keep: nameOf(one), revision, discard: others.map(nameOf), says })
	},
})

const threeOfFive: Loss = {
	what: 'three of five destroyed, and one of the two that are left was cut off before the last writes',
	async plant(t, what, namespace) {
		const pods = await born(namespace, { size: 5, ...onVolumes })
		const { leader } = await statusOf(namespace, 'test')
		const [behind, newer, ...others] = pods.toSorted(
			(one, other) => Number(nameOf(one) === leader) - Number(nameOf(other) === leader),
		)
		if (behind === undefined || newer === undefined) throw new Error('there are no five pods')
		const before = await written(namespace, newer, 5)
		await using _ = await cutOff(namespace, behind, [newer, ...others])
		const revision = await written(namespace, newer, 11, { key: 'later' })
		await destroyed(namespace, others, true)
		t.true(revision > before)
		const says = [
			new RegExp(
				`^it holds most: revision ${revision}, index .*; ${nameOf(behind)} has revision ${before}, index `,
			),
			new RegExp(`^${nameOf(behind)}: it answers$`),
			gone,
		]
		const discard = [behind, ...others].map(nameOf)
		await planned(t, what, namespace, { keep: nameOf(newer), revision, discard, says })
	},
}

const behindAll: Loss = {
	what: 'the only one left of three was cut off before the last writes were acknowledged',
	often: true,
	async plant(t, what, namespace) {
		const pods = await born(namespace, { size: 3, ...onVolumes })
		const { leader } = await statusOf(namespace, 'test')
		const one = pods.find((pod) => nameOf(pod) !== leader)
		const others = pods.filter((pod) => pod !== one)
		const [other] = others
		if (one === undefined || other === undefined) throw new Error('there is no follower')
		const revision = await written(namespace, other, 5)
		await using _ = await cutOff(namespace, one, others)
		const lost = await written(namespace, other, 9, { key: 'acknowledged' })
		t.true(lost > revision)
		await destroyed(namespace, others, true)
		await planned(t, what, namespace, {
			keep: nameOf(one),
			revision,
			discard: others.map(nameOf),
			says: [gone],
		})
	},
}

const poweredOff: Loss = {
	what: 'the nodes of two of three without power, and their volumes kept',
	async plant(t, what, namespace) {
		const pods = await born(namespace, { size: 3, ...onVolumes })
		const controller = await nodeOfController()
		const one = pods.find(({ spec }) => spec.nodeName === controller)
		if (one === undefined) throw new Error('no member is beside the controller')
		const others = pods.filter((pod) => pod !== one)
		const revision = await written(namespace, one, 6)
		{
			await using faults = new AsyncDisposableStack()
			for (const { spec } of others)
				faults.use(await playground.fault({ fault: 'stop-node', node: spec.nodeName }))
			const unheard = `${what}, before Kubernetes has noticed`
			await refused(
				t,
				unheard,
				namespace,
				6,
				/cannot say what is left of test: .*finds no way to the kubelet/,
			)
			const names = others.map(nameOf)
			const says = [/: its node \S+ is not ready; its volume \S+ is kept$/]
			await planned(t, what, namespace, { keep: nameOf(one), revision, discard: names, waitFor: names, says })
		}
		await refused(
			t,
			'the same, and both nodes are back',
			namespace,
			7,
			/not recovering test: there is a quorum/,
		)
		await kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=90s')
		await kubectl('-n', 'kubectl-etcd', 'rollout', 'status', 'deployment', '--timeout=120s')
	},
}

async function nodeOfController(): Promise<string> {
	const labels = ['-l', 'app.kubernetes.io/component=controller', '-o', 'jsonpath={.items[0].spec.nodeName}']
	return await playground.kubectl(['-n', 'kubectl-etcd', 'get', 'pods', ...labels])
}

const overTls: Loss = {
	what: 'two of three with TLS destroyed with their volumes',
	async plant(t, what, namespace) {
		await new Secrets(namespace, 'test').writeAll()
		const [one, ...others] = await born(namespace, { size: 3, ...staticTls, ...onVolumes })
		if (one === undefined) throw new Error('there is no pod')
		let revision = 0n
		for (const key of ['a', 'b', 'c']) {
			const args = ['ctl', 'test', '-n', namespace, '--write', '--', 'put', key, 'value', '-w', 'json']
			const { code, out, err } = await plugin(args)
			t.is(code, 0, err)
			revision = BigInt((JSON.parse(out) as { header: { revision: number } }).header.revision)
		}
		await destroyed(namespace, others, true)
		await planned(t, what, namespace, {
			keep: nameOf(one),
			revision,
			discard: others.map(nameOf),
			says: [gone],
		})
	},
}

const ofMinor = (version: string): Loss =>
	destroyedBeside(`two of three of ${version} destroyed with their volumes`, { version, ...onVolumes }, 7, [
		gone,
	])

const divided: Loss = {
	what: 'all three cut off from each other, and nothing destroyed',
	async plant(t, what, namespace) {
		const pods = await born(namespace, { size: 3, ...onVolumes })
		await put(namespace, 'test', 'before', 'written')
		const [one, two, three] = pods
		if (one === undefined || two === undefined || three === undefined) throw new Error('there are no three')
		await using _ = await cutOff(namespace, one, [two, three])
		await using another = await cutOff(namespace, two, [three])
		void another
		await refused(t, what, namespace, 7, /not recovering test: nothing is lost/)
	},
}

const allGone: Loss = {
	what: 'all three destroyed with their volumes',
	async plant(t, what, namespace) {
		const pods = await born(namespace, { size: 3, ...onVolumes })
		await put(namespace, 'test', 'before', 'written')
		await destroyed(namespace, pods, true)
		await eventually('no pod is left', async () => (await podsOf(namespace, 'test')).length === 0)
		await refused(t, what, namespace, 5, /nobody is left who holds the data/)
	},
}

const still: Loss = {
	what: 'the processes of two of three stand still: they may hold more than who answers',
	async plant(t, what, namespace) {
		const [, ...others] = await born(namespace, { size: 3, ...onVolumes })
		await put(namespace, 'test', 'before', 'written')
		await using _ = await stilled(namespace, others)
		await refused(t, what, namespace, 6, /cannot say what is left of test: .*no answer in time/)
	},
}

const emptied: Loss = {
	what: 'the directories of two of three emptied on their volumes, and their processes killed',
	async plant(t, what, namespace) {
		const [one, ...others] = await born(namespace, { size: 3, ...onVolumes })
		if (one === undefined) throw new Error('there is no pod')
		const revision = await written(namespace, one, 7)
		for (const pod of others)
			await rm(join(await directoryOf(namespace, pod, true), 'member'), { recursive: true })
		for (const pod of others) await killed(namespace, pod)
		const says = [/: its data is gone: /]
		const discard = others.map(nameOf)
		await planned(t, what, namespace, { keep: nameOf(one), revision, discard, says })
	},
}

export const losses: readonly Loss[] = [
	destroyedBeside('two of three destroyed with their volumes', onVolumes, 7, [
		/^of those who answer it alone can be gone on from: /,
		gone,
	]),
	destroyedBeside('two of three on emptyDirs destroyed at once', {}, 5, [
		/: it kept its data in its pod, which is gone$/,
	]),
	threeOfFive,
	behindAll,
	poweredOff,
	overTls,
	ofMinor('3.4.23'),
	ofMinor('3.5.35'),
	divided,
	allGone,
	still,
	emptied,
]
