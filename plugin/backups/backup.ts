// An EtcdBackup as it is stored, and as it is made here. Pure.
import { apiVersion } from '../../api/names.ts'
import type { BackupSpec, BackupStatus } from '../../api/schema/backup.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Flags } from '../line/flags.ts'
import { encryptionOf } from '../stores/options.ts'
import type { Source } from '../stores/url.ts'
import type { Cluster } from '../target.ts'

export interface Backup extends KubeObject {
	readonly kind?: 'EtcdBackup'
	readonly spec?: BackupSpec
	readonly status?: BackupStatus
}

/** As a command takes it, whatever namespace the next one is written in. */
export const backupRef = ({ metadata: { name, namespace = 'default' } }: Backup, object?: string): string =>
	`${name}${object === undefined ? '' : ` ${object}`} -n ${namespace}`

/** Without a policy it is taken once. */
export function backupOf(
	{ metadata }: Cluster,
	name: string,
	source: Source,
	flags: Flags,
	backupPolicy?: BackupSpec['backupPolicy'],
): Backup {
	const serviceAccountName = flags.text('service-account')
	return {
		apiVersion,
		kind: 'EtcdBackup',
		metadata: { name, ...(metadata.namespace !== undefined && { namespace: metadata.namespace }) },
		spec: {
			etcdCluster: { name: metadata.name },
			...source,
			...encryptionOf(flags),
			...(serviceAccountName !== undefined && { serviceAccountName }),
			...(backupPolicy !== undefined && { backupPolicy }),
		},
	}
}
