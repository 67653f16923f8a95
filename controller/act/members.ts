// Changes of the membership, asked of the leader, whose view of who is alive is the best there is (R3, R6); beyond our reach, of a voter
// that has just asked it.
import type { EtcdClient } from '../../etcd/client.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { NotNow } from '../not-now.ts'
import type { Look } from '../observe.ts'
import type { Memory } from '../memory.ts'

/**
 * Who is asked judges by its own links, and calls the cluster unhealthy until they have stood for five seconds. A link can stay dead in a
 * leader's books for good: what it last sent to the old address of a member fails after the member has come back at a new one. Whoever
 * is refused for three times as long, while a quorum confirms a read through every voter, asks the others.
 */
export const booksAreWrongMs = 15_000

const isRefused = (reason: unknown): boolean => reason instanceof EtcdError && reason.code === 'unhealthy'

type Voters = Pick<Look, 'seen' | 'clients'>

/** The leader first. */
function voters({ seen: { members }, clients }: Voters): readonly EtcdClient[] {
	const all = members.fresh ? members.all : []
	return all
		.filter(({ isLearner, health }) => !isLearner && health.answers && health.confirmed && health.status)
		.toSorted((one, other) => Number(other.isLeader) - Number(one.isLeader))
		.flatMap(({ name }) => clients.get(name) ?? [])
}

/** Refused is not done: the only failure after which somebody else may be asked. */
export async function changeMembers(
	look: Voters,
	refusals: Pick<Memory, 'refusedMs'>,
	cluster: string,
	change: (through: EtcdClient) => Promise<unknown>,
): Promise<void> {
	const [first, ...others] = voters(look)
	if (first === undefined) throw new NotNow('no voter answers')
	let refusal: unknown
	try {
		await change(first)
		refusals.refusedMs(cluster, false)
		return
	} catch (reason) {
		if (!isRefused(reason) || refusals.refusedMs(cluster, true) < booksAreWrongMs) throw reason
		refusal = reason
	}
	for (const other of others)
		try {
			await change(other)
			refusals.refusedMs(cluster, false)
			return
		} catch (reason) {
			if (!isRefused(reason)) throw reason
		}
	throw refusal
}

export function leaderOf({ seen, clients }: Look): EtcdClient {
	const leader = seen.members.fresh
		? seen.members.all.find(({ isLeader, health }) => isLeader && health.answers)
		: undefined
	const client = leader && clients.get(leader.name)
	if (client === undefined) throw new NotNow('no leader answers')
	return client
}
