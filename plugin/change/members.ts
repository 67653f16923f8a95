// What the status says of a cluster's members and of what is wrong, for whoever is about to change it. Pure.
import { conditionOf } from '../cluster.ts'
import type { Cluster } from '../target.ts'

type State = NonNullable<NonNullable<Cluster['status']>['memberStates']>[number]

export const isBorn = ({ status }: Cluster): boolean => !!status?.clusterID

export const votersOf = ({ status }: Cluster): readonly State[] =>
	(status?.memberStates ?? []).filter(({ role }) => role === 'Voter' || role === 'Leader')

export const silentOf = (cluster: Cluster): readonly State[] =>
	votersOf(cluster).filter(({ ready }) => !ready)

export const hasQuorum = (cluster: Cluster): boolean => conditionOf(cluster, 'Available')?.status !== 'False'

/** How many may fail while a majority of them still answers. */
export const canLose = (size: number): number => Math.max(0, Math.ceil(size / 2) - 1)

export interface Trouble {
	readonly reason: string
	readonly message: string
}

/** What the controller names as wrong; nothing where all is well. */
export function degraded(cluster: Cluster): Trouble | undefined {
	const { status, reason = '', message = '' } = conditionOf(cluster, 'Degraded') ?? {}
	return status === 'True' ? { reason, message } : undefined
}

/** None of these has to do with whether a member answers or may come or go. */
const besides = [
	'NotDefragmented',
	'VolumeKept',
	'VolumeNotGrown',
	'ForeignPod',
	'NameTaken',
	'ObjectsRefused',
	'CertificateExpires',
	'CertificateUnfit',
]

export const concernsMembers = ({ reason }: Trouble): boolean => !besides.includes(reason)
