// Broken in how members leave. Pure.
import {
	all,
	instead,
	leaderOf,
	learnerOf,
	mutant,
	removed,
	wellOf,
	withMembers,
	type Mutant,
} from '../mutant.ts'
import { ours } from '../search.ts'

export const leaving: readonly Mutant[] = [
	mutant(
		'nothing is looked at again before it is done',
		['removedWithoutQuorum'],
		2,
		{ guards: false },
		false,
		['size becomes 1'],
	),
	mutant(
		'the well leave before the dead, and nobody counts',
		['removedWithoutQuorum'],
		1,
		{ plan: instead((step, seen) => (step.rule === 'tooManyMembers' ? removed(wellOf(seen)) : undefined)) },
		false,
		['c hangs'],
	),
	mutant(
		'the name of one goes with the id of another',
		['removedAnother'],
		0,
		{
			plan: instead((step, seen) =>
				step.do === 'removeMember'
					? { ...step, id: all(seen).find(({ id }) => id !== step.id)?.id ?? '' }
					: undefined,
			),
		},
		false,
		['size becomes 1'],
	),
	mutant(
		'who is silent is removed while nobody can be asked',
		['removedBlindly'],
		1,
		{
			plan: instead((step, { claims }) =>
				step.rule === 'quorumLost'
					? { do: 'removeMember', id: claims[0]?.memberId ?? '', name: claims[0]?.name ?? '' }
					: undefined,
			),
		},
		true,
		['c hangs'],
	),
	mutant(
		'the leader goes while it leads',
		['removedTheLeader'],
		0,
		{ plan: instead((step, seen) => (step.do === 'moveLeader' ? removed(leaderOf(seen)) : undefined)) },
		true,
		['claim a is deleted by somebody'],
	),
	mutant(
		'the well leave before those who have not come all the way',
		['removedWhileOneJoins'],
		1,
		{
			plan: instead((step, seen) =>
				step.rule === 'tooManyMembers' && learnerOf(seen) ? removed(wellOf(seen)) : undefined,
			),
		},
		true,
		['claim b is deleted by somebody'],
	),
	mutant('what others hear of a member is not asked', ['removedOneThatLives'], 1, {
		observe: (world) =>
			withMembers(ours.observe(world), (members) =>
				members.map((member) => ({ ...member, seenByOthers: undefined })),
			),
	}),
	mutant('the only voter goes', ['removedTheOnlyVoter'], 0, {
		plan: instead((step, seen) => (step.rule === 'tooFewMembers' ? removed(leaderOf(seen)) : undefined)),
	}),
]
