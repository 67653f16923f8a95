// Members on their way to something else: somebody who writes all along, and what is seen of members meanwhile.
import type { ExecutionContext } from 'ava'
import { annotations, clientServiceName, ports } from '../../api/names.ts'
import { pathOf } from '../admission/api.ts'
import { podsOf, statusOf, until, type ClusterPod } from './cluster-support.ts'
import { membersAt, watching } from './looking.ts'
import { api, base64, eventually, isReady } from './support.ts'

const everyMs = 300

interface Written {
	readonly acknowledged: number
	readonly failed: number
	/** The longest time in which nothing was acknowledged. */
	readonly pauseMs: number
	/** Acknowledged, and not there any more. */
	readonly lost: readonly string[]
}

/** Through the Service, while something goes on. A write that hangs holds up no other. */
export async function writing(
	namespace: string,
	name: string,
	during: () => Promise<void>,
): Promise<Written> {
	const root = `/api/v1/namespaces/${namespace}/services/${clientServiceName(name)}:${ports.client}/proxy/v3/kv`
	const acknowledged: string[] = []
	const pending = new Set<Promise<void>>()
	let [failed, count, pauseMs, last] = [0, 0, 0, performance.now()]
	const one = async (key: string): Promise<void> => {
		const said = await api.ask('POST', `${root}/put`, { key: base64(key), value: base64(key) })
		if (said.status !== 200) throw new Error(said.message)
		acknowledged.push(key)
		pauseMs = Math.max(pauseMs, performance.now() - last)
		last = performance.now()
	}
	const timer = setInterval(() => {
		const written: Promise<void> = one(`during-${count++}`)
			.catch(() => void failed++)
			.finally(() => pending.delete(written))
		pending.add(written)
	}, everyMs)
	await during().finally(() => clearInterval(timer))
	await Promise.all(pending)
	const all = { key: base64('during-'), range_end: base64('during.'), keys_only: true }
	const { kvs = [] } = (await api.must('POST', `${root}/range`, all)) as { kvs?: readonly { key: string }[] }
	const found = new Set(kvs.map(({ key }) => Buffer.from(key, 'base64').toString()))
	return {
		acknowledged: acknowledged.length,
		failed,
		pauseMs,
		lost: acknowledged.filter((key) => !found.has(key)),
	}
}

/** Nothing is lost, and members are without a leader for no longer than it takes to find one. */
export function servedAllAlong(t: ExecutionContext, { acknowledged, failed, pauseMs, lost }: Written): void {
	t.log(`${acknowledged} acknowledged, ${failed} not, longest pause ${pauseMs.toFixed(0)} ms`)
	t.deepEqual(lost, [])
	t.true(acknowledged > 10, 'something was written')
	t.true(pauseMs < 6000, `nothing was acknowledged for ${pauseMs.toFixed(0)} ms`)
}

interface Rolled {
	/** Names in the order in which their pods or their images became others. */
	readonly order: readonly string[]
	/** How many pods were ready at least. */
	readonly leastReady: number
}

const isUp = (pod: ClusterPod): boolean => isReady(pod) && pod.metadata.deletionTimestamp === undefined

/** Of members whose names stay. */
export async function rolling(namespace: string, name: string, during: () => Promise<void>): Promise<Rolled> {
	const what = (pod: ClusterPod): string => `${pod.metadata.uid} ${imageOf(pod)}`
	// Members answer us a moment before their kubelets call them ready.
	await eventually('all are ready', async () => (await podsOf(namespace, name)).every(isUp))
	const before = new Map((await podsOf(namespace, name)).map((pod) => [pod.metadata.name, what(pod)]))
	const order: string[] = []
	let leastReady = before.size
	const look = async (): Promise<void> => {
		const pods = await podsOf(namespace, name)
		leastReady = Math.min(leastReady, pods.filter(isUp).length)
		for (const pod of pods) {
			const own = pod.metadata.name
			if (what(pod) !== before.get(own) && !order.includes(own)) order.push(own)
		}
	}
	await watching(look, during)
	// What was waited for may have become so since the last look.
	await look()
	return { order, leastReady }
}

export const imageOf = ({ spec }: ClusterPod): string =>
	(spec as { containers?: readonly { image: string }[] }).containers?.[0]?.image ?? ''

export const imagesOf = async (namespace: string, name: string): Promise<readonly string[]> =>
	(await podsOf(namespace, name)).map(imageOf).toSorted()

interface Succession {
	/** Names in the order in which they left the list. */
	readonly left: readonly string[]
	/** How many voters answered a read that a quorum confirms, each for itself, at least. */
	readonly leastAnswering: number
	readonly mostMembers: number
	readonly looks: number
}

async function answers(namespace: string, pod: string): Promise<boolean> {
	const path = `/api/v1/namespaces/${namespace}/pods/${pod}:${ports.client}/proxy/v3/kv/range`
	return (await api.ask('POST', path, { key: base64('before') })).status === 200
}

/** Of members that are replaced by others. A look during which the list changed says nothing about who answered. */
export async function succession(
	namespace: string,
	name: string,
	during: () => Promise<void>,
): Promise<Succession> {
	const listed = async () => await membersAt(namespace, `services/${clientServiceName(name)}`)
	const before = (await listed()).map((member) => member.name ?? '')
	const left: string[] = []
	let [leastAnswering, mostMembers] = [before.length, before.length]
	const looks = await watching(async () => {
		const members = await listed()
		const names = new Set(members.map((member) => member.name))
		mostMembers = Math.max(mostMembers, members.length)
		left.push(...before.filter((own) => !names.has(own) && !left.includes(own)))
		const voters = members.filter(({ isLearner }) => isLearner !== true)
		const said = await Promise.all(
			voters.map(async (voter) => await answers(namespace, voter.name ?? '').catch(() => false)),
		)
		if (JSON.stringify(await listed()) !== JSON.stringify(members)) return
		leastAnswering = Math.min(leastAnswering, said.filter(Boolean).length)
	}, during)
	return { left, leastAnswering, mostMembers, looks }
}

/** Every member says that it runs it, and all are well: how many seconds that took. */
export const untilAllAt = async (
	namespace: string,
	name: string,
	version: string,
	seconds = 120,
): Promise<number> =>
	await until(
		namespace,
		name,
		`all of ${name} run ${version}`,
		({ health, memberStates = [] }) =>
			health === 'Healthy' && memberStates.every((member) => member.version === version),
		seconds,
	)

export const untilOneAt = async (namespace: string, name: string, version: string): Promise<number> =>
	await until(
		namespace,
		name,
		`one of ${name} runs ${version}`,
		({ memberStates = [] }) => memberStates.some((member) => member.version === version),
		120,
	)

export const leaderOf = async (namespace: string, name: string): Promise<string> =>
	(await statusOf(namespace, name)).leader ?? ''

/** Said to the cluster itself, before its version. */
export async function permitDown(namespace: string, name: string, minor: string): Promise<void> {
	const metadata = { annotations: { [annotations.allowDowngrade]: minor } }
	const path = pathOf('EtcdCluster', namespace, name)
	await api.must('PATCH', path, { metadata }, 'application/merge-patch+json')
}

/** Pods are as they should be, and all is well: how many seconds that took. */
export async function untilPods(
	namespace: string,
	name: string,
	what: string,
	areSo: (pods: readonly ClusterPod[]) => boolean,
	seconds = 120,
): Promise<number> {
	const began = performance.now()
	await eventually(what, async () => areSo(await podsOf(namespace, name)), seconds)
	await until(namespace, name, what, ({ health }) => health === 'Healthy', seconds)
	return (performance.now() - began) / 1000
}
