// Which rules of the plan must speak somewhere in the whole search, and why the others cannot. A rule that nothing leads to any more
// would be right whatever it said. A rule that is new in plan.ts does not compile until it is here.
import type { RuleName } from '../../../controller/plan.ts'

const speaks = ''
const asked = 'rules.ts asks the plan for it beside every state'
const onlySeen =
	'it is about what is seen of objects, and changes nothing in etcd: test/controller/rules.test.ts'

/** Nothing for those that speak, and for the others why they do not. */
const silentBecause: Readonly<Record<RuleName, string>> = {
	beingDeleted: asked,
	held: 'as if it were paused, and no world knows of another operator',
	paused: asked,
	neverGood: 'every world has a good spec',
	strangeCluster: 'only a second birth makes another cluster, and that is a broken rule',
	namesakes: onlySeen,
	unborn: speaks,
	nameTaken: onlySeen,
	majorityVotes: speaks,
	objectsDrifted: speaks,
	labelsLost: onlySeen,
	neverTold: speaks,
	neverRanAsWanted: speaks,
	crashesAsItWas: speaks,
	abandoned: speaks,
	seedLost: speaks,
	seedMissing: speaks,
	seedAnswered: speaks,
	memberWithoutPod: speaks,
	recordLost: speaks,
	locked: 'no world has auth on: to the plan it is a lost quorum by another name',
	unheard: speaks,
	quorumLost: speaks,
	corrupt: 'the model has no alarms: it only halts what else would be done',
	leftOver: speaks,
	unsealed: speaks,
	firstLearners: speaks,
	notStarted: speaks,
	memberLost: speaks,
	strangerSilent: 'nobody else adds members to a world: it only waits',
	tooManyMembers: speaks,
	volumeGoing: speaks,
	learnerJoining: speaks,
	notSettled: speaks,
	tooFewMembers: speaks,
	nameUnused: speaks,
	superfluousObjects: onlySeen,
	objectsRefused: onlySeen,
	none: speaks,
}

/** Of these, whoever is wrongly silent, and whoever wrongly spoke. */
export function wronglySaid(spoke: ReadonlySet<string>): readonly string[] {
	return Object.entries(silentBecause).flatMap(([rule, because]) => {
		if (because === speaks) return spoke.has(rule) ? [] : [`${rule} never spoke`]
		return spoke.has(rule) ? [`${rule} spoke, though ${because}`] : []
	})
}
