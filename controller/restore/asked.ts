// What an EtcdRestore asks of its cluster, once its snapshot was looked at. Pure.
import type { RestoreSpec, RestoreStatus } from '../../api/schema/backup.ts'
import type { Snapshot } from '../../api/schema/cluster.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { RestoreAsked } from '../observed.ts'

export interface StoredRestore extends KubeObject {
	readonly spec?: RestoreSpec
	readonly status?: RestoreStatus
}

export const phases = {
	verifying: 'Verifying',
	verified: 'Verified',
	restoring: 'Restoring',
	succeeded: 'Succeeded',
	refused: 'Refused',
	failed: 'Failed',
} as const

export const clusterOf = ({ spec }: StoredRestore): string | undefined => spec?.etcdCluster?.name || undefined

export function snapshotIn({ backupStorageType, s3, abs, gcs, oss, pvc, encryption }: RestoreSpec): Snapshot {
	const all = { storageType: backupStorageType, s3, abs, gcs, oss, pvc, encryption }
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Said of the spec as it is now. */
export const isJudged = ({ metadata, status }: StoredRestore): boolean =>
	status?.observedGeneration === (metadata.generation ?? 0)

/** The earliest of those whose snapshot is known to be whole; those that were carried out are named in the cluster's own record. */
export function askedOf(all: readonly StoredRestore[], cluster: string): RestoreAsked | undefined {
	const [first] = all
		.filter((one) => clusterOf(one) === cluster && one.metadata.deletionTimestamp === undefined)
		.filter((one) => one.status?.phase === phases.verified && isJudged(one))
		.toSorted((one, other) =>
			(one.metadata.creationTimestamp ?? '') < (other.metadata.creationTimestamp ?? '') ? -1 : 1,
		)
	if (first?.spec === undefined) return undefined
	const taken = Date.parse(first.status?.snapshot?.takenAt ?? '')
	return {
		name: first.metadata.name,
		uid: first.metadata.uid ?? '',
		snapshot: snapshotIn(first.spec),
		confirms: first.spec.confirm ?? '',
		takenAt: Number.isNaN(taken) ? undefined : taken,
	}
}
