// One snapshot of an EtcdBackup, as a restore names it: the same store and secrets, and the object itself instead of how names begin. Pure.
import type { BackupSpec } from './schema/backup.ts'
import type { Snapshot } from './schema/cluster.ts'
import { sourceOf } from './schema/source.ts'

/** What the store called its place when it was taken ends with it; that of a volume is a folder of the Job's. */
export function isWhereItSaves(
	spec: BackupSpec,
	{ object = '', location = '' }: { readonly object?: string; readonly location?: string },
): boolean {
	const { storageType = 'S3' } = spec
	const path = spec[sourceOf[storageType]]?.path ?? ''
	if (storageType === 'PVC') return object.startsWith(path) && (location === '' || location.startsWith('/'))
	const [bucket = '', ...key] = path.split('/')
	return object.startsWith(key.join('/')) && (location === '' || location.endsWith(`/${bucket}/${object}`))
}

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
