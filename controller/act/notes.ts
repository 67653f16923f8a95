// What is written down because nothing else can tell it: how the cluster was born, its id, the name of a member to come. Pure.
import type { ClusterStatus } from '../../api/schema/cluster.ts'
import { bumpOf } from '../bump.ts'
import type { Observed } from '../observed.ts'
import { copyName } from '../objects/keep-copy.ts'
import { peerUrlOf, tokenOf } from '../place.ts'
import { timeText } from '../time-text.ts'
import { highestRevision } from '../rules/restore.ts'
import type { Step, StepOf } from '../step.ts'

type Noted = Extract<
	Step,
	{
		do:
			| 'recordBirth'
			| 'abandonBirth'
			| 'rebirth'
			| 'declare'
			| 'rememberCluster'
			| 'serve'
			| 'nameMember'
			| 'forgetName'
			| 'aim'
			| 'refuseRecovery'
			| 'recordRecovery'
			| 'recordAlone'
			| 'endRecovery'
	}
>

/** What is undefined is taken out of the status. */
export type Note = { readonly [K in keyof ClusterStatus]?: ClusterStatus[K] | undefined }

const bornAs = ({ wanted }: Observed) => wanted && { version: wanted.version, repository: wanted.image }

/** Of an attempt that was given up the next is another, from the same. */
function bornFrom({ wanted, status: { birth } }: Observed) {
	const snapshot = birth?.snapshot ?? wanted?.spec.bootstrap?.snapshot
	const restore = birth?.restore
	return snapshot && { snapshot, bump: birth?.bump ?? String(bumpOf({})), ...(restore && { restore }) }
}

/** Above all that anybody has heard of, and of what an earlier restore has handed out. */
function restoredFrom(seen: Observed) {
	const { restore, now, status } = seen
	const ageMs = restore?.takenAt === undefined ? undefined : now - restore.takenAt
	const bump = bumpOf({ ageMs, before: status.birth?.bump, live: highestRevision(seen) })
	return restore && { snapshot: restore.snapshot, bump: String(bump) }
}

const goodSpec = ({ specIsGood, spec }: Observed) => specIsGood && { lastGoodSpec: spec }

/** None is ever carried out again, so that all are remembered. */
function begun(
	{ status: { recovery }, now }: Observed,
	{ value, occasion, keep }: StepOf<'refuseRecovery' | 'recordRecovery'>,
) {
	const earlier = [...(recovery?.earlier ?? []), ...(recovery?.value ? [recovery.value] : [])]
	return { value, occasion, keep, earlier, time: timeText(now) }
}

export function noteOf(seen: Observed, step: Noted & { readonly why?: string }): Note {
	const { birth, recovery, memberStates = [] } = seen.status
	switch (step.do) {
		case 'recordBirth': {
			const { seed, attempt } = step
			return {
				phase: 'Creating',
				birth: {
					...bornAs(seen),
					...bornFrom(seen),
					attempt,
					seed,
					state: 'forming',
					token: tokenOf(seen, attempt),
				},
				...goodSpec(seen),
			}
		}
		case 'rebirth': {
			const { attempt, restore } = step
			const [seed = ''] = seen.freshNames
			return {
				phase: 'Creating',
				// All that was known of members that are none any more.
				clusterID: undefined,
				memberStates: [],
				compared: undefined,
				washed: undefined,
				targetVersion: '',
				birth: {
					...bornAs(seen),
					...restoredFrom(seen),
					restore,
					attempt,
					seed,
					state: 'forming',
					token: tokenOf(seen, attempt),
				},
				...goodSpec(seen),
			}
		}
		case 'abandonBirth':
			return { birth: { ...birth, state: 'abandoned' } }
		case 'declare':
			return { phase: 'Running', clusterID: step.clusterId, birth: { ...birth, state: 'declared' } }
		case 'rememberCluster':
			return {
				phase: 'Running',
				clusterID: step.clusterId,
				birth: {
					...bornAs(seen),
					attempt: 1,
					token: step.token,
					state: 'declared',
					served: step.served,
				},
			}
		case 'serve':
			return { birth: { ...birth, served: true } }
		case 'refuseRecovery': {
			return { recovery: { ...begun(seen, step), state: 'refused', message: step.why ?? '' } }
		}
		case 'recordRecovery': {
			const { value, revision, discarded, why = '' } = step
			return {
				recovery: {
					...begun(seen, step),
					state: 'stopping',
					message: why,
					revisionBefore: revision,
					copy: copyName(value),
					discarded,
				},
				// What is judged next is judged beside this.
				...goodSpec(seen),
			}
		}
		case 'recordAlone':
			return {
				recovery: { ...recovery, state: 'alone', message: step.why ?? '', revisionAfter: step.revision },
				// Whoever is listed here is brought back, and added under a name that stands here.
				memberStates: memberStates.filter(({ name }) => name === recovery?.keep),
			}
		case 'endRecovery':
			return { recovery: { ...recovery, state: 'done', message: step.why ?? '' } }
		case 'aim':
			// Together: once members are said to be on their way back, nothing says any more that the way back was open.
			return { targetVersion: step.version, ...goodSpec(seen) }
		case 'nameMember':
			return {
				memberStates: [
					...memberStates,
					{ name: step.name, role: 'Joining', peerURL: peerUrlOf(seen, step.name) },
				],
			}
		case 'forgetName':
			return { memberStates: memberStates.filter(({ name }) => name !== step.name) }
	}
}
