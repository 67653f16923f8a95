// Clusters as they may be stored, for tables of changes.
import type { ClusterSpec, ClusterStatus } from '../../../api/schema/cluster.ts'
import type { Cluster } from '../../../plugin/target.ts'

type Member = NonNullable<ClusterStatus['memberStates']>[number]
type Condition = NonNullable<ClusterStatus['conditions']>[number]

export const member = (letter: string, more: Member = {}): Member => ({
	name: `orders-${letter}`,
	id: letter,
	role: 'Voter',
	version: '3.5.35',
	ready: true,
	claimName: `orders-${letter}`,
	claimUID: `uid-${letter}`,
	...more,
})

export interface Made {
	readonly size?: number
	readonly version?: string
	readonly members?: readonly Member[]
	readonly conditions?: readonly Condition[]
	readonly spec?: Partial<ClusterSpec>
	readonly status?: Partial<ClusterStatus>
	readonly annotations?: Readonly<Record<string, string>>
}

const settled: readonly Condition[] = [
	{ type: 'Available', status: 'True', reason: 'Cluster available', message: '' },
	{ type: 'Scaling', status: 'False', reason: 'Settled', message: '' },
	{ type: 'Upgrading', status: 'False', reason: 'Settled', message: '' },
	{ type: 'Degraded', status: 'False', reason: 'Settled', message: '' },
]

/** Three members of 3.5.35 that are well, but for what is said. */
export function clusterWith({
	size = 3,
	version = '3.5.35',
	members,
	conditions = [],
	spec = {},
	status = {},
	annotations,
}: Made = {}): Cluster {
	const states =
		members ?? ['a', 'b', 'c', 'd', 'e'].slice(0, size).map((letter) => member(letter, { version }))
	return {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: {
			name: 'orders',
			namespace: 'team-a',
			uid: 'uid-orders',
			resourceVersion: '7',
			generation: 4,
			...(annotations && { annotations }),
		},
		spec: {
			size,
			version,
			repository: 'gcr.io/etcd-development/etcd',
			pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '10Gi' } } } },
			...spec,
		},
		status: {
			clusterID: 'c1',
			observedGeneration: 4,
			health: 'Healthy',
			ready: `${size}/${size}`,
			leader: 'orders-a',
			currentVersion: version,
			targetVersion: '',
			memberStates: states,
			dbSize: 391 * 2 ** 20,
			conditions: settled.map((one) => conditions.find(({ type }) => type === one.type) ?? one),
			...status,
		},
	}
}

export const silent = (letter: string): Member => member(letter, { ready: false })

export const degradedBy = (reason: string, message = 'because'): Condition => ({
	type: 'Degraded',
	status: 'True',
	reason,
	message,
})

export const noQuorum: Condition = {
	type: 'Available',
	status: 'False',
	reason: 'QuorumLost',
	message: 'no majority of the members answers',
}
