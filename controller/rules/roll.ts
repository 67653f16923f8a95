// How members become what the spec wants, one at a time: whoever is not ready first, the leader last, and nobody before all the others
// are well (R32). Pure.
import { minorIn } from '../../api/releases.ts'
import { compareMinors, sameNumbers } from '../../api/version.ts'
import type { MemberSeen, Observed, PodSeen } from '../observed.ts'
import type { Answer } from '../step.ts'
import {
	claimOf,
	handsOver,
	heirOf,
	isDeclared,
	isDoomed,
	isSteady,
	keepsQuorumWithout,
	latchOf,
	mine,
	podOf,
	reportOf,
	voters,
	type Fresh,
} from './facts.ts'
import { mayMove, speaks, unfinishedDown } from './move.ts'
import { isReadyElsewhere } from './quorum.ts'
import { changeOf, imageDiffers, isSucceeded, isUnaskable } from './outdated.ts'

/** Whose process must be stopped, and can come back with its data. */
const behind = (seen: Observed, fresh: Fresh): readonly MemberSeen[] =>
	voters(fresh).filter((member) => {
		const pod = podOf(seen, member.name)
		if (!member.ours || pod === undefined || isSucceeded(seen, member)) return false
		const how = changeOf(seen, pod)
		return how === 'image' || (how === 'pod' && !isDoomed(seen, member))
	})

/** A member runs another version than its image is called by: whatever else is changed would be changed blindly. */
export function saysAnother(seen: Observed, fresh: Fresh): readonly { name: string; message: string }[] {
	return mine(fresh).flatMap((member) => {
		const { name } = member
		const pod = podOf(seen, name)
		const says = reportOf(member)?.version
		if (pod === undefined || says === undefined || sameNumbers(says, pod.version)) return []
		return [{ name, message: `${name} says that it is ${says}, and its image is called ${pod.version}` }]
	})
}

/** Of those who are as wanted already: whoever is not back yet. */
function notBack(seen: Observed, fresh: Fresh, left: readonly MemberSeen[]): Answer {
	// Whoever is to be changed may say what it likes: being changed is what puts it right.
	const [another] = saysAnother(seen, fresh).filter(
		({ name }) => !left.some((member) => member.name === name),
	)
	if (another) return { do: 'wait', soon: true, why: another.message }
	const changed = voters(fresh).filter((member) => member.ours && !left.includes(member))
	const unready = changed.find(({ name }) => podOf(seen, name)?.ready !== true)
	if (unready === undefined) return undefined
	return { do: 'wait', soon: true, why: `${unready.name} is as wanted, and its pod is not ready yet` }
}

/** Who is not ready costs least, the leader most. */
const inOrder = (seen: Observed, left: readonly MemberSeen[]): readonly MemberSeen[] => {
	const cost = ({ name, isLeader }: MemberSeen): number =>
		Number(isLeader) * 2 + Number(podOf(seen, name)?.ready === true)
	return left.toSorted((one, other) => cost(one) - cost(other))
}

export function rolls(seen: Observed): Answer {
	const { members: fresh, wanted } = seen
	if (!fresh.fresh || wanted === undefined || !isDeclared(seen)) return undefined
	const left = behind(seen, fresh)
	const [first] = inOrder(seen, left)
	if (first === undefined) return unfinishedDown(seen, fresh)
	const wait = notBack(seen, fresh, left)
	if (wait) return wait
	const isMove = left.some(({ name }) => podOf(seen, name)?.version !== wanted.target)
	return (isMove ? mayMove(seen, fresh) : undefined) ?? change(seen, fresh, first, left)
}

