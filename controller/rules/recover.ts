// Going on from one member after the quorum was lost for good, since a person said so (R17). Pure. Each step follows from the record
// and from what is there, so that whoever was interrupted goes on:
//
//   spec.recovery ── refuseRecovery ──► refused: nothing was touched
//         └───────── recordRecovery ──► stopping: all others' pods end, their volumes are given up, the member starts alone
//                                          └── recordAlone ──► alone: it starts as usual ── endRecovery ──► done
//
// Nobody else is started or added before it is alone, and from then on nobody is told to be the only one.
import type { MemberSeen, Observed, PodSeen } from '../observed.ts'
import type { Answer } from '../step.ts'
import {
	claimOf,
	isDeclared,
	isIntact,
	isSteady,
	namesOf,
	podOf,
	removal,
	reportOf,
	type Fresh,
} from './facts.ts'
import { isWished, refusedBecause, valueOf } from './recoverable.ts'
import { volumesTooSmall } from './volumes.ts'

type Recovery = NonNullable<Observed['status']['recovery']>

export function recovering(seen: Observed): Answer {
	if (!isDeclared(seen)) return undefined
	const { recovery } = seen.status
	if (recovery?.state === 'stopping') return stopping(seen, recovery)
	if (recovery?.state === 'alone') return alone(seen, recovery)
	return asked(seen)
}

export const isRecovering = ({ status: { recovery } }: Observed): boolean =>
	recovery?.state === 'stopping' || recovery?.state === 'alone'

/** A refusal is remembered as well: carried out later, by itself, it would be nobody's decision. */
function asked(seen: Observed): Answer {
	const { recovery: wish } = seen.spec
	if (!isWished(seen) || !wish?.keep) return undefined
	const { keep, occasion = '' } = wish
	const value = valueOf(wish)
	const because = refusedBecause(seen, keep, wish)
	if (because !== undefined)
		return { do: 'refuseRecovery', value, occasion, keep, why: `not going on from ${keep} alone: ${because}` }
	const held = seen.members.fresh ? undefined : seen.members.reachable.find(({ name }) => name === keep)
	const discarded = (seen.status.memberStates ?? [])
		.map(({ name = '' }) => name)
		.filter((name) => name !== keep)
	const given = discarded.length === 0 ? '' : `, and ${discarded.join(', ')} given up`
	return {
		do: 'recordRecovery',
		value,
		occasion,
		keep,
		revision: held ? String(held.revision) : '',
		discarded,
		why: `the cluster goes on from ${keep}${held ? ` at revision ${held.revision}` : ''}${given}: spec.recovery asks for it`,
	}
}

/** Nobody of the old cluster may answer any more before the member is told to be the only one. */
function stopping(seen: Observed, record: Recovery): Answer {
	const { keep = '', value = '', occasion = '' } = record
	const { members } = seen
	const kept = podOf(seen, keep)
	const others = seen.pods.filter(({ name }) => name !== keep)
	const isBack = members.fresh && members.all.some(({ name }) => name !== keep)
	if (isBack && kept?.alone !== value)
		return {
			do: 'refuseRecovery',
			value,
			occasion,
			keep,
			why: `not going on from ${keep} alone: a quorum answers again, so that nothing is lost`,
		}
	// What holds its data goes with its pod.
	if (kept !== undefined && !isIntact(claimOf(seen, keep), undefined)) return going(keep)
	const other = others.find(({ deleting }) => !deleting)
	if (other) return stop(other, `${other.name} is given up: nobody of it may answer before ${keep} is alone`)
	if (others.length > 0) return { do: 'wait', soon: true, why: lingering(others) }
	const claim = seen.claims.find(({ name, discarded, deleting }) => name !== keep && !discarded && !deleting)
	if (claim)
		return {
			do: 'discardClaim',
			name: claim.name,
			uid: claim.uid,
			why: `claim ${claim.name} is given up, and kept`,
		}
	if (kept === undefined) return begin(seen, record)
	if (kept.deleting) return { do: 'wait', soon: true, why: lingering([kept]) }
	if (kept.alone !== value || kept.gated)
		return stop(kept, `${keep} stops, so that its data can be copied and it can start alone`)
	if (kept.ended) return again(seen, kept, record)
	if (!members.fresh)
		return {
			do: 'wait',
			soon: kept.trouble === undefined,
			why: `${keep} starts alone: ${kept.trouble ? `${kept.trouble.reason}, ${kept.trouble.message}` : members.because}`,
		}
	return checked(seen, members, record)
}

