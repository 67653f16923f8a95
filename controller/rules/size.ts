// How the cluster grows and shrinks: one member at a time, as learners where etcd has them, the leader last. Pure.
import { dialects } from '../../etcd/dialect.ts'
import { quorum, votersOf } from '../../etcd/membership.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import {
	claimOf,
	isDeclared,
	isDoomed,
	isHealthy,
	isIntact,
	isServed,
	isSteady,
	latchOf,
	mayNotGo,
	mine,
	members as count,
	handsOver,
	heirOf,
	keepsQuorumWithout,
	plannedNames,
	podOf,
	removal,
	toldAnotherList,
	voters,
	type Fresh,
} from './facts.ts'
import { isGoingDown } from './move.ts'
import { changeOf, isBetweenMinors, isSucceeded } from './outdated.ts'
import { saysAnother } from './roll.ts'

/**
 * More than wanted while a healthy member stands on a volume that is going, or in a pod that must be another one and has its data: its
 * successor comes before it leaves. Of the latter one at a time.
 */
function target(seen: Observed, fresh: Fresh): number {
	const doomed = mine(fresh).filter((member) => isDoomed(seen, member)).length
	const hasOld = mine(fresh).some((member) => isSucceeded(seen, member))
	return (seen.wanted?.size ?? mine(fresh).length) + doomed + Number(hasOld)
}

/** At a wish nobody joins or leaves while members are between two minors and can all be moved as they are (R33). */
function holdsForMove(seen: Observed, fresh: Fresh): boolean {
	if (!isBetweenMinors(seen)) return false
	const all = voters(fresh)
	const isStopping = all.some(({ name }) => podOf(seen, name)?.stopping)
	return (
		isGoingDown(seen, fresh) || isStopping || all.every((member) => keepsQuorumWithout(seen, fresh, member))
	)
}

/** From 3.6 on the seed takes both first learners, which spares the pause that etcd asks for after each change of its voters. */
const learnersAtOnce = (seen: Observed, fresh: Fresh): number =>
	voters(fresh).length === 1 && seen.wanted && saysAnother(seen, fresh).length === 0
		? Math.min(
				dialects[seen.wanted.minor].firstLearners,
				podOf(seen, voters(fresh)[0]?.name ?? '')?.takesLearners ?? 1,
			)
		: 1

function add(seen: Observed, fresh: Fresh): Answer {
	const { wanted } = seen
	if (wanted === undefined) return undefined
	const planned = plannedNames(seen).find((name) => !fresh.all.some((member) => member.name === name))
	const name = planned ?? seen.freshNames[0]
	if (name === undefined) return undefined
	const why = `${count(mine(fresh).length)} of ${target(seen, fresh)}: ${name} is to join`
	if (planned === undefined) return { do: 'nameMember', name, why }
	if (dialects[wanted.minor].learners) return { do: 'addMember', name, as: 'learner', why }
	return prove(seen, name) ?? { do: 'addMember', name, as: 'voter', why }
}

/**
 * A voter counts towards the quorum from the moment it is added: a second one which cannot start would take the quorum away, a later one
 * all that may fail. Where there are no learners its pod comes first: it is refused by the others and tries again, which proves that it
 * can run. etcd is asked only while it waits for its next try, so that whatever runs afterwards has been added.
 */
function prove(seen: Observed, name: string): Answer {
	const pod = podOf(seen, name)
	if (seen.wanted?.onClaims && claimOf(seen, name) === undefined)
		return { do: 'makeClaim', name, why: `${name} is to join and has no volume yet` }
	if (pod === undefined)
		return { do: 'startMember', name, from: 'members', why: `${name} must run before it may vote` }
	const hopeless = pod.ended ? 'its pod has ended' : 'whom it may join has changed'
	if ((pod.ended || toldAnotherList(seen, pod)) && !pod.deleting)
		return {
			do: 'deletePod',
			name,
			uid: pod.uid,
			why: `${name} must run before it may vote, and ${hopeless}`,
		}
	if (pod.unlisted && !pod.running && !pod.deleting && pod.trouble?.reason === 'CrashLoopBackOff')
		return undefined
	return {
		do: 'wait',
		soon: true,
		why: `${name} must run before it may vote${pod.trouble ? `: ${pod.trouble.reason}` : ''}`,
	}
}

/**
 * The second is added once the first has said its name, and before it votes. Sooner, each would ask the other for its version while neither
 * serves yet, which costs both fourteen seconds; later, etcd asks for a pause.
 */
export function firstLearners(seen: Observed): Answer {
	const { members: fresh } = seen
	if (
		!fresh.fresh ||
		learnersAtOnce(seen, fresh) < 2 ||
		mine(fresh).length >= Math.min(target(seen, fresh), 3)
	)
		return undefined
	const learners = fresh.all.filter(({ isLearner }) => isLearner)
	return learners.length > 0 &&
		learners.every(({ started }) => started) &&
		voters(fresh).every((member) => isSteady(seen, member))
		? add(seen, fresh)
		: undefined
}

export function notStarted(seen: Observed): Answer {
	const { members: fresh, wanted } = seen
	if (!fresh.fresh) return undefined
	for (const { name, ours, started, isLearner } of fresh.all) {
		if (started || !ours) continue
		if (podOf(seen, name) !== undefined) continue
		const latch = latchOf(seen, name)
		// A voter whose pod is gone may have voted before it said its name.
		if (!isLearner && latch?.role !== 'Joining' && !isIntact(claimOf(seen, name), latch)) continue
		if (wanted?.onClaims && claimOf(seen, name) === undefined)
			return { do: 'makeClaim', name, why: `${name} was added and has no volume yet` }
		return { do: 'startMember', name, from: 'members', why: `${name} was added and has no pod yet` }
	}
	return undefined
}

