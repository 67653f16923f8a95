// Broken in how a cluster goes on from one member. Pure.
import { changed, mutant, type Mutant } from '../mutant.ts'
import { ours } from '../search.ts'

const afterLoss = ['the volume of b is lost', 'the volume of c is lost', 'somebody asks for a recovery']
const afterHang = ['b hangs', 'c hangs', 'somebody asks for a recovery']
const afterStop = ['b is deleted by somebody', 'c is deleted by somebody', 'somebody asks for a recovery']

const keeping = (one: Mutant): Mutant => ({ ...one, keeps: 'a' })

export const recovering: readonly Mutant[] = [
	keeping(
		mutant(
			'it is told to be the only one when it starts later as well',
			['aloneAgain'],
			1,
			{
				effects: changed((effect, { status }) =>
					effect.do === 'pod' && effect.name === 'a' && status.recovery?.state === 'done'
						? { ...effect, told: 'alone' }
						: effect,
				),
			},
			true,
			afterLoss,
		),
	),
	keeping(
		mutant(
			'nobody ends before it is alone',
			['aloneBesideOthers'],
			0,
			{
				plan: (seen) =>
					ours.plan(
						seen.status.recovery?.state === 'stopping'
							? { ...seen, pods: seen.pods.filter(({ name }) => name === 'a') }
							: seen,
					),
			},
			true,
			afterHang,
		),
	),
	keeping(
		mutant(
			'volumes of others are not given up',
			['startedOneGivenUp'],
			0,
			{
				plan: (seen) =>
					ours.plan(
						seen.status.recovery?.state === 'stopping'
							? { ...seen, claims: seen.claims.map((claim) => ({ ...claim, discarded: claim.name !== 'a' })) }
							: seen,
					),
			},
			true,
			afterStop,
		),
	),
	keeping(
		mutant(
			'its pod goes while its claim is being deleted',
			['quorumGone'],
			1,
			{
				plan: (seen) =>
					ours.plan(
						seen.status.recovery?.state === 'alone'
							? { ...seen, claims: seen.claims.map((claim) => ({ ...claim, deleting: false })) }
							: seen,
					),
			},
			true,
			afterLoss,
		),
	),
]
