// What to do next. Pure: no clock, no client, no logger, no chance. Rules are read from top to bottom and the first that answers
// wins. The order is our order of care: keep hands off what is not ours to touch, let members come back, keep quorum, finish what
// an interrupted pass began, and only then change anything.
import type { Observed } from './observed.ts'
import {
	abandoned,
	namesakes,
	recordLost,
	restoreStuck,
	seedAnswered,
	seedLost,
	seedMissing,
	unborn,
} from './rules/birth.ts'
import {
	crashesAsItWas,
	leftOver,
	memberLost,
	memberWithoutPod,
	neverRanAsWanted,
	neverTold,
	notServing,
	notSettled,
	unsealed,
} from './rules/heal.ts'
import { beingDeleted, held, neverGood, paused, strangeCluster } from './rules/hold.ts'
import { labelsLost, nameTaken, objectsDrifted, objectsRefused, superfluousObjects } from './rules/objects.ts'
import { certificatesChange, clientsUntold, leafUnseen, uncertified } from './rules/certificates.ts'
import { compared, unequal } from './rules/compare.ts'
import { corrupt, saysCorrupt } from './rules/corrupt.ts'
import { fragmented } from './rules/defrag.ts'
import { crashesWithItsImage, movedAlone, rolls } from './rules/roll.ts'
import { recovering } from './rules/recover.ts'
import { learnerJoining } from './rules/promote.ts'
import { locked, quorumLost, unheard } from './rules/quorum.ts'
import { predecessors, restoreAsked } from './rules/restore.ts'
import { full, nearlyFull, noSpace } from './rules/space.ts'
import {
	firstLearners,
	majorityVotes,
	nameUnused,
	notStarted,
	strangerSilent,
	tooFewMembers,
	succeeded,
	tooManyMembers,
} from './rules/size.ts'
import { roomLacking, volumesTooSmall } from './rules/volumes.ts'
import type { Answer, Plan } from './step.ts'

const rules = {
	beingDeleted,
	held,
	paused,
	neverGood,
	restoreAsked,
	predecessors,
	strangeCluster,
	recovering,
	namesakes,
	uncertified,
	unborn,
	nameTaken,
	majorityVotes,
	objectsDrifted,
	volumesTooSmall,
	neverTold,
	neverRanAsWanted,
	crashesAsItWas,
	crashesWithItsImage,
	movedAlone,
	abandoned,
	seedLost,
	seedMissing,
	restoreStuck,
	seedAnswered,
	memberWithoutPod,
	recordLost,
	locked,
	unheard,
	quorumLost,
	corrupt,
	leftOver,
	unsealed,
	firstLearners,
	notStarted,
	saysCorrupt,
	memberLost,
	labelsLost,
	leafUnseen,
	certificatesChange,
	unequal,
	strangerSilent,
	tooManyMembers,
	succeeded,
	learnerJoining,
	notSettled,
	tooFewMembers,
	nameUnused,
	noSpace,
	rolls,
	full,
	superfluousObjects,
	fragmented,
	objectsRefused,
	compared,
	notServing,
	nearlyFull,
	clientsUntold,
	roomLacking,
} satisfies Record<string, (seen: Observed) => Answer>

export type RuleName = keyof typeof rules | 'none'

const inOrder = Object.entries(rules) as readonly [RuleName, (seen: Observed) => Answer][]

export function plan(seen: Observed): Plan {
	for (const [rule, answer] of inOrder) {
		const step = answer(seen)
		if (step) return { ...step, rule }
	}
	return { do: 'rest', rule: 'none', why: 'spec and cluster agree' }
}
