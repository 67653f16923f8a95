// From one minor to the next, and back. Pure. Up: every member is looked at first, and until the last one runs the later minor all of them
// speak the earlier and can go back to it by image. Down: etcd must be asked, before any of them goes.
import { compareMinors } from '../../api/version.ts'
import { minorIn } from '../../api/releases.ts'
import { dialects, washOf } from '../../etcd/dialect.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { comparison, occasionOf } from './compare.ts'
import { bornIn, mine, namesOf, podOf, reportOf, voters, type Fresh } from './facts.ts'
import { isBetweenMinors, minorsOf } from './outdated.ts'

/** Why a member may not be moved yet, or what comes before. */
export function mayMove(seen: Observed, fresh: Fresh): Answer {
	const { wanted, status } = seen
	if (wanted === undefined) return undefined
	const { target, targetMinor } = wanted
	const minors = minorsOf(seen)
	const far = minors.find((minor) => Math.abs(compareMinors(minor, targetMinor)) > 1)
	if (far !== undefined)
		return {
			do: 'halt',
			reason: 'TooFar',
			why: `${target} is more than one minor from ${far}; go minor by minor`,
		}
	const before = cancels(seen, fresh) ?? down(seen, fresh) ?? up(seen, fresh)
	if (before) return before
	if (status.targetVersion === target) return undefined
	return { do: 'aim', version: target, why: `members go to ${target}` }
}

/** Before the first of them is of another minor than the others (R31). */
function looksFirst(seen: Observed, fresh: Fresh, why: string): Answer {
	const [alarm] = fresh.alarms
	if (alarm)
		return {
			do: 'wait',
			soon: false,
			why: `${why} once etcd’s alarm ${alarm.kind} of ${alarm.memberId} is gone`,
		}
	return comparison(seen, fresh, why)
}

function up(seen: Observed, fresh: Fresh): Answer {
	const { wanted } = seen
	const minors = minorsOf(seen)
	const [from = ''] = minors
	if (wanted === undefined || minors.length > 1 || compareMinors(from, wanted.targetMinor) >= 0)
		return undefined
	const why = `upgrading ${from} to ${wanted.targetMinor}`
	if (fresh.clusterVersion !== undefined && !isMinorOf(fresh.clusterVersion, from))
		return {
			do: 'wait',
			soon: true,
			why: `${why} once members speak ${from}; they speak ${fresh.clusterVersion}`,
		}
	return looksFirst(seen, fresh, why) ?? wash(seen, fresh, why, from)
}

/** What some minors write into the log, and later ones cannot read, must be in a snapshot by then. */
function wash(seen: Observed, fresh: Fresh, why: string, from: string): Answer {
	const minor = minorIn(`${from}.0`)
	const needed = minor && washOf(minor, bornIn(seen))
	const occasion = occasionOf(fresh, why)
	if (needed === undefined || seen.status.washed === occasion) return undefined
	return {
		do: 'wash',
		occasion,
		entries: needed.entries,
		why: `${why}: every member begins its log anew first, since it may hold what ${seen.wanted?.targetMinor ?? 'the next minor'} cannot read`,
	}
}

const enabledDown = (fresh: Fresh): string | undefined =>
	fresh.all.map((member) => reportOf(member)?.downgradeTo).find(Boolean)

/** Its words are "3.6" or "3.6.0". */
const isMinorOf = (version: string | undefined, minor: string): boolean =>
	version === minor || version?.startsWith(`${minor}.`) === true

/** Its image is of an earlier minor than its process, which is about to end. */
const comesBackEarlier = (seen: Observed, member: MemberSeen): boolean => {
	const is = minorIn(reportOf(member)?.version)
	const next = minorIn(podOf(seen, member.name)?.version)
	return is !== undefined && next !== undefined && compareMinors(next, is) < 0
}

/**
 * Somebody changed their mind: what was prepared for an earlier minor is undone before anybody goes up again. Not while one of them is about
 * to come back as it, which it could not do any more.
 */
function cancels(seen: Observed, fresh: Fresh): Answer {
	const { wanted } = seen
	const to = enabledDown(fresh)
	if (to === undefined || wanted === undefined || isMinorOf(to, wanted.targetMinor)) return undefined
	const why = `members were prepared for ${to}, and ${wanted.target} is wanted`
	const coming = fresh.all.find((member) => comesBackEarlier(seen, member))
	if (coming) return { do: 'wait', soon: true, why: `${why}: ${coming.name} comes back first` }
	return { do: 'cancelDown', why }
}

/** Nobody left to move, and etcd still prepared for what is not wanted any more. */
export const unfinishedDown = (seen: Observed, fresh: Fresh): Answer => cancels(seen, fresh)

/** etcd's own procedure (R35), but for members that never spoke the later minor: those go back as they came. */
function down(seen: Observed, fresh: Fresh): Answer {
	const { wanted } = seen
	const highest = minorsOf(seen).at(-1)
	if (wanted === undefined || highest === undefined || compareMinors(highest, wanted.targetMinor) <= 0)
		return undefined
	const { targetMinor } = wanted
	const why = `going down from ${highest} to ${targetMinor}`
	const isPrepared = isMinorOf(enabledDown(fresh), targetMinor)
	// Once none of them is of the earlier minor they may speak the later one at any moment, whatever they spoke just now.
	const isHeld = isPrepared || minorsOf(seen).includes(targetMinor)
	if (!isHeld || !speaks(seen, fresh, targetMinor)) {
		const minor = minorIn(`${highest}.0`)
		if (minor === undefined || !dialects[minor].goesDown)
			return {
				do: 'halt',
				reason: 'CannotGoDown',
				why: `${why}: etcd goes down from 3.6 and later only; put spec.version back`,
			}
		if (!isHeld && isMinorOf(fresh.clusterVersion, targetMinor))
			return {
				do: 'wait',
				soon: true,
				why: `${why} once members speak ${highest}, which all of them are by now`,
			}
		if (!isPrepared) return looksFirst(seen, fresh, why) ?? { do: 'goDown', to: targetMinor, why }
		return { do: 'wait', soon: true, why: `${why}: members still speak ${fresh.clusterVersion ?? highest}` }
	}
	const unwritten = voters(fresh).filter((member) => {
		const written = reportOf(member)?.storageVersion
		return written && !isMinorOf(written, targetMinor)
	})
	// Prepared before somebody came or left since they were asked what they hold, they are asked again before the first one goes.
	if (unwritten.length === 0) return minorsOf(seen).length > 1 ? undefined : looksFirst(seen, fresh, why)
	return {
		do: 'wait',
		soon: true,
		why: `${why}: ${namesOf(unwritten)} still write what only ${highest} reads`,
	}
}

/** By etcd's word; where that is unknown, by a member that runs the earlier minor while nobody prepared for it. */
export function speaks(seen: Observed, fresh: Fresh, minor: string): boolean {
	if (fresh.clusterVersion !== undefined) return isMinorOf(fresh.clusterVersion, minor)
	return mine(fresh).some(
		({ name, health }) =>
			health.answers &&
			isMinorOf(health.status?.version, minor) &&
			isMinorOf(podOf(seen, name)?.version, minor),
	)
}

/**
 * On their way down nobody joins or leaves: an earlier minor may not read a later one’s snapshot. Nor by image, while one is about to come
 * back: it could not if the last of the earlier minor had left meanwhile, since all others would speak the later one.
 */
export const isGoingDown = (seen: Observed, fresh: Fresh): boolean =>
	isBetweenMinors(seen) &&
	(enabledDown(fresh) !== undefined || fresh.all.some((member) => comesBackEarlier(seen, member)))
