// What must hold of whatever our own doing leads to, whenever it was decided, by R1 to R17. Pure.
import { dialects } from '../../../etcd/dialect.ts'
import { quorum } from '../../../etcd/membership.ts'
import type { Effect } from './effect.ts'
import { learnerNames, memberNames, takesPart, voterNames } from './raft.ts'
import type { BrokenRule } from './rule-names.ts'
import { givingVersion } from './rules-of-versions.ts'
import { goesOn } from './moves-of-versions.ts'
import { dataOf, slotOf, type World } from './world.ts'

/** Which rules are broken. */
export type Verdict = readonly (BrokenRule | false)[]
export const named = (verdict: Verdict): readonly BrokenRule[] => verdict.filter((rule) => rule !== false)

export const isIntact = (world: World, name: string): boolean => {
	const { pod, member } = slotOf(world, name)
	const data = dataOf(world, name)
	const { claim } = slotOf(world, pod?.claimName || name)
	if (member?.knew === false) return pod?.known === memberNames(world).join('')
	if (data === null || data.id !== member?.id) return false
	if (pod === null) return claim !== null && !claim.deleting
	const goes = pod.ended || pod.deleting
	return pod.claimName === '' ? !goes : claim !== null && !(claim.deleting && goes)
}

/** Enough voters could come back, if nothing else happened to them. */
const canHaveQuorum = (world: World): boolean => {
	const voters = voterNames(world)
	return voters.length > 0 && voters.filter((name) => isIntact(world, name)).length >= quorum(voters.length)
}

/** Also once those have ended whom somebody has told to. */
const keepsQuorum = (world: World): boolean => {
	const voters = voterNames(world)
	return voters.length > 0 && voters.filter((name) => goesOn(world, name)).length >= quorum(voters.length)
}

export function deletingPod(world: World, name: string): Verdict {
	const { pod, member } = slotOf(world, name)
	const holds = member !== null && pod?.claimName === '' && pod.data !== null && !pod.ended && !pod.deleting
	return [holds && world.declared && 'deletedTheDataOfAMember']
}

/** Before a cluster was declared nothing is a member's but what it wrote. */
export function deletingItsClaim(world: World, name: string): Verdict {
	const { member, claim } = slotOf(world, name)
	const isIts = member !== null && claim !== null && (world.declared || claim.data !== null)
	return [isIts && 'deletedTheClaimOfAMember']
}

/** Also where etcd would not have let it go: its view of who is connected is older than ours (R3). */
function removedNow(world: World, id: string): Verdict {
	const name = memberNames(world).find((one) => slotOf(world, one).member?.id === id)
	const staying = voterNames(world).filter((other) => other !== name)
	if (name === undefined || slotOf(world, name).member?.voter !== true) return []
	const well = staying.filter((other) => takesPart(world, other))
	return [well.length < quorum(staying.length) && 'removedWithoutQuorum']
}

/** Clients would be sent to one that cannot answer them (R12). */
const servesALearner = (before: World, after: World): boolean =>
	learnerNames(after).some(
		(name) => slotOf(after, name).pod?.serving === true && slotOf(before, name).pod?.serving !== true,
	)

function ofEffect(before: World, after: World, effect: Effect): Verdict {
	if (effect.do === 'remove') return removedNow(before, effect.id)
	if (before === after) return []
	if (effect.do === 'image' || effect.do === 'pod') return givingVersion(before, effect)
	if (effect.do === 'deletePod') return deletingPod(before, effect.name)
	return effect.do === 'deleteClaim' ? deletingItsClaim(before, effect.name) : []
}

/** Which rules our own doing broke, whenever it was decided. */
export function brokenByEffect(
	before: World,
	after: World,
	effects: readonly Effect[],
): readonly BrokenRule[] {
	const { learners, firstLearners } = dialects[after.setting.minor]
	const grew = voterNames(after).length > voterNames(before).length
	const stops = effects.some((effect) => effect.do === 'image' || effect.do === 'deletePod')
	const first = voterNames(after).length === 1 ? firstLearners : 1
	return named([
		servesALearner(before, after) && 'servedALearner',
		...effects.flatMap((effect) => ofEffect(before, after, effect)),
		before.declared && canHaveQuorum(before) && !canHaveQuorum(after) && 'quorumGone',
		// Where there are no learners the second voter takes the quorum until it runs. Whoever is alone, and must be another, takes it along.
		before.declared &&
			keepsQuorum(before) &&
			!keepsQuorum(after) &&
			!(grew && !learners) &&
			!(voterNames(before).length === 1 && stops) &&
			'quorumLost',
		learnerNames(after).length > Math.max(first, learnerNames(before).length) && 'tooManyLearners',
	])
}
