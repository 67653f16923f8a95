// The controller with one thing broken in each: a rule that none of them breaks is no rule. Pure.
import type { MemberSeen, Observed } from '../../../controller/observed.ts'
import type { Plan, Step } from '../../../controller/step.ts'
import { effectsOf, type Effect } from './effect.ts'
import { ours, type Subject } from './search.ts'

interface Mutant {
	readonly what: string
	/** The rules of which it breaks at least one. */
	readonly breaks: readonly string[]
	readonly faults: number
	readonly subject: Subject
	/** Whether members keep their data on claims. */
	readonly volumes: boolean
	/** Members that settle first, and for how many there is a name. */
	readonly size: number
	readonly slots: number
	/** What has befallen a settled cluster; from the birth on when missing. */
	readonly after: readonly string[] | undefined
	/** Who brought it to where it had settled. */
	readonly grewBy: Subject
}

const mutant = (
	what: string,
	breaks: readonly string[],
	faults: number,
	change: Partial<Subject>,
	volumes = false,
	after: readonly string[] | undefined = faults > 0 ? [] : undefined,
): Mutant => ({
	what,
	breaks,
	faults,
	subject: { ...ours, ...change },
	volumes,
	size: 3,
	slots: 4,
	after,
	grewBy: ours,
})

const fromOne = (one: Mutant): Mutant => ({ ...one, size: 1, slots: 2 })
const grown = (one: Mutant): Mutant => ({ ...one, grewBy: one.subject })

/** What it decides instead of what it decided, where that is given. */
const instead =
	(change: (step: Plan, seen: Observed) => Step | undefined) =>
	(seen: Observed): Plan => {
		const step = ours.plan(seen)
		const other = change(step, seen)
		return other === undefined ? step : { ...other, rule: step.rule, why: step.why }
	}

const all = (seen: Observed): readonly MemberSeen[] => (seen.members.fresh ? seen.members.all : [])

const namesIn = (seen: Observed): string =>
	all(seen)
		.map(({ name }) => name)
		.join('')

const withMembers = (
	seen: Observed,
	change: (members: readonly MemberSeen[]) => readonly MemberSeen[],
): Observed =>
	seen.members.fresh ? { ...seen, members: { ...seen.members, all: change(seen.members.all) } } : seen

/** Another voter that is well, and does not lead. */
const wellOf = (seen: Observed): Step | undefined => {
	const well = all(seen).find(({ isLearner, isLeader, health }) => !isLearner && !isLeader && health.answers)
	return well && { do: 'removeMember', id: well.id, name: well.name }
}

const sealedSeen = (seen: Observed): Observed => ({
	...seen,
	pods: seen.pods.map((pod) => ({ ...pod, sealed: true })),
	claims: seen.claims.map((claim) => ({
		...claim,
		memberId: all(seen).find(({ name }) => name === claim.name)?.id,
	})),
})

const changed = (change: (effect: Effect, seen: Observed) => Effect) => (seen: Observed, step: Plan) =>
	effectsOf(seen, step).map((effect) => change(effect, seen))

const leaderOf = (seen: Observed): Step | undefined => {
	const leader = all(seen).find(({ isLeader }) => isLeader)
	return leader && { do: 'removeMember', id: leader.id, name: leader.name }
}

