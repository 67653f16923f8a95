// How members come back, and what becomes of those that cannot. Pure.
import { sameNumbers } from '../../api/version.ts'
import type { ClaimSeen, MemberSeen, Observed, PodSeen } from '../observed.ts'
import type { Answer } from '../step.ts'
import {
	claimOf,
	isDeclared,
	isIntact,
	isSteady,
	latchOf,
	mayNotGo,
	plannedNames,
	podOf,
	removal,
	toldAnotherList,
	voters,
	type Latch,
} from './facts.ts'
import { isGoingDown } from './move.ts'
import { templateNow } from './volumes.ts'

/** Members that had started, by etcd's list, or by what we remember of it while no quorum can be asked. */
function startedNames(seen: Observed): readonly string[] {
	if (seen.members.fresh)
		return seen.members.all.filter(({ ours, started }) => ours && started).map(({ name }) => name)
	const planned = plannedNames(seen)
	const remembered = (seen.status.memberStates ?? []).map(({ name = '' }) => name)
	const { clusterID } = seen.status
	const written = seen.claims.filter(
		({ clusterId, memberId, discarded }) => memberId && !discarded && (!clusterID || clusterId === clusterID),
	)
	// What stands on a claim was written when its member had started, whatever was remembered of it before.
	return [
		...new Set([...remembered.filter((name) => !planned.includes(name)), ...written.map(({ name }) => name)]),
	]
}

/** Before anything about quorum: a member on its own volume is always allowed to come back, which is how quorum returns. */
export function memberWithoutPod(seen: Observed): Answer {
	if (seen.status.birth?.state === 'forming' && !isDeclared(seen)) return undefined
	for (const name of startedNames(seen)) {
		if (!isIntact(claimOf(seen, name), latchOf(seen, name))) continue
		const pod = podOf(seen, name)
		if (pod === undefined)
			return {
				do: 'startMember',
				name,
				from: 'itsVolume',
				why: `${name} has no pod, and its volume is there`,
			}
		if (pod.ended && !pod.deleting)
			return {
				do: 'deletePod',
				name,
				uid: pod.uid,
				why: `the pod of ${name} has ended, and its volume is there`,
			}
	}
	return undefined
}

/** Whoever made it ended, or lost its turn, before it could say whom it may join. It holds nothing. */
export function neverTold(seen: Observed): Answer {
	const pod = seen.pods.find(({ gated, deleting }) => gated && !deleting)
	return (
		pod && {
			do: 'deletePod',
			name: pod.name,
			uid: pod.uid,
			why: `${pod.name} was never told whom it may join`,
		}
	)
}

/** Whatever its kubelet has said so far: etcd knows it, or we have sealed it. */
function hasRun({ members }: Observed, { name, sealed, claimName }: PodSeen): boolean {
	const member = members.fresh ? members.all.find((one) => one.name === name) : undefined
	return member?.health.answers === true || (claimName === undefined && (sealed || member?.started === true))
}

/** A process that never ran holds nothing back: a newer spec may be what lets it run. */
export function neverRanAsWanted(seen: Observed): Answer {
	const { wanted } = seen
	const stale = (pod: PodSeen): boolean => {
		const version = claimOf(seen, pod.name)?.version || latchOf(seen, pod.name)?.version || wanted?.version
		const differs =
			pod.template !== templateNow(seen, pod.name) ||
			pod.version !== version ||
			pod.repository !== wanted?.image
		return !pod.everRan && !pod.deleting && (differs || toldAnotherList(seen, pod)) && !hasRun(seen, pod)
	}
	const pod = seen.pods.find(stale)
	if (pod === undefined) return undefined
	const { name, uid, node, claimName } = pod
	const changed = toldAnotherList(seen, pod) ? 'whom it may join' : 'its spec'
	const why = `${name} never ran, and ${changed} has changed`
	const learner = seen.members.fresh && seen.members.all.find((one) => one.name === name && one.isLearner)
	// On its node it may have begun unheard: its data would go, and its id with it.
	if (learner && claimName === undefined && node !== undefined) return removal(seen, learner, why)
	return { do: 'deletePod', name, uid, why }
}

