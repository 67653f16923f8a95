// One snapshot of an EtcdBackup, as a restore names it: the same store and secrets, and the object itself instead of how names begin. Pure.
import type { BackupSpec } from './schema/backup.ts'
import type { Snapshot } from './schema/cluster.ts'
import { sourceOf } from './schema/source.ts'

/** Of a volume the path is the object; of a bucket it begins with the bucket. */
export function snapshotNamed(
	{ storageType = 'S3', encryption, ...spec }: BackupSpec,
	object: string,
): Snapshot {
	const field = sourceOf[storageType]
	const source = spec[field]
	const [bucket = ''] = (source?.path ?? '').split('/')
	const path = storageType === 'PVC' ? object : `${bucket}/${object}`
	return { storageType, [field]: { ...source, path }, ...(encryption && { encryption }) }
}
