// What is written down because nothing else can tell it: how the cluster was born, its id, the name of a member to come. Pure.
import type { ClusterStatus } from '../../api/schema/cluster.ts'
import type { Observed } from '../observed.ts'
import { peerUrlOf, tokenOf } from '../place.ts'
import type { Step } from '../step.ts'

type Noted = Extract<
	Step,
	{
		do: 'recordBirth' | 'abandonBirth' | 'declare' | 'rememberCluster' | 'serve' | 'nameMember' | 'forgetName'
	}
>

const bornAs = ({ wanted }: Observed) => wanted && { version: wanted.version, repository: wanted.image }

export function noteOf(seen: Observed, step: Noted): Partial<ClusterStatus> {
	const { birth, memberStates = [] } = seen.status
	switch (step.do) {
		case 'recordBirth': {
			const { seed, attempt } = step
			return {
				phase: 'Creating',
				birth: { ...bornAs(seen), attempt, seed, state: 'forming', token: tokenOf(seen, attempt) },
				...(seen.specIsGood && { lastGoodSpec: seen.spec }),
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
