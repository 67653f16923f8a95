// Whether a cluster may go on from one member: only without a quorum, and only if whoever might come back is given up by name. Pure.
import { quorum } from '../../etcd/membership.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import type { Observed } from '../observed.ts'
import { hashOf } from '../template.ts'
import { claimOf, isIntact, latchOf, podOf } from './facts.ts'
import { isReadyElsewhere } from './quorum.ts'

type Wish = NonNullable<ClusterSpec['recovery']>

export const valueOf = (wish: Wish): string => hashOf(wish)

/** Nothing of what was ever carried out or refused. */
export function isWished({ spec: { recovery: wish }, specIsGood, status: { recovery } }: Observed): boolean {
	if (wish === undefined || !specIsGood) return false
	return ![recovery?.value, ...(recovery?.earlier ?? [])].includes(valueOf(wish))
}

export function refusedBecause(seen: Observed, keep: string, wish: Wish): string | undefined {
	const { members } = seen
	if (wish.confirm !== seen.name)
		return `spec.recovery.confirm is not ${seen.name}; kubectl etcd recover ${seen.name} writes it`
	if (members.fresh) return 'a quorum answers, so that there is nothing to recover'
	if (isReadyElsewhere(seen))
		return 'the pods of a majority are ready, so that there is a quorum, which this operator only cannot reach'
	return keptBecause(seen, keep, wish) ?? othersBecause(seen, keep, wish.discard ?? [])
}

/** Why it is not the one to go on from. */
function keptBecause(seen: Observed, keep: string, { revision }: Wish): string | undefined {
	const { members } = seen
	if (members.fresh) return undefined
	const latch = latchOf(seen, keep)
	if (latch === undefined)
		return `it is no member; kubectl etcd recover ${seen.name} --plan says who could be`
	if (!['Voter', 'Leader'].includes(latch.role ?? ''))
		return 'it never voted, and may lack what was acknowledged'
	if (seen.operatorImage === undefined)
		return 'this operator does not know its own image, which copies data first; set OPERATOR_IMAGE in its Deployment'
	if (!isIntact(claimOf(seen, keep), latch))
		return podOf(seen, keep)?.claimName === undefined
			? `its data is in its pod and cannot be copied; save it with etcdctl snapshot save against ${keep}, and restore that into a new cluster`
			: 'its volume is gone or is going; restore a snapshot into a new cluster'
	if (podOf(seen, keep)?.saysCorrupt === true) return 'it says itself that its data is corrupt'
	if (!members.holding.has(keep))
		return 'it does not answer, so that nobody knows what it holds; wait until its process runs'
	const held = members.reachable.find(({ name }) => name === keep)?.revision
	if (revision !== undefined && held !== undefined && held < BigInt(revision))
		return `it holds revision ${held}, and ${revision} was expected; make a new plan`
	return undefined
}

/** Why it cannot be known that nobody else has what would be lost, or comes back with it. */
function othersBecause(seen: Observed, keep: string, given: readonly string[]): string | undefined {
	const { members, status } = seen
	if (members.fresh) return undefined
	const states = status.memberStates ?? []
	const voting = states.filter(({ role }) => role === 'Voter' || role === 'Leader')
	const answering = voting.filter(({ name = '' }) => members.holding.has(name))
	if (answering.length >= quorum(voting.length))
		return `${answering.length} of ${voting.length} voters run and only do not agree: mend what is between them, such as a network policy`
	const own = members.holding.get(keep) ?? 0n
	const [ahead] = [...members.holding].filter(([name, index]) => name !== keep && index > own)
	if (ahead) return `${ahead[0]} holds more (index ${ahead[1]}, and ${own} here); keep that one`
	const names = new Set([
		...states.filter(({ role }) => role !== 'Joining').map(({ name = '' }) => name),
		...seen.claims.filter(({ memberId, discarded }) => memberId && !discarded).map(({ name }) => name),
	])
	const missing = [...names]
		.filter((name) => name !== keep && !given.includes(name))
		.flatMap((name) => {
			const because = mayReturn(seen, name)
			return because === undefined ? [] : `${name}: ${because}`
		})
	if (missing.length === 0) return undefined
	return `others may come back with what they hold (${missing.join('; ')}); wait for them, or name them in spec.recovery.discard`
}

/** Only what is proved to be gone is. */
function mayReturn(seen: Observed, name: string): string | undefined {
	const [pod, claim] = [podOf(seen, name), claimOf(seen, name)]
	if (pod?.refusedEmpty) return undefined
	if (isIntact(claim, latchOf(seen, name))) return 'its volume is there'
	if (pod !== undefined && pod.claimName === undefined && !pod.ended) return 'its pod is there, with its data'
	// What still runs has its data open, whatever becomes of its claim.
	return pod?.running ? 'it still runs' : undefined
}
