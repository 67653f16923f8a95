// What must hold of whoever is stopped to come back as another, by R30 to R35. Pure.
import type { Plan } from '../../../controller/step.ts'
import type { Effect } from './effect.ts'
import { caughtUp, hasQuorum, liveVoters, memberNames, takesPart, voterNames } from './raft.ts'
import type { Verdict } from './rules-of-effects.ts'
import { goesOn } from './moves-of-versions.ts'
import { minorOf, runs } from './versions.ts'
import { slotOf, type World } from './world.ts'

type Of<D extends Plan['do']> = Extract<Plan, { do: D }>

/** It answers us, and goes on to. */
const isWell = (world: World, name: string): boolean => {
	const { pod, claim } = slotOf(world, name)
	const stays = pod !== null && !pod.ended && !pod.muted && claim?.deleting !== true
	return stays && pod.mode === 'up' && goesOn(world, name)
}

/** Nobody is stopped for a wish but who can be missed; one or two have nobody who could go on without them. */
export function stopping(world: World, name: string): Verdict {
	const { pod } = slotOf(world, name)
	if (!takesPart(world, name) || pod === null) return []
	const others = voterNames(world).filter((other) => other !== name)
	const isOut = others.length > 1 && others.some((other) => !goesOn(world, other))
	const heir = others.some((other) => isWell(world, other) && caughtUp(world, other))
	const servesBeside = others.some((other) => slotOf(world, other).pod?.serving === true)
	return [
		isOut && 'stoppedWhileOneIsOut',
		world.leader === name && heir && 'stoppedTheLeader',
		pod.serving && servesBeside && 'stoppedServing',
	]
}

/** By its image, and by what runs. */
const minorsOf = (world: World): readonly number[] => [
	...new Set(
		memberNames(world).flatMap((name) => {
			const { pod } = slotOf(world, name)
			return pod === null ? [] : [minorOf(pod.version), minorOf(runs(pod))]
		}),
	),
]

/** The first of a later or earlier minor comes after a look at all of them; one that is alone has nobody to differ from. */
export function changingImage(world: World, { name, version, rule }: Of<'changeImage'>): Verdict {
	const minors = minorsOf(world)
	const to = minorOf(version)
	const isFirst = rule === 'rolls' && !minors.includes(to)
	return [
		...stopping(world, name),
		minors.some((minor) => Math.abs(minor - to) > 1) && 'skippedAMinor',
		isFirst && voterNames(world).length > 1 && !world.looked && 'wentOnWithoutLooking',
		// No world knows that it was born late enough.
		isFirst &&
			((to === 6 && minors.includes(5)) || (to === 7 && minors.includes(6))) &&
			world.washed === '' &&
			'wentOnUnwashed',
	]
}

/**
 * Between two minors an earlier one may not understand what it is sent (R33). Only where one more that fails would take the quorum is the
 * place of one that was lost filled.
 */
export function changingMembers(world: World, going: string | undefined): Verdict {
	const voters = voterNames(world)
	const canMove = voters.length > 2 && liveVoters(world).length === voters.length
	const lives =
		going === undefined ? canMove : voters.length > 2 && voters.includes(going) && takesPart(world, going)
	return [minorsOf(world).length > 1 && lives && 'movedMembersBetweenMinors']
}

/**
 * A process would find what only the later minor reads. Of one that is alone and does not run nobody can tell whether it ever did: whoever
 * wants the earlier minor gets it, and where it cannot run it does nothing.
 */
export function givingVersion(before: World, effect: Effect): Verdict {
	if (effect.do !== 'image' && effect.do !== 'pod') return []
	const isTried = effect.do === 'image' && !hasQuorum(before)
	return [before.declared && !isTried && minorOf(effect.version) < before.spoken && 'skippedPreparation']
}
