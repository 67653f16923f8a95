// What to do next. Pure: no clock, no client, no logger, no chance. Rules are read from top to bottom and the first that answers
// wins. The order is our order of care: keep hands off what is not ours to touch, let members come back, keep quorum, finish what
// an interrupted pass began, and only then change anything.
import type { Observed } from './observed.ts'
import {
	abandoned,
	namesakes,
	recordLost,
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
	notSettled,
	unsealed,
} from './rules/heal.ts'
import { beingDeleted, corrupt, held, neverGood, paused, strangeCluster } from './rules/hold.ts'
import { labelsLost, nameTaken, objectsDrifted, objectsRefused, superfluousObjects } from './rules/objects.ts'
import { learnerJoining } from './rules/promote.ts'
import { locked, quorumLost, unheard } from './rules/quorum.ts'
import {
	firstLearners,
	majorityVotes,
	nameUnused,
	notStarted,
	strangerSilent,
	tooFewMembers,
	tooManyMembers,
	volumeGoing,
} from './rules/size.ts'
import type { Answer, Plan } from './step.ts'

const rules = {
	beingDeleted,
	held,
	paused,
	neverGood,
	strangeCluster,
	namesakes,
	unborn,
	nameTaken,
	majorityVotes,
	objectsDrifted,
	neverTold,
	neverRanAsWanted,
	crashesAsItWas,
	abandoned,
	seedLost,
	seedMissing,
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
	memberLost,
	labelsLost,
	strangerSilent,
	tooManyMembers,
	volumeGoing,
	learnerJoining,
	notSettled,
	tooFewMembers,
	nameUnused,
	superfluousObjects,
	objectsRefused,
} satisfies Record<string, (seen: Observed) => Answer>

export type RuleName = keyof typeof rules | 'none'

export function plan(seen: Observed): Plan {
	for (const [rule, answer] of Object.entries(rules)) {
		const step = answer(seen)
		if (step) return { ...step, rule }
	}
	return { do: 'rest', rule: 'none', why: 'spec and cluster agree' }
}
