// The three kinds as the rest of the program sees them. Pure. Everything may be missing: what is stored may be older than any rule.
import type { BackupSpec, BackupStatus, RestoreSpec, RestoreStatus } from './schema/backup.ts'
import type { ClusterSpec, ClusterStatus } from './schema/cluster.ts'

interface Metadata {
	readonly name?: string
	readonly generateName?: string
	readonly namespace?: string
	readonly uid?: string
	readonly generation?: number
	readonly annotations?: Readonly<Record<string, string>>
}

interface Resource<Name extends Kind, Spec, Status> {
	readonly apiVersion?: string
	readonly kind?: Name
	readonly metadata?: Metadata
	readonly spec?: Spec
	readonly status?: Status
}

export type EtcdCluster = Resource<'EtcdCluster', ClusterSpec, ClusterStatus>
export type EtcdBackup = Resource<'EtcdBackup', BackupSpec, BackupStatus>
export type EtcdRestore = Resource<'EtcdRestore', RestoreSpec, RestoreStatus>

export const kinds = ['EtcdCluster', 'EtcdBackup', 'EtcdRestore'] as const
export type Kind = (typeof kinds)[number]

export interface ByKind {
	readonly EtcdCluster: EtcdCluster
	readonly EtcdBackup: EtcdBackup
	readonly EtcdRestore: EtcdRestore
}
