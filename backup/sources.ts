// From which member a backup is taken: one through which a quorum has just confirmed a read, a follower before the leader, and of those
// the one that is furthest.
import type { EtcdClient } from '../etcd/client.ts'
import type { Reported } from '../etcd/member.ts'

export interface Asked {
	/** As people know it. */
	readonly name: string
	readonly client: EtcdClient
}

export interface Source extends Asked {
	readonly clusterId: string
	readonly memberId: string
	/** At least so much is in a snapshot that is begun now; nothing where etcd's authentication hides it. */
	readonly revision: bigint | undefined
	readonly term: bigint
	readonly version: string
	readonly storageVersion: string
	readonly leads: boolean
	readonly applied: bigint
}

interface Why {
	readonly name: string
	readonly reason: Error
	/** It said how it is, and no quorum confirmed a read through it. */
	readonly answered: boolean
}

export class NoSource extends Error {
	readonly why: readonly Why[]

	constructor(message: string, why: readonly Why[] = []) {
		super(message)
		this.why = why
	}
}

class Unfit extends Error {
	readonly why: Why

	constructor(why: Why) {
		super(why.reason.message)
		this.why = why
	}
}

type Confirms = (asked: Asked, status: Reported) => Promise<bigint | undefined>

/** Of a member that is cut off nobody knows how old it is. */
const byQuorum: Confirms = async ({ client }) => (await client.confirm()).revision

/** However old it is: for when there is no quorum, and what is left is all that there is. */
const byItself: Confirms = async (_, { revision }) => await Promise.resolve(revision)

async function look(asked: Asked, confirms: Confirms): Promise<Source> {
	const { name, client } = asked
	let answered = false
	try {
		const status = await client.status()
		if (status.isLearner) throw new Error('it is a learner')
		answered = true
		const revision = await confirms(asked, status)
		const { clusterId, memberId, term, version, storageVersion, leader, appliedIndex: applied } = status
		const leads = leader === memberId
		return { name, client, clusterId, memberId, revision, term, version, storageVersion, leads, applied }
	} catch (reason) {
		throw new Unfit({
			name,
			reason: reason instanceof Error ? reason : new Error(String(reason)),
			answered,
		})
	}
}

const bestFirst = (one: Source, other: Source): number =>
	Number(one.leads) - Number(other.leads) || (one.applied > other.applied ? -1 : 1)

/** Best first; whoever does not answer is left out, and named when nobody is left. */
export const sourcesAmong = async (asked: readonly Asked[]): Promise<readonly Source[]> =>
	(await found(asked, byQuorum)).toSorted(bestFirst)

/** As above, and nobody confirms that what they have is what was acknowledged last. */
export const unconfirmedAmong = async (asked: readonly Asked[]): Promise<readonly Source[]> =>
	(await found(asked, byItself)).toSorted((one, other) =>
		one.applied === other.applied ? bestFirst(one, other) : one.applied > other.applied ? -1 : 1,
	)

async function found(asked: readonly Asked[], confirms: Confirms): Promise<readonly Source[]> {
	const looks = await Promise.allSettled(asked.map(async (one) => await look(one, confirms)))
	const sources = looks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
	if (sources.length === 0) {
		const why = looks.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Unfit).why] : []))
		throw new NoSource(
			`no member can be saved from: ${why.map(({ name, reason }) => `${name}: ${reason.message}`).join('; ')}`,
			why,
		)
	}
	const clusters = new Set(sources.map(({ clusterId }) => clusterId))
	if (clusters.size > 1)
		throw new NoSource(
			`the members are of ${clusters.size} clusters (${sources.map(({ name, clusterId }) => `${name} of ${clusterId}`).join(', ')}): name those of one`,
		)
	return sources
}
