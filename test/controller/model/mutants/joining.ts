// Broken in how members join, and in whom clients reach. Pure.
import { ours } from '../search.ts'
import {
	instead,
	learnerOf,
	mutant,
	promoted,
	sealedSeen,
	wellOf,
	withMembers,
	type Mutant,
} from '../mutant.ts'

export const joining: readonly Mutant[] = [
	mutant('a successor comes before the dead went', ['addedBeforeTheDeadWent'], 1, {
		plan: instead((step) =>
			step.rule === 'memberLost' && step.do === 'removeMember'
				? { do: 'addMember', name: 'd', as: 'learner' }
				: undefined,
		),
	}),
	mutant('members are added while one is silent', ['addedWhileOneIsOut'], 1, {
		plan: instead((step) =>
			step.rule === 'notSettled' ? { do: 'addMember', name: 'd', as: 'learner' } : undefined,
		),
	}),
	mutant('learners come without end', ['tooManyLearners'], 0, {
		plan: instead((step, { freshNames }) =>
			step.rule === 'learnerJoining' && step.do === 'wait' && freshNames[0]
				? { do: 'addMember', name: freshNames[0], as: 'learner' }
				: undefined,
		),
	}),
	mutant('a learner votes as soon as it has a name', ['promotedTooEarly'], 0, {
		observe: (world) =>
			withMembers(ours.observe(world), (members) => members.map((member) => ({ ...member, caughtUp: true }))),
	}),
	mutant('a learner votes before it has started', ['quorumLost'], 0, {
		plan: instead((step, seen) => (step.rule === 'notStarted' ? promoted(learnerOf(seen)) : undefined)),
	}),
	mutant('who votes already is to vote', ['promotedNoLearner'], 0, {
		plan: instead((step, seen) => (step.do === 'promote' ? promoted(wellOf(seen)) : undefined)),
	}),
	mutant('a learner votes before it is sealed', ['promotedUnsealed'], 0, {
		observe: (world) => sealedSeen(ours.observe(world)),
	}),
	mutant(
		'a learner votes while a voter is silent',
		['promotedWhileOneIsOut'],
		1,
		{
			plan: instead((step, seen) =>
				step.rule === 'learnerJoining' && step.do === 'wait' ? promoted(learnerOf(seen)) : undefined,
			),
		},
		true,
		['claim c is deleted by somebody'],
	),
	mutant('clients come to whoever runs', ['servedALearner'], 0, {
		plan: instead((step, seen) =>
			step.do === 'serve' ? { ...step, names: seen.pods.map(({ name }) => name) } : undefined,
		),
	}),
	mutant('clients come to the first member', ['servedTooEarly'], 0, {
		plan: instead((step, seen) =>
			step.rule === 'tooFewMembers' ? { do: 'serve', names: seen.pods.map(({ name }) => name) } : undefined,
		),
	}),
]