/**
 * It ran, and what it is made from does not let it run now; a newer spec may. Where its data stays, or was never anybody's, nothing is
 * lost with its pod.
 */
export function crashesAsItWas(seen: Observed): Answer {
	const { status } = seen
	const isSeed = (name: string): boolean =>
		!isDeclared(seen) && status.birth?.state === 'forming' && status.birth.seed === name
	const crashing = seen.pods.filter(
		({ name, running, deleting, template, trouble }) =>
			trouble?.reason === 'CrashLoopBackOff' &&
			!running &&
			!deleting &&
			template !== '' &&
			template !== templateNow(seen, name),
	)
	const why = (name: string): string => `${name} crashes as it was made, and its spec has changed`
	const pod = crashing.find(
		({ name }) => isSeed(name) || isUnadded(seen, name) || isIntact(claimOf(seen, name), latchOf(seen, name)),
	)
	if (pod) return { do: 'deletePod', name: pod.name, uid: pod.uid, why: why(pod.name) }
	const all = seen.members.fresh ? seen.members.all : []
	const learner = all.find(
		({ name, isLearner, started }) => isLearner && !started && crashing.some((one) => one.name === name),
	)
	return learner && removal(seen, learner, why(learner.name))
}

/** Of a cluster without learners: it runs before etcd is asked to add it, and holds nothing until then. */
const isUnadded = (seen: Observed, name: string): boolean =>
	seen.members.fresh &&
	latchOf(seen, name)?.role === 'Joining' &&
	!seen.members.all.some((member) => member.name === name)

/** What etcd no longer lists is no member: its pod and its volume go, and nothing is ever started on them again. */
export function leftOver(seen: Observed): Answer {
	if (!seen.members.fresh || !isDeclared(seen)) return undefined
	const listed = new Set(seen.members.all.map(({ name }) => name))
	const planned = plannedNames(seen)
	const isOver = (name: string): boolean => !listed.has(name) && !planned.includes(name)
	const pod = seen.pods.find(({ name, deleting }) => isOver(name) && !deleting)
	if (pod) return { do: 'deletePod', name: pod.name, uid: pod.uid, why: `${pod.name} is no member any more` }
	const claim = seen.claims.find(({ name, deleting, mayGo }) => isOver(name) && !deleting && mayGo)
	return (
		claim && {
			do: 'deleteClaim',
			name: claim.name,
			uid: claim.uid,
			why: `${claim.name} is no member any more`,
		}
	)
}

/** It is not only late: it will never run where it is. */
function isHopeless(seen: Observed, pod: PodSeen | undefined): boolean {
	if (pod === undefined || pod.deleting) return pod !== undefined
	if (pod.claimName === undefined) return false
	const claim = claimOf(seen, pod.claimName)
	return !isIntact(claim, undefined) || (claim.bound && pod.node === undefined)
}

/** It ran, and has not since it was given another image: a better one lets it run again, on what it has. */
function waitsForImage(pod: PodSeen | undefined, latch: Latch | undefined): boolean {
	if (pod === undefined || pod.running || pod.deleting || pod.ended || pod.trouble === undefined) return false
	return !!latch?.version && !sameNumbers(latch.version, pod.version)
}

