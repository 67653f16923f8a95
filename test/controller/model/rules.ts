// What must hold of every step and of what it leads to, by R1 to R17. Pure. Judged by the truth and not by what was seen of it.
import type { Observed } from '../../../controller/observed.ts'
import { plan, type RuleName } from '../../../controller/plan.ts'
import type { Plan } from '../../../controller/step.ts'
import { dialects } from '../../../etcd/dialect.ts'
import { quorum } from '../../../etcd/membership.ts'
import type { Effect } from './effect.ts'
import { caughtUp, hasQuorum, learnerNames, liveVoters, memberNames, takesPart, voterNames } from './raft.ts'
import type { BrokenRule } from './rule-names.ts'
import { dataOf, slotOf, type World } from './world.ts'

type Of<D extends Plan['do']> = Extract<Plan, { do: D }>

/** Which rules a step breaks where it is planned. */
type Verdict = readonly (BrokenRule | false)[]
const named = (verdict: Verdict): readonly BrokenRule[] => verdict.filter((rule) => rule !== false)

const isIntact = (world: World, name: string): boolean => {
	const { pod, member } = slotOf(world, name)
	const data = dataOf(world, name)
	const { claim } = slotOf(world, pod?.claimName || name)
	if (member?.knew === false) return pod?.told === memberNames(world).join('')
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

const answers = (world: World, name: string): boolean => slotOf(world, name).pod?.mode === 'up'

function adding(world: World): Verdict {
	const voters = voterNames(world)
	const learners = learnerNames(world)
	const first = voters.length === 1 && dialects[world.setting.minor].firstLearners === 2
	return [
		voters.some((name) => !answers(world, name)) && 'addedWhileOneIsOut',
		voters.some((name) => !isIntact(world, name)) && 'addedBeforeTheDeadWent',
		learners.length >= (first ? 2 : 1) && 'tooManyLearners',
	]
}

/** Well, and nothing that it stands on is on its way out. */
function isSteady(world: World, name: string): boolean {
	const { pod } = slotOf(world, name)
	return takesPart(world, name) && answers(world, name) && pod?.deleting === false && !pod.ended
}

/**
 * A member that has not come all the way: no voter that is well leaves before it votes, or has left itself (R1). Where there are no
 * learners whoever was added votes, as far as etcd can tell, and a voter whose volume goes leaves at once.
 */
const joins = (world: World): boolean =>
	dialects[world.setting.minor].learners &&
	memberNames(world).some(
		(name) => slotOf(world, name).member?.started !== true || learnerNames(world).includes(name),
	)

function removing(world: World, seen: Observed, { name, id, rule }: Of<'removeMember'>): Verdict {
	const { member } = slotOf(world, name)
	if (member === null || member.id !== id) return ['removedAnother']
	// Whom only we do not hear is not lost.
	const lives = rule === 'memberLost' && takesPart(world, name) && 'removedOneThatLives'
	if (!member.voter) return [lives]
	const staying = voterNames(world).filter((other) => other !== name)
	const well = staying.filter((other) => takesPart(world, other))
	return [
		lives,
		staying.length === 0 && 'removedTheOnlyVoter',
		well.length < quorum(staying.length) && 'removedWithoutQuorum',
		world.leader === name && answers(world, name) && well.length > 0 && 'removedTheLeader',
		joins(world) && isSteady(world, name) && 'removedWhileOneJoins',
		!seen.members.fresh && 'removedBlindly',
	]
}

function promoting(world: World, { name }: Of<'promote'>): Verdict {
	const { pod, member } = slotOf(world, name)
	return [
		member?.voter !== false && 'promotedNoLearner',
		// Unheard it is asked by etcd alone, where its log is short.
		!caughtUp(world, name) && pod?.muted !== true && 'promotedTooEarly',
		pod?.told !== 'refuse' && 'promotedUnsealed',
		liveVoters(world).length < voterNames(world).length && 'promotedWhileOneIsOut',
	]
}

function starting(world: World, { name, from }: Of<'startMember'>): Verdict {
	const { birth } = world
	const { claim, member } = slotOf(world, name)
	return [
		from === 'nothing' && world.declared && 'bornAgain',
		from === 'nothing' && !(birth?.state === 'forming' && birth.seed === name) && 'bornElsewhere',
		from === 'itsVolume' && (claim === null || claim.deleting || claim.lost) && 'startedOnNoVolume',
		from === 'members' &&
			member?.voter === true &&
			member.knew &&
			dataOf(world, name) === null &&
			'startedFromEmpty',
	]
}

function serving(world: World, seen: Observed): Verdict {
	const enough = voterNames(world).length >= quorum(seen.wanted?.size ?? 1)
	const served = seen.status.birth?.served === true || seen.pods.some((pod) => pod.serving)
	return [!enough && !served && 'servedTooEarly']
}

function deletingClaim(world: World, seen: Observed, { name }: Of<'deleteClaim'>): Verdict {
	const { member, claim } = slotOf(world, name)
	return [
		member !== null && 'deletedTheClaimOfAMember',
		claim?.bound === true && !seen.members.fresh && 'deletedAClaimBlindly',
	]
}

function deletingPod(world: World, { name }: Of<'deletePod'>): Verdict {
	const { pod, member } = slotOf(world, name)
	const holds = member !== null && pod?.claimName === '' && pod.data !== null && !pod.ended && !pod.deleting
	return [holds && world.declared && 'deletedTheDataOfAMember']
}

function ofStep(world: World, seen: Observed, step: Plan): Verdict {
	switch (step.do) {
		case 'recordBirth':
			return [world.declared && 'bornAgain']
		case 'addMember':
			return adding(world)
		case 'removeMember':
			return removing(world, seen, step)
		case 'promote':
			return promoting(world, step)
		case 'startMember':
			return starting(world, step)
		case 'serve':
			return serving(world, seen)
		case 'deleteClaim':
			return deletingClaim(world, seen, step)
		case 'deletePod':
			return deletingPod(world, step)
		case 'rest':
		case 'wait':
		case 'halt':
		case 'abandonBirth':
		case 'declare':
		case 'rememberCluster':
		case 'applyObjects':
		case 'dropObjects':
		case 'nameMember':
		case 'relabel':
		case 'forgetName':
		case 'makeClaim':
		case 'sealMember':
		case 'moveLeader':
			return []
	}
}

const hands: ReadonlySet<RuleName> = new Set([
	'memberWithoutPod',
	'neverTold',
	'neverRanAsWanted',
	'crashesAsItWas',
])
const harmless: ReadonlySet<string> = new Set(['rest', 'wait', 'halt', 'applyObjects'])

/** Without a quorum members on their own volumes come back, and nothing else is done (R17). */
function withoutQuorum(world: World, step: Plan): Verdict {
	if (!world.declared || hasQuorum(world) || harmless.has(step.do)) return []
	const comesBack = step.do === 'startMember' && step.from === 'itsVolume'
	const clears = step.do === 'deletePod' && hands.has(step.rule as RuleName)
	return [!comesBack && !clears && 'repairedALostQuorum']
}

export function brokenByPlan(world: World, seen: Observed, step: Plan, decide = plan): readonly BrokenRule[] {
	const still = [decide({ ...seen, paused: true }), decide({ ...seen, deleting: true })]
	return named([
		...ofStep(world, seen, step),
		...withoutQuorum(world, step),
		still.some((one) => one.do !== 'rest') && 'actedWhilePaused',
	])
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

/** Which rules our own doing broke, whenever it was decided. */
export function brokenByEffect(
	before: World,
	after: World,
	effects: readonly Effect[],
): readonly BrokenRule[] {
	const { learners, firstLearners } = dialects[after.setting.minor]
	const grew = voterNames(after).length > voterNames(before).length
	const first = voterNames(after).length === 1 ? firstLearners : 1
	return named([
		servesALearner(before, after) && 'servedALearner',
		...effects.flatMap((effect) => (effect.do === 'remove' ? removedNow(before, effect.id) : [])),
		before.declared && canHaveQuorum(before) && !canHaveQuorum(after) && 'quorumGone',
		// Where there are no learners the second voter takes the quorum until it runs.
		before.declared && hasQuorum(before) && !hasQuorum(after) && !(grew && !learners) && 'quorumLost',
		learnerNames(after).length > Math.max(first, learnerNames(before).length) && 'tooManyLearners',
	])
}
