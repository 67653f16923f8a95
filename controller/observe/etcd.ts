// Asks the members: each what it says of itself, each voter to confirm a read with a quorum, and one of them for the list.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EtcdClient } from '../../etcd/client.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { alarmsIn } from '../../etcd/member.ts'
import type { Peeked } from '../../etcd/peek.ts'
import { leads, type Asked, type Reached } from './asked.ts'

export interface Askable {
	readonly name: string
	readonly client: EtcdClient
	/** Asks its plain listener. */
	readonly peek: () => Promise<Peeked | undefined>
}

const caught = async <T>(call: Promise<T>): Promise<T | EtcdError> =>
	await call.catch((reason: unknown) => EtcdError.from(reason))

/** A member that joins holds connections of clients open before it answers them. */
const notServingMs = 100

const silent = {
	status: undefined,
	confirmed: undefined,
	peeked: undefined,
	appliedThen: undefined,
	denied: false,
} as const

async function reach({ name, client, peek }: Askable): Promise<Reached> {
	const unheard = { name, client, ...silent }
	const asked = caught(client.status())
	const patient = async () => await Promise.race([asked, sleep(notServingMs, undefined, { ref: false })])
	let status = await patient()
	// The plain listener comes a moment after the one that holds clients.
	for (; status === undefined; status = await patient()) {
		const peeked = await peek()
		if (peeked) return { ...unheard, peeked, because: 'it does not serve clients yet' }
	}
	if (status instanceof EtcdError)
		return { ...unheard, denied: status.code === 'denied', because: status.message }
	if (status.isLearner) return { ...unheard, status, because: 'it is a learner' }
	const confirmed = await caught(client.confirm())
	if (confirmed instanceof EtcdError) return { ...unheard, status, because: confirmed.message }
	return { ...unheard, status, confirmed, because: '' }
}

/** A learner again, or one that does not serve clients yet. */
async function applied(
	{ status, peeked, client }: Reached,
	peek: Askable['peek'],
): Promise<bigint | undefined> {
	if (peeked !== undefined) return (await peek())?.appliedIndex
	if (status?.isLearner !== true) return undefined
	const again = await caught(client.status())
	return again instanceof EtcdError ? undefined : again.appliedIndex
}

/** Once most have answered the others are not waited for: one that hangs must not slow the healing of its cluster. */
const stragglersMs = 300

async function reachAll(askable: readonly Askable[]): Promise<readonly Reached[]> {
	const answers = new Map<string, Reached>()
	const enough = Promise.withResolvers<void>()
	const all = askable.map(async (one) => {
		answers.set(one.name, await reach(one))
		const confirmed = [...answers.values()].filter((answer) => answer.confirmed !== undefined)
		if (confirmed.length * 2 > askable.length) enough.resolve()
	})
	const most = enough.promise.then(async () => await sleep(stragglersMs, undefined, { ref: false }))
	await Promise.race([Promise.all(all), most])
	const because = 'it answers much later than the others'
	return askable.map(({ name, client }) => answers.get(name) ?? { name, client, ...silent, because })
}

/** Where nobody says a word in time all may be slow, as on a busy machine. Once there is a cluster their words are waited for. */
async function reachPatiently(askable: readonly Askable[], isBorn: boolean): Promise<readonly Reached[]> {
	const first = await reachAll(askable)
	const isAnswered = first.some(({ confirmed, denied }) => confirmed !== undefined || denied)
	if (isAnswered || !isBorn || !first.some(({ peeked }) => peeked !== undefined)) return first
	return await reachAll(askable.map((one) => ({ ...one, peek: nobody })))
}

const nothing = { list: undefined, alarms: [] } as const
const nobody = async (): Promise<undefined> => await Promise.resolve(undefined)

/** An address may have been given to another cluster's pod since: whoever answers there does not speak for this one. */
function ofOneCluster(reached: readonly Reached[], clusterId: string | undefined): readonly Reached[] {
	const known = reached.some(({ confirmed }) => confirmed?.clusterId === clusterId) ? clusterId : undefined
	if (known === undefined) return reached
	return reached.map((one) => {
		const theirs = one.status?.clusterId
		if (theirs === undefined || theirs === known) return one
		return { ...one, ...silent, because: `at its address cluster ${theirs} answers` }
	})
}

export async function askMembers(askable: readonly Askable[], clusterId: string | undefined): Promise<Asked> {
	const first = ofOneCluster(await reachPatiently(askable, clusterId !== undefined), clusterId)
	const clusters = new Set(first.flatMap(({ confirmed }) => (confirmed ? [confirmed.clusterId] : [])))
	if (clusters.size > 1) {
		const because = `its pods answer as more than one cluster: ${[...clusters].join(', ')}`
		return { ...nothing, reached: first, denied: false, because }
	}
	const [through] = first
		.filter(({ confirmed }) => confirmed !== undefined)
		.toSorted((one, other) => Number(leads(other)) - Number(leads(one)))
	if (through === undefined) {
		const because = first.find(({ status }) => status !== undefined)?.because ?? first[0]?.because
		const denied = first.some((one) => one.denied)
		return { ...nothing, reached: first, denied, because: because ?? 'no member has a running pod' }
	}
	const [list, ...again] = await Promise.all([
		caught(through.client.members(through.confirmed)),
		...first.map(async (one, index) => await applied(one, askable[index]?.peek ?? nobody)),
	])
	const reached = first.map((one, index) => ({ ...one, appliedThen: again[index] }))
	if (list instanceof EtcdError)
		return { ...nothing, reached, denied: list.code === 'denied', because: list.message }
	return { reached, list, denied: false, alarms: alarmsIn(through.status?.errors ?? []), because: '' }
}