const stop = ({ name, uid }: PodSeen, why: string): Answer => ({ do: 'deletePod', name, uid, why })

const lingering = (pods: readonly PodSeen[]): string => {
	const [first] = pods
	return `the pod of ${namesOf(pods)} must end first; if its node is off for good: kubectl delete pod ${first?.name} --force`
}

function begin(seen: Observed, { keep = '', value = '', copy }: Recovery): Answer {
	if (isIntact(claimOf(seen, keep), undefined))
		return {
			do: 'startAlone',
			name: keep,
			value,
			why: `${keep} starts as the only member, after its data is copied to ${copy} on its volume`,
		}
	return stopped(`the volume of ${keep} is gone: restore a snapshot into a new cluster`)
}

const going = (keep: string): Answer =>
	stopped(
		`the claim of ${keep} is being deleted, and its data would go with its pod: save it with etcdctl snapshot save against ${keep}, and restore that into a new cluster`,
	)

const stopped = (why: string): Answer => ({ do: 'halt', reason: 'RecoveryStopped', why })

/** It runs once. What ended it by itself ends it again, until somebody has looked. */
function again(seen: Observed, { name, uid, lastWords }: PodSeen, { copy }: Recovery): Answer {
	if (lastWords === undefined)
		return { do: 'deletePod', name, uid, why: `the pod of ${name} has ended before it was alone` }
	// A copy needs room, and whoever writes a larger size gives it.
	return (
		volumesTooSmall(seen) ??
		stopped(
			`${name} could not start alone: ${lastWords}; mend that, then kubectl delete pod ${name} to try again; nothing was taken from its data, and a copy is in ${copy} on its volume once one was made`,
		)
	)
}

function checked(seen: Observed, fresh: Fresh, { keep = '', revisionBefore, copy }: Recovery): Answer {
	const member = fresh.all.find(({ name }) => name === keep)
	const others = fresh.all.filter(({ name }) => name !== keep)
	if (member === undefined)
		return stopped(`what answers as ${keep} does not know itself by that name; its data is in ${copy}`)
	// Early patches strike voters out and leave learners.
	const learner = others.find(({ isLearner }) => isLearner)
	if (learner) return removal(seen, learner, `${learner.name || learner.id} was given up`)
	if (others.length > 0)
		return stopped(`${namesOf(others)} still vote after ${keep} was to be alone; its data is in ${copy}`)
	const revision = held(member)
	if (revision === undefined)
		return { do: 'wait', soon: true, why: `${keep} is alone and has not said what it holds` }
	if (revisionBefore && revision < BigInt(revisionBefore))
		return stopped(
			`${keep} holds revision ${revision} as the only member, and held ${revisionBefore} before; its data of before is in ${copy} on its volume`,
		)
	return {
		do: 'recordAlone',
		revision: String(revision),
		why: `${keep} is the only member and answers at revision ${revision}${revisionBefore ? `, and held ${revisionBefore} before` : ''}`,
	}
}

const held = (member: MemberSeen): bigint | undefined =>
	member.health.answers && member.health.confirmed ? reportOf(member)?.revision : undefined

/** The flag was for that one start, and ends with its pod; then members are added as always. */
function alone(seen: Observed, { keep = '', discarded = [], copy, revisionAfter }: Recovery): Answer {
	const pod = podOf(seen, keep)
	// Where its claim is being deleted its data goes with this very pod: another takes its place first.
	if (pod?.alone !== undefined && isIntact(claimOf(seen, keep), undefined))
		return pod.deleting
			? { do: 'wait', soon: true, why: lingering([pod]) }
			: stop(pod, `${keep} is alone, and starts as usual from now on`)
	const { members } = seen
	const member = members.fresh ? members.all.find(({ name }) => name === keep) : undefined
	if (member === undefined || !isSteady(seen, member)) return undefined
	const claims = seen.claims.filter(({ name }) => discarded.includes(name))
	const kept = claims.length === 0 ? '' : `; kept until somebody deletes them: ${namesOf(claims)}`
	return {
		do: 'endRecovery',
		why: `the cluster goes on from ${keep} at revision ${revisionAfter}; what only ${discarded.join(', ') || 'nobody'} held is lost; its data of before is in ${copy} on its volume${kept}`,
	}
}
