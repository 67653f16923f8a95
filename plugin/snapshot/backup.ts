// An EtcdBackup as the API server has it. Pure.
import type { BackupSpec, BackupStatus } from '../../api/schema/backup.ts'
import type { KubeObject } from '../../kube/objects.ts'

export interface Backup extends KubeObject {
	readonly spec?: BackupSpec
	readonly status?: BackupStatus
}

/** As a command takes it, whatever namespace the next one is written in. */
export const refOf = ({ metadata: { name, namespace = 'default' } }: Backup, object?: string): string =>
	`${name}${object === undefined ? '' : ` ${object}`} -n ${namespace}`
