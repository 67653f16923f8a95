// Which rules of the plan must speak somewhere in the whole search, and why the others cannot. A rule that nothing leads to any more
// would be right whatever it said. A rule that is new in plan.ts does not compile until it is here.
import type { RuleName } from '../../../controller/plan.ts'

const speaks = ''
const asked = 'rules.ts asks the plan for it beside every state'
const onlySaid = 'no process of a world has last words: test/controller/corrupt.test.ts'
const onlySeen =
	'it is about what is seen of objects, and changes nothing in etcd: test/controller/rules.test.ts'
const onlySized = 'no volume of a world has a size: test/controller/volumes.test.ts'

const noTls = 'no world has TLS: what is kept is searched in test/controller/tls'

/** Nothing for those that speak, and for the others why they do not. */
const silentBecause: Readonly<Record<RuleName, string>> = {
	beingDeleted: asked,
	held: 'as if it were paused, and no world knows of another operator',
	paused: asked,
	neverGood: 'every world has a good spec',
	restoreAsked: 'nobody asks a world for it: test/controller/asked-restores.test.ts',
	predecessors: 'nobody asks a world for a restore: test/controller/asked-restores.test.ts',
	strangeCluster: 'only a second birth makes another cluster, and that is a broken rule',
	recovering: speaks,
	namesakes: onlySeen,
	uncertified: noTls,
	certificatesChange: noTls,
	leafUnseen: noTls,
	clientsUntold: noTls,
	unborn: speaks,
	nameTaken: onlySeen,
	majorityVotes: speaks,
	objectsDrifted: speaks,
	volumesTooSmall: onlySized,
	labelsLost: onlySeen,
	neverTold: speaks,
	neverRanAsWanted: speaks,
	crashesAsItWas: speaks,
	crashesWithItsImage: speaks,
	movedAlone:
		'no world has a log of an early minor, by which members are taken for removed: test/controller/rolls.test.ts',
	unequal: onlySeen,
	rolls: speaks,
	compared: speaks,
	abandoned: speaks,
	seedLost: speaks,
	seedMissing: speaks,
	restoreStuck: 'every world is born empty: test/controller/restores.test.ts',
	seedAnswered: speaks,
	memberWithoutPod: speaks,
	recordLost: speaks,
	locked: 'no world has auth on: to the plan it is a lost quorum by another name',
	unheard: speaks,
	quorumLost: speaks,
	corrupt: speaks,
	saysCorrupt: onlySaid,
	noSpace: speaks,
	full: 'what fills a world can be freed: test/controller/space.test.ts',
	fragmented: 'no world has free space',
	notServing: 'members of a world serve clients as soon as they vote: test/controller/rules.test.ts',
	nearlyFull: 'no world has data of any size: it only waits',
	leftOver: speaks,
	unsealed: speaks,
	firstLearners: speaks,
	notStarted: speaks,
	memberLost: speaks,
	strangerSilent: 'nobody else adds members to a world: it only waits',
	tooManyMembers: speaks,
	succeeded: speaks,
	learnerJoining: speaks,
	notSettled: speaks,
	tooFewMembers: speaks,
	nameUnused: speaks,
	superfluousObjects: onlySeen,
	objectsRefused: onlySeen,
	roomLacking: onlySized,
	none: speaks,
}

/** Of these, whoever is wrongly silent, and whoever wrongly spoke. */
export function wronglySaid(spoke: ReadonlySet<string>): readonly string[] {
	return Object.entries(silentBecause).flatMap(([rule, because]) => {
		if (because === speaks) return spoke.has(rule) ? [] : [`${rule} never spoke`]
		return spoke.has(rule) ? [`${rule} spoke, though ${because}`] : []
	})
}
