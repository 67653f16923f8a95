// What several rules ask of what was seen. Pure.
import { keepBecause, quorum, votersOf, type Counted } from '../../etcd/membership.ts'
import { minorIn, type Minor } from '../../api/releases.ts'
import { dialects } from '../../etcd/dialect.ts'
import { peerUrlOf } from '../place.ts'
import type { Answer } from '../step.ts'
import type { ClaimSeen, Members, MemberSeen, Observed, PodSeen } from '../observed.ts'

export type Fresh = Extract<Members, { fresh: true }>

export const podOf = ({ pods }: Observed, name: string): PodSeen | undefined =>
	pods.find((pod) => pod.name === name)
export const claimOf = ({ claims }: Observed, name: string): ClaimSeen | undefined =>
	claims.find((claim) => claim.name === name)

/** Once a cluster has an id it is nobody's to be born again. */
export const isDeclared = ({ status }: Observed): boolean => !!status.clusterID

export type Latch = NonNullable<Observed['status']['memberStates']>[number]
export const latchOf = ({ status }: Observed, name: string): Latch | undefined =>
	status.memberStates?.find((state) => state.name === name)

/** Named for a member that etcd was not asked to add yet, or of which we do not know that it was. */
export const plannedNames = ({ status }: Observed): readonly string[] =>
	(status.memberStates ?? [])
		.filter(({ role }) => role === 'Joining' || role === 'Starting')
		.map(({ name = '' }) => name)

/**
 * The way out of the list. A name that was only planned is forgotten first: found again after the member was removed, it would be
 * added a second time over what the first left.
 */
export const removal = (seen: Observed, { id, name }: MemberSeen, why: string): Answer =>
	plannedNames(seen).includes(name) ? { do: 'forgetName', name, why } : { do: 'removeMember', id, name, why }

/** What it says of itself; nothing of one that does not answer, or does not serve clients yet. */
export const reportOf = ({ health }: MemberSeen) => (health.answers ? health.status : undefined)

export const isHealthy = ({ health, isLearner }: MemberSeen): boolean =>
	health.answers && (isLearner || health.confirmed)

/** Answers, and its pod is neither on its way out nor gone: what is to be stopped still answers for a while, and then no more. */
export function isSteady(seen: Observed, member: MemberSeen): boolean {
	if (!isHealthy(member) || !member.ours) return isHealthy(member)
	const pod = podOf(seen, member.name)
	return pod !== undefined && !pod.deleting && !pod.stopping && !pod.ended
}

const counted = (seen: Observed, members: readonly MemberSeen[]): readonly Counted[] =>
	members.map((member) => ({ id: member.id, isLearner: member.isLearner, healthy: isSteady(seen, member) }))

export const mayNotGo = (seen: Observed, member: MemberSeen, { all }: Fresh): string | undefined =>
	keepBecause(member.id, counted(seen, all))

/** Whether a majority goes on answering while this one is out. Where just so many are wanted one or two cannot, and are stopped all the same. */
export function keepsQuorumWithout(seen: Observed, fresh: Fresh, member: MemberSeen): boolean {
	const all = voters(fresh)
	if (all.length <= 2) return all.length === (seen.wanted?.size ?? all.length)
	const others = all.filter(({ id }) => id !== member.id)
	return others.filter((one) => isSteady(seen, one)).length >= quorum(all.length)
}

/** Its own process is told to, whatever the others run by now. */
export function handsOver(seen: Observed, member: MemberSeen): boolean {
	const minor =
		minorIn(reportOf(member)?.version) ?? minorIn(podOf(seen, member.name)?.version) ?? seen.wanted?.minor
	return minor === undefined || dialects[minor].movesLeader
}

/** Who leads best in its stead. */
export function heirOf(seen: Observed, fresh: Fresh, going: MemberSeen): MemberSeen | undefined {
	const cost = (member: MemberSeen): number => {
		const pod = podOf(seen, member.name)
		return (
			Number(pod?.ready !== true) +
			Number(pod?.template !== seen.wanted?.template) +
			Number(pod?.version !== seen.wanted?.target)
		)
	}
	return voters(fresh)
		.filter((member) => member.id !== going.id && isSteady(seen, member) && !isDoomed(seen, member))
		.toSorted((one, other) => cost(one) - cost(other))[0]
}

/** Whom we made, and whose number the spec means. */
export const mine = ({ all }: Fresh): readonly MemberSeen[] => all.filter(({ ours }) => ours)

export const voters = ({ all }: Fresh): readonly MemberSeen[] => votersOf(all)

/** A claim that still is the volume that its member wrote to. */
export function isIntact(claim: ClaimSeen | undefined, latch: Latch | undefined): claim is ClaimSeen {
	if (claim === undefined || claim.deleting || claim.lost || claim.discarded) return false
	return !latch?.claimUID || latch.claimUID === claim.uid
}

/** Runs still, on a volume that goes with its pod. */
export const isDoomed = (seen: Observed, { name, ours }: Pick<MemberSeen, 'name' | 'ours'>): boolean => {
	const pod = podOf(seen, name)
	if (!ours || pod?.claimName === undefined || pod.deleting) return false
	return !isIntact(claimOf(seen, name), latchOf(seen, name))
}

/** Some client was let in: from then on what a member has acknowledged may be all that there is of a write. */
export const isServed = ({ status, pods }: Observed): boolean =>
	status.birth?.served === true || pods.some(({ serving }) => serving)

/** Somebody came or went since it was told whom it may join: its process would be refused. */
export function toldAnotherList(seen: Observed, { name, told }: PodSeen): boolean {
	if (told === undefined || !seen.members.fresh) return false
	const listed = new Set([...seen.members.all.map(({ peerUrl }) => peerUrl), peerUrlOf(seen, name)])
	return told.length !== listed.size || told.some((url) => !listed.has(url))
}

/** Which minor the first member ran; nothing when it was not born by our hands. */
export const bornIn = ({ status: { birth } }: Observed): Minor | undefined =>
	birth?.seed ? minorIn(birth.version) : undefined

export const namesOf = (list: readonly { readonly name: string }[]): string =>
	list.map(({ name }) => name).join(', ')

export const members = (count: number): string => `${count} member${count === 1 ? '' : 's'}`

/**
 * While others serve it is labelled once it answers, which makes its kubelet ask at once whether it is ready. Where nobody does, and
 * perhaps nobody can be asked, who may have served before serves again.
 */
export function servesAtOnce(seen: Observed, name: string): boolean {
	if (seen.pods.some(({ serving }) => serving)) return false
	if (seen.members.fresh) return seen.members.all.some((one) => one.name === name && !one.isLearner)
	const { role = '' } = latchOf(seen, name) ?? {}
	return seen.status.birth?.served === true && ['Voter', 'Leader'].includes(role)
}
