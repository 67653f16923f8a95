// Which cluster an EtcdBackup is of, and the newest proved backup of one. Pure.
import { backedUp } from '../../api/backed-up.ts'
import type { BackupStatus } from '../../api/schema/backup.ts'
import type { ClusterStatus } from '../../api/schema/cluster.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Key } from '../world.ts'

export interface StoredBackup extends KubeObject {
	readonly spec?: unknown
	readonly status?: BackupStatus
}

export type LastBackup = NonNullable<ClusterStatus['lastBackup']>

export const clusterOf = ({ metadata: { namespace = '' }, spec }: StoredBackup): Key | undefined =>
	backedUp(namespace, spec)

/** A cluster of the same name that was there before is another. */
export function newestOf(
	backups: Iterable<StoredBackup>,
	clusterId: string | undefined,
	known: LastBackup | undefined,
): LastBackup | undefined {
	let newest = known
	for (const { metadata, status } of backups) {
		const last = status?.last
		if (last?.takenAt === undefined || clusterId === undefined || last.clusterId !== clusterId) continue
		if (Date.parse(last.takenAt) <= Date.parse(newest?.time ?? '') || !last.revision) continue
		newest = {
			name: metadata.name,
			time: last.takenAt,
			revision: last.revision,
			location: last.location ?? '',
		}
	}
	return newest
}