/** No write is acknowledged by one copy of three: clients come once a majority of what is wanted votes. */
export function majorityVotes(seen: Observed): Answer {
	const { members: fresh, wanted } = seen
	if (!fresh.fresh || wanted === undefined || !isDeclared(seen)) return undefined
	const isSettled = voters(fresh).every((member) => isSteady(seen, member))
	const voting = votersOf(mine(fresh)).filter(
		({ health }) => health.answers && health.confirmed && health.status !== undefined,
	)
	// Whose kubelet could still start it without its data must not have been the one to acknowledge anything.
	const isFirm = voters(fresh).every((member) => !member.ours || podOf(seen, member.name)?.firm !== false)
	if (!isServed(seen) && (voting.length < quorum(wanted.size) || !isFirm)) return undefined
	const names = voting
		.map(({ name }) => podOf(seen, name))
		.filter((pod) => pod !== undefined && pod.sealed && !pod.serving && !pod.deleting)
		// Whoever was withdrawn before it is changed comes back if that has to wait.
		.filter((pod) => !pod?.stopping && !(pod?.withdrawn && isSettled && changeOf(seen, pod) !== undefined))
		.map((pod) => pod?.name ?? '')
	return names.length === 0
		? undefined
		: {
				do: 'serve',
				names,
				why: `${names.join(', ')} vote${names.length === 1 ? 's' : ''}: clients may come`,
			}
}

/** Whose going costs least comes first: who does not answer, who does not vote, whose volume goes, the youngest, the leader. */
const leaving = (seen: Observed, all: readonly MemberSeen[]): readonly MemberSeen[] => {
	const cost = (member: MemberSeen): readonly number[] => [
		Number(member.isLeader),
		Number(isSteady(seen, member)),
		Number(!member.isLearner),
		Number(!isDoomed(seen, member) && !isSucceeded(seen, member)),
		-(podOf(seen, member.name)?.createdAt ?? 0),
	]
	const cheaper = (one: MemberSeen, other: MemberSeen): number => {
		const [left, right] = [cost(one), cost(other)]
		return left.map((value, index) => value - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
	}
	return all.filter(({ ours }) => ours).toSorted(cheaper)
}

/** A voter that somebody added and that does not answer weakens the quorum: nothing of ours leaves or joins meanwhile. */
export function strangerSilent({ members: fresh }: Observed): Answer {
	const stranger = fresh.fresh
		? voters(fresh).find((member) => !member.ours && !isHealthy(member))
		: undefined
	if (stranger === undefined) return undefined
	return {
		do: 'wait',
		soon: false,
		why: `member ${stranger.id} (${stranger.peerUrl}) was not made by us and does not answer: start it, or etcdctl member remove ${stranger.id}`,
	}
}

export function tooManyMembers(seen: Observed): Answer {
	const { members: fresh, wanted } = seen
	if (!fresh.fresh || wanted === undefined || mine(fresh).length <= target(seen, fresh)) return undefined
	const [first] = leaving(seen, fresh.all)
	if (first === undefined || (holdsForMove(seen, fresh) && !first.isLearner)) return undefined
	return dismiss(
		seen,
		fresh,
		first,
		`${count(mine(fresh).length)}, ${target(seen, fresh)} wanted: ${first.name} leaves`,
	)
}

/** A healthy member whose volume is going, or whose pod must be another one, once its successor votes. */
export function succeeded(seen: Observed): Answer {
	const { members: fresh, wanted } = seen
	if (!fresh.fresh || wanted === undefined || votersOf(mine(fresh)).length <= wanted.size) return undefined
	const joins = fresh.all.some(({ isLearner, started }) => isLearner || !started)
	if (joins || holdsForMove(seen, fresh)) return undefined
	const doomed = voters(fresh).find((member) => isDoomed(seen, member))
	if (doomed) return dismiss(seen, fresh, doomed, `${doomed.name} leaves, since its volume is being deleted`)
	const [old] = leaving(seen, voters(fresh)).filter((member) => isSucceeded(seen, member))
	return old && dismiss(seen, fresh, old, `${old.name} leaves, since it is made from an older spec`)
}

/** Leadership is handed over first where that can be told. */
export function dismiss(seen: Observed, fresh: Fresh, going: MemberSeen, why: string): Answer {
	const stays = mayNotGo(seen, going, fresh)
	if (stays !== undefined) return { do: 'wait', soon: false, why: `${why}, but not yet: ${stays}` }
	if (!going.isLeader || !handsOver(seen, going)) return removal(seen, going, why)
	const heir = heirOf(seen, fresh, going)
	if (heir === undefined) return { do: 'wait', soon: false, why: `${why}, but nobody else can lead` }
	return {
		do: 'moveLeader',
		to: heir.id,
		toName: heir.name,
		why: `${heir.name} leads before ${going.name} leaves`,
	}
}

export function tooFewMembers(seen: Observed): Answer {
	const { members: fresh } = seen
	if (!fresh.fresh || mine(fresh).length >= target(seen, fresh) || holdsForMove(seen, fresh)) return undefined
	return add(seen, fresh)
}

/** A name that nobody needs any more, because the size went down before etcd was asked. */
export function nameUnused(seen: Observed): Answer {
	const { members: fresh } = seen
	if (!fresh.fresh || mine(fresh).length < target(seen, fresh)) return undefined
	const name = plannedNames(seen).find((planned) => !fresh.all.some((member) => member.name === planned))
	return name === undefined ? undefined : { do: 'forgetName', name, why: `${name} is not needed any more` }
}