/** Why a member can never come back with what it knew, or nothing when it may. */
function lostBecause(seen: Observed, member: MemberSeen): string | undefined {
	const { name, ours, started, isLearner, health, silentMs, seenByOthers } = member
	if (!ours) return undefined
	const pod = podOf(seen, name)
	const latch = latchOf(seen, name)
	if (pod?.refusedEmpty) return 'its data directory is empty'
	if (started || !isLearner) {
		if (isIntact(claimOf(seen, name), latch)) {
			if (pod === undefined) return undefined
		} else {
			if (pod === undefined)
				return latch?.claimUID ? 'its volume is gone' : 'its pod is gone, and its data with it'
			if (pod.ended) return 'its pod has ended, and its data is gone with it'
		}
	}
	const isNew = isLearner && !started
	if (isNew && pod?.ended) return 'its pod has ended before it ran'
	if (health.answers || silentMs < seen.lostAfterMs || pod?.ready || seenByOthers === true) return undefined
	if (waitsForImage(pod, latch)) return undefined
	if (isNew && pod?.everRan !== true && !isHopeless(seen, pod)) return undefined // it waits for a node or an image
	return `nobody has heard of it for ${Math.round(seen.lostAfterMs / 1000)} s`
}

export function memberLost(seen: Observed): Answer {
	if (!seen.members.fresh) return undefined
	const { members } = seen
	// What no quorum depends on goes first.
	const inOrder = members.all.toSorted((one, other) => Number(other.isLearner) - Number(one.isLearner))
	const frozen = isGoingDown(seen, members)
	let kept: Answer
	for (const member of inOrder) {
		const because = lostBecause(seen, member)
		if (because === undefined) continue
		const stays = frozen
			? 'members are on their way to an earlier minor; put spec.version back'
			: mayNotGo(seen, member, members)
		if (stays === undefined) return removal(seen, member, `${member.name} is lost: ${because}`)
		kept ??= {
			do: 'wait',
			soon: false,
			why: `${member.name} is lost (${because}) and stays for now: ${stays}`,
		}
	}
	return kept
}

/** By its own word it has begun to run what its image says, and its volume must not be started with less again. */
const runsAnother = ({ version }: ClaimSeen, pod: PodSeen, { health }: MemberSeen): boolean =>
	version !== pod.version && health.answers && sameNumbers(health.status?.version, pod.version)

/** Restarted with an empty directory it would come back under its id as one that forgot what it had voted for (R7). */
export function unsealed(seen: Observed): Answer {
	const { members } = seen
	if (!members.fresh) return undefined
	for (const member of members.all) {
		const { id, name, started, isLearner } = member
		const pod = podOf(seen, name)
		if (pod === undefined || pod.deleting || !(started || (!isLearner && pod.running))) continue
		const claim = claimOf(seen, name)
		if (pod.sealed && (claim === undefined || (claim.memberId === id && !runsAnother(claim, pod, member))))
			continue
		return { do: 'sealMember', name, id, clusterId: members.clusterId, why: `${name} has started` }
	}
	return undefined
}

/** Nothing is added while a voter is silent, on its way out, or has not said its name. */
export function notSettled(seen: Observed): Answer {
	if (!seen.members.fresh) return undefined
	const unsettled = voters(seen.members).filter((member) => !isSteady(seen, member) || !member.started)
	const [first] = unsettled
	if (first === undefined) return undefined
	const { health, name } = first
	const pod = podOf(seen, name)
	const answer = health.answers ? health.because || 'no read through it is confirmed' : health.because
	const because = pod?.deleting
		? 'its pod is being deleted'
		: pod?.stopping
			? 'its process is about to be stopped'
			: answer
	return {
		do: 'wait',
		soon: unsettled.length === 1 && pod?.trouble === undefined,
		why: `${name || first.id} does not answer for sure: ${pod?.trouble ? `${pod.trouble.reason}, ${pod.trouble.message}` : because}`,
	}
}

/** It votes, and has yet to hear that the others know its name: Kubernetes tells us nothing of the moment in which it lets clients in. */
export function notServing({ members }: Observed): Answer {
	const late = members.fresh
		? voters(members).find(({ health }) => health.answers && health.status === undefined)
		: undefined
	return late && { do: 'wait', soon: true, why: `${late.name || late.id} does not serve clients yet` }
}
