// Broken in what is deleted, and in when hands are kept off. Pure.
import { oneCall } from '../held.ts'
import { ours } from '../search.ts'
import { fromOne, instead, mutant, wellOf, withMembers, type Mutant } from '../mutant.ts'
import type { Observed } from '../../../../controller/observed.ts'
import type { Step } from '../../../../controller/step.ts'

const deletedPod = ({ pods }: Observed, name: string | undefined): Step | undefined => {
	const pod = pods.find((one) => one.name === name)
	return pod && { do: 'deletePod', name: pod.name, uid: pod.uid }
}

export const hands: readonly Mutant[] = [
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
	mutant(
		'the list is not complete',
		['deletedTheDataOfAMember'],
		0,
		{ observe: (world) => withMembers(ours.observe(world), (members) => members.slice(0, 2)) },
		false,
		[],
	),
	mutant(
		'another goes as well when one is gone for good',
		['quorumGone'],
		0,
		{
			plan: instead((step, seen) =>
				step.rule === 'memberLost' ? deletedPod(seen, wellOf(seen)?.name) : undefined,
			),
		},
		false,
		['b is deleted by somebody'],
	),
	{
		...fromOne(
			mutant(
				'a deletion that comes late takes what has become of it',
				['quorumGone'],
				2,
				{ deletes: 'thatObject' },
				true,
			),
		),
		after: undefined,
		late: oneCall,
	},
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
		'a lost quorum is repaired',
		['repairedALostQuorum'],
		1,
		{
			plan: instead((step, seen) =>
				step.rule === 'quorumLost' ? deletedPod(seen, seen.pods[0]?.name) : undefined,
			),
		},
		false,
		['c hangs'],
	),
	mutant('a pause is not seen', ['actedWhilePaused'], 0, {
		plan: (seen) => ours.plan({ ...seen, paused: false }),
	}),
]