export const mutants: readonly Mutant[] = [
	mutant(
		'nothing is looked at again before it is done',
		['removedWithoutQuorum'],
		2,
		{ guards: false },
		false,
		['size becomes 1'],
	),
	fromOne(
		mutant(
			'a pod may start as soon as it is made',
			['amnesia'],
			2,
			{
				effects: changed((effect, seen) =>
					effect.do === 'pod' && effect.gated ? { ...effect, gated: false, told: namesIn(seen) } : effect,
				),
			},
			false,
			['size becomes 3'],
		),
	),
	fromOne(
		mutant(
			'what its kubelet has not said yet has not happened',
			['deletedTheDataOfAMember'],
			2,
			{
				plan: (seen) => {
					const late = seen.pods.find(
						({ everRan, template }) => !everRan && template !== seen.wanted?.template,
					)
					if (late === undefined) return ours.plan(seen)
					return { do: 'deletePod', name: late.name, uid: late.uid, rule: 'neverRanAsWanted', why: '' }
				},
			},
			false,
			['size becomes 3'],
		),
	),
	grown(mutant('nobody is sealed', ['amnesia'], 1, { observe: (world) => sealedSeen(ours.observe(world)) })),
	grown(
		mutant(
			'nobody is sealed, and the one that knew is silent',
			['lostWrite'],
			1,
			{ observe: (world) => sealedSeen(ours.observe(world)) },
			false,
			['a write is acknowledged without b', 'a hangs'],
		),
	),
	mutant(
		'the well leave before the dead, and nobody counts',
		['removedWithoutQuorum'],
		1,
		{ plan: instead((step, seen) => (step.rule === 'tooManyMembers' ? wellOf(seen) : undefined)) },
		false,
		['c hangs'],
	),
	mutant('a lost record is taken for none', ['bornAgain'], 2, {
		plan: instead((step, { freshNames }) =>
			step.rule === 'recordLost' ? { do: 'recordBirth', attempt: 1, seed: freshNames[0] ?? '' } : undefined,
		),
	}),
	mutant('a cluster that has silenced is born again', ['secondBirth'], 2, {
		plan: instead((step, { freshNames }) =>
			step.rule === 'quorumLost'
				? { do: 'startMember', name: freshNames[0] ?? '', from: 'nothing' }
				: undefined,
		),
	}),
	mutant('a learner votes as soon as it has a name', ['promotedTooEarly'], 0, {
		observe: (world) =>
			withMembers(ours.observe(world), (members) => members.map((member) => ({ ...member, caughtUp: true }))),
	}),
	mutant(
		'a member takes the volume of another',
		['strangeVolume'],
		0,
		{
			effects: changed((effect, { claims }) =>
				effect.do === 'pod' ? { ...effect, claimName: claims[0]?.name ?? '' } : effect,
			),
		},
		true,
	),
	mutant('a pause is not seen', ['actedWhilePaused'], 0, {
		plan: (seen) => ours.plan({ ...seen, paused: false }),
	}),
	mutant(
		'a member on its volume is told whom it may join',
		['amnesia'],
		1,
		{
			effects: changed((effect, seen) =>
				effect.do === 'pod' && effect.told === 'refuse'
					? {
							...effect,
							told: namesIn(seen),
						}
					: effect,
			),
		},
		true,
		['b is deleted by somebody'],
	),
	mutant(
		'the leader goes while it leads',
		['removedTheLeader'],
		0,
		{ plan: instead((step, seen) => (step.do === 'moveLeader' ? leaderOf(seen) : undefined)) },
		true,
		['claim a is deleted by somebody'],
	),
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
	mutant('clients come to the first member', ['servedTooEarly'], 0, {
		plan: instead((step, seen) =>
			step.rule === 'tooFewMembers' ? { do: 'serve', names: seen.pods.map(({ name }) => name) } : undefined,
		),
	}),
	mutant(
		'a lost quorum is repaired',
		['repairedALostQuorum'],
		1,
		{
			plan: instead((step, seen) =>
				step.rule === 'quorumLost'
					? { do: 'deletePod', name: seen.pods[0]?.name ?? '', uid: seen.pods[0]?.uid ?? '' }
					: undefined,
			),
		},
		false,
		['c hangs'],
	),
	mutant(
		'claims go while nobody answers',
		['deletedTheClaimOfAMember', 'deletedAClaimBlindly'],
		1,
		{
			plan: instead((step, { claims }) =>
				step.rule === 'quorumLost'
					? { do: 'deleteClaim', name: claims[0]?.name ?? '', uid: claims[0]?.uid ?? '' }
					: undefined,
			),
		},
		true,
		['c hangs'],
	),
	mutant(
		'the list is not complete',
		['deletedTheDataOfAMember'],
		0,
		{ observe: (world) => withMembers(ours.observe(world), (members) => members.slice(0, 2)) },
		false,
		[],
	),
	mutant('learners come without end', ['tooManyLearners'], 0, {
		plan: instead((step, { freshNames }) =>
			step.rule === 'learnerJoining' && step.do === 'wait' && freshNames[0]
				? { do: 'addMember', name: freshNames[0], as: 'learner' }
				: undefined,
		),
	}),
	mutant('the only voter goes', ['removedTheOnlyVoter'], 0, {
		plan: instead((step, seen) => (step.rule === 'tooFewMembers' ? leaderOf(seen) : undefined)),
	}),
]