function change(seen: Observed, fresh: Fresh, member: MemberSeen, left: readonly MemberSeen[]): Answer {
	const { wanted } = seen
	const pod = podOf(seen, member.name)
	if (wanted === undefined || pod === undefined) return undefined
	const { name, uid, version } = pod
	const how = imageDiffers(seen, pod) ? `${version} to ${wanted.target}` : 'an older spec to this one'
	const why = `${name} goes from ${how}`
	if (isUnaskable(pod, wanted))
		return {
			do: 'halt',
			reason: 'CannotBeAsked',
			why: `${why}, but ${wanted.target} does not answer /readyz, by which its pods are asked; write a later release`,
		}
	if (!keepsQuorumWithout(seen, fresh, member))
		return { do: 'wait', soon: false, why: `${why} once others can do without it` }
	const heir = member.isLeader && handsOver(seen, member) ? heirOf(seen, fresh, member) : undefined
	if (heir)
		return { do: 'moveLeader', to: heir.id, toName: heir.name, why: `${heir.name} leads, since ${why}` }
	const others = seen.pods.some((other) => other.serving && other.name !== name)
	const last = left.length === 1
	if (pod.serving && others) return { do: 'withdraw', name, last, why: `clients go elsewhere, since ${why}` }
	if (pod.withdrawn && !pod.quiet && others)
		return { do: 'wait', soon: true, why: `${why} once clients have gone elsewhere` }
	return changeOf(seen, pod) === 'image'
		? { do: 'changeImage', name, uid, version: wanted.target, why }
		: { do: 'deletePod', name, uid, why }
}

/** Made for a volume that was told of its image, it may not even find one. */
const mayHaveRun = (seen: Observed, { name, everRan, claimName, version }: PodSeen): boolean =>
	everRan || (claimName !== undefined && claimOf(seen, name)?.version === version)

/** Where the data is in the pod nothing is lost with another image: the pod stays. */
export function crashesWithItsImage(seen: Observed): Answer {
	const { wanted, pods } = seen
	if (wanted === undefined) return undefined
	const pod = pods.find(
		(one) =>
			one.trouble !== undefined &&
			!one.running &&
			!one.deleting &&
			!one.ended &&
			mayHaveRun(seen, one) &&
			one.template !== '' &&
			changeOf(seen, one) === 'image' &&
			!startsAMove(seen, one),
	)
	if (pod === undefined) return undefined
	const { name, uid, version } = pod
	const why = `${name} does not run with ${version} (${pod.trouble?.reason}), and ${wanted.target} is wanted`
	return { do: 'changeImage', name, uid, version: wanted.target, why }
}

/** To a minor of which neither it nor a member that is well is, nobody goes before all are well. */
function startsAMove(seen: Observed, { name, version: given }: PodSeen): boolean {
	const { members: fresh, wanted } = seen
	const from = minorIn(given)
	// What only the later minor reads may have been written. Of one that is alone nobody can be asked: it tries, and does not run if so.
	if (wanted && from && compareMinors(wanted.targetMinor, from) < 0 && fresh.fresh)
		if (!speaks(seen, fresh, wanted.targetMinor)) return true
	const well = (fresh.fresh ? fresh.all : []).filter((member) => isSteady(seen, member))
	const known = [
		claimOf(seen, name)?.version,
		latchOf(seen, name)?.version,
		given,
		...well.map((member) => reportOf(member)?.version),
	]
	return !known.some((version) => minorIn(version) === wanted?.targetMinor)
}

/**
 * Nobody answers since one was moved alone: it takes the others for removed, and they end as soon as they meet it. Once the spec has gone
 * back it goes back by image, for which nobody has to be asked: it is out anyway, and no other ever ran the later minor.
 */
export function movedAlone(seen: Observed): Answer {
	const { members, wanted, pods } = seen
	if (members.fresh || members.denied || wanted === undefined || !isDeclared(seen) || isReadyElsewhere(seen))
		return undefined
	const isLater = ({ name, version }: PodSeen): boolean =>
		[version, claimOf(seen, name)?.version, latchOf(seen, name)?.version].some(
			(known) => compareMinors(minorIn(known) ?? wanted.targetMinor, wanted.targetMinor) > 0,
		)
	const [pod, another] = pods.filter(isLater)
	const others = pods.filter((one) => one !== pod)
	if (pod === undefined || another !== undefined || others.length < 2 || pod.deleting || pod.stopping)
		return undefined
	const isWanted = others.every(({ version }) => minorIn(version) === wanted.targetMinor)
	if (
		!isWanted ||
		!others.some(({ sentAway }) => sentAway) ||
		pod.template === '' ||
		!imageDiffers(seen, pod)
	)
		return undefined
	const { name, uid, version } = pod
	const why = `${name} runs ${version} alone, no majority answers, and ${wanted.target} is wanted again`
	return { do: 'changeImage', name, uid, version: wanted.target, why }
}
