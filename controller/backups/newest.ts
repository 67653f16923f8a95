// Which cluster an EtcdBackup is of, and the newest proved backup of one. Pure.
import { clientServiceName } from '../../api/names.ts'
import type { BackupSpec, BackupStatus } from '../../api/schema/backup.ts'
import type { ClusterStatus } from '../../api/schema/cluster.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Key } from '../world.ts'

export interface StoredBackup extends KubeObject {
	readonly spec?: unknown
	readonly status?: BackupStatus
}

export type LastBackup = NonNullable<ClusterStatus['lastBackup']>

const ending = clientServiceName('')

/** By name, or by the Service for clients that an address names, as in 2018. */
export function clusterOf({ metadata: { namespace = '' }, spec }: StoredBackup): Key | undefined {
	const { etcdCluster, etcdEndpoints } = (spec ?? {}) as BackupSpec
	const [address = ''] = Array.isArray(etcdEndpoints) ? (etcdEndpoints as readonly unknown[]) : []
	const [, service = '', place = namespace] =
		/^(?:https?:\/\/)?([^.:/]+)(?:\.([^.:/]+))?/.exec(String(address)) ?? []
	if (service.endsWith(ending) && service.length > ending.length)
		return { namespace: place, name: service.slice(0, -ending.length) }
	const name = etcdCluster?.name
	return typeof name === 'string' && name !== '' && address === '' ? { namespace, name } : undefined
}

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
