// What may be done to the members of a cluster. Pure. No word of Kubernetes.

export interface Counted {
	readonly id: string
	readonly isLearner: boolean
	/** A quorum confirmed a read through it just now. */
	readonly healthy: boolean
}

export const votersOf = <T extends { readonly isLearner: boolean }>(members: readonly T[]): readonly T[] =>
	members.filter(({ isLearner }) => !isLearner)

export const quorum = (voters: number): number => Math.floor(voters / 2) + 1

/** Why this member may not go now, or undefined if it may (R2): those who stay and answer must be a majority of those who stay. */
export function keepBecause(id: string, members: readonly Counted[]): string | undefined {
	const going = members.find((member) => member.id === id)
	if (going === undefined) return 'it is no member'
	if (going.isLearner) return undefined
	const staying = votersOf(members).filter((member) => member.id !== id)
	if (staying.length === 0) return 'it is the only copy'
	const healthy = staying.filter((member) => member.healthy).length
	const needed = quorum(staying.length)
	if (healthy >= needed) return undefined
	return `of the ${staying.length} that would stay ${healthy} answer, and ${needed} are needed`
}

/** Entries that a learner may be behind and still vote (R6): far less than etcd's own tenth of the whole log. */
const mostBehind = 1000n

/** Both readings of the learner must be close to what the leader had before either: once may be luck. */
export const isCaughtUp = (leaderApplied: bigint, learnerApplied: readonly [bigint, bigint]): boolean =>
	learnerApplied.every((applied) => applied > 0n && leaderApplied - applied <= mostBehind)
