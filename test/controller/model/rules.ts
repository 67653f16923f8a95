// What must hold of every step and of what it leads to, by R1 to R17. Pure. Judged by the truth and not by what was seen of it.
import type { Observed } from '../../../controller/observed.ts'
import { plan, type RuleName } from '../../../controller/plan.ts'
import type { Plan } from '../../../controller/step.ts'
import { dialects } from '../../../etcd/dialect.ts'
import { quorum } from '../../../etcd/membership.ts'
import { deletingItsClaim, deletingPod, isIntact, named, type Verdict } from './rules-of-effects.ts'
import { defragmenting, disarming, removingCorrupt } from './alarms.ts'
import { changingImage, changingMembers, stopping } from './rules-of-versions.ts'
import { caughtUp, hasQuorum, learnerNames, liveVoters, memberNames, takesPart, voterNames } from './raft.ts'
import type { BrokenRule } from './rule-names.ts'
import { dataOf, slotOf, type World } from './world.ts'

type Of<D extends Plan['do']> = Extract<Plan, { do: D }>

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
 * A member that has not come all the way: no voter that is well leaves before it votes, or has left itself (R1).
 */
const joins = (world: World): boolean =>
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
		!caughtUp(world, name) && 'promotedTooEarly',
		pod?.told !== 'refuse' && 'promotedUnsealed',
		liveVoters(world).length < voterNames(world).length && 'promotedWhileOneIsOut',
	]
}

function starting(world: World, { name, from }: Of<'startMember'>): Verdict {
	const { birth } = world
	const { claim, member } = slotOf(world, name)
	const isOver = ['alone', 'done'].includes(world.recovery)
	return [
		isOver && from === 'itsVolume' && member === null && 'startedOneGivenUp',
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
	const { claim } = slotOf(world, name)
	return [
		...deletingItsClaim(world, name),
		claim?.bound === true && !seen.members.fresh && 'deletedAClaimBlindly',
	]
}

function ofStep(world: World, seen: Observed, step: Plan): Verdict {
	switch (step.do) {
		case 'recordBirth':
		case 'rebirth':
			return [world.declared && 'bornAgain']
		case 'addMember':
			return [...adding(world), ...changingMembers(world, undefined)]
		case 'removeMember':
			return [
				...removing(world, seen, step),
				...changingMembers(world, step.name),
				...(step.rule === 'corrupt' ? removingCorrupt(world, step.id) : []),
			]
		case 'promote':
			return [...promoting(world, step), ...changingMembers(world, undefined)]
		case 'startMember':
			return starting(world, step)
		case 'serve':
			return serving(world, seen)
		case 'deleteClaim':
			return deletingClaim(world, seen, step)
		case 'deletePod':
			return [...deletingPod(world, step.name), ...(step.rule === 'rolls' ? stopping(world, step.name) : [])]
		case 'changeImage':
			return changingImage(world, step)
		case 'defragment':
			return defragmenting(world, step.name)
		case 'disarm':
			return disarming(world, step)
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
		case 'growClaim':
		case 'sealMember':
		case 'moveLeader':
		case 'issueCertificates':
		case 'keepCertificates':
		case 'showCertificates':
		case 'aim':
		case 'withdraw':
		case 'goDown':
		case 'cancelDown':
		case 'compare':
		case 'wash':
		case 'compact':
		case 'refuseRecovery':
		case 'recordRecovery':
		case 'discardClaim':
		case 'startAlone':
		case 'recordAlone':
		case 'endRecovery':
			return []
	}
}

const hands: ReadonlySet<RuleName> = new Set([
	'memberWithoutPod',
	'neverTold',
	'neverRanAsWanted',
	'crashesAsItWas',
])
const harmless: ReadonlySet<string> = new Set(['rest', 'wait', 'halt', 'applyObjects', 'growClaim'])

/** Without a quorum members on their own volumes come back, and nothing else is done (R17). */
function withoutQuorum(world: World, step: Plan): Verdict {
	// Somebody has agreed to it.
	if (step.rule === 'recovering' && world.wished) return []
	if (!world.declared || hasQuorum(world) || harmless.has(step.do)) return []
	const comesBack = step.do === 'startMember' && step.from === 'itsVolume'
	const clears = step.do === 'deletePod' && hands.has(step.rule as RuleName)
	// What does not run with its image may with another, on the same data.
	const mends =
		step.do === 'changeImage' && step.rule === 'crashesWithItsImage' && !takesPart(world, step.name)
	return [!comesBack && !clears && !mends && 'repairedALostQuorum']
}

export function brokenByPlan(world: World, seen: Observed, step: Plan, decide = plan): readonly BrokenRule[] {
	const still = [decide({ ...seen, paused: true }), decide({ ...seen, deleting: true })]
	return named([
		...ofStep(world, seen, step),
		...withoutQuorum(world, step),
		still.some((one) => one.do !== 'rest') && 'actedWhilePaused',
	])
}
