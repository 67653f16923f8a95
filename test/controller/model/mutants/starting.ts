// Broken in how members are born and started, and in what they start on. Pure.
import { ours } from '../search.ts'
import { changed, fromOne, grown, instead, mutant, namesIn, sealedSeen, type Mutant } from '../mutant.ts'

export const starting: readonly Mutant[] = [
	{
		...mutant('kubelets that do not know of a seal yet are not waited for', ['amnesia'], 1, {
			observe(world) {
				const seen = ours.observe(world)
				return { ...seen, pods: seen.pods.map((pod) => ({ ...pod, firm: pod.sealed })) }
			},
		}),
		after: undefined,
	},
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
		'a member on its volume is told whom it may join',
		['amnesia'],
		1,
		{
			effects: changed((effect, seen) =>
				effect.do === 'pod' && effect.told === 'refuse' ? { ...effect, told: namesIn(seen) } : effect,
			),
		},
		true,
		['b is deleted by somebody'],
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
	mutant('the seed that was written down is not the one that is started', ['bornElsewhere'], 0, {
		plan: instead((step, { freshNames }) =>
			step.do === 'startMember' && step.from === 'nothing'
				? { ...step, name: freshNames[0] ?? '' }
				: undefined,
		),
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
	mutant(
		'who is gone with its data is started as if its volume were there',
		['startedOnNoVolume'],
		0,
		{
			plan: instead((step) =>
				step.rule === 'memberLost' && step.do === 'removeMember'
					? { do: 'startMember', name: step.name, from: 'itsVolume' }
					: undefined,
			),
		},
		false,
		['b is deleted by somebody'],
	),
	mutant(
		'who is gone with its data begins anew under its name',
		['startedFromEmpty'],
		0,
		{
			plan: instead((step) =>
				step.rule === 'memberLost' && step.do === 'removeMember'
					? { do: 'startMember', name: step.name, from: 'members' }
					: undefined,
			),
		},
		false,
		['b is deleted by somebody'],
	),
]
