// EtcdBackups in live tests: made, and waited for.
import { apiVersion } from '../../api/names.ts'
import type { BackupSpec, BackupStatus } from '../../api/schema/backup.ts'
import { apply, eventually, get } from './support.ts'

export async function backUp(namespace: string, name: string, spec: BackupSpec): Promise<void> {
	await apply(namespace, { apiVersion, kind: 'EtcdBackup', metadata: { name }, spec })
}

export const backupStatus = async (namespace: string, name: string): Promise<BackupStatus> =>
	(await get<{ readonly status?: BackupStatus }>(namespace, 'etcdbackup', name)).status ?? {}

/** How long it took, in seconds, and what it says then. */
export async function untilBackup(
	namespace: string,
	name: string,
	what: string,
	isSo: (status: BackupStatus) => boolean,
	seconds = 60,
): Promise<{ readonly seconds: number; readonly status: BackupStatus }> {
	const began = performance.now()
	let status: BackupStatus = {}
	await eventually(what, async () => isSo((status = await backupStatus(namespace, name))), seconds).catch(
		(reason: unknown) => {
			throw new Error(`${String(reason)}: ${JSON.stringify(status)}`, { cause: reason })
		},
	)
	return { seconds: (performance.now() - began) / 1000, status }
}
