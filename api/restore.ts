// Which etcd makes clusters of snapshots, and how a snapshot is called. Pure. A snapshot of an earlier minor is understood by later ones.
import type { Snapshot } from './schema/cluster.ts'
import { compareVersions, parseVersion, versionText, withoutSuffix } from './version.ts'

/**
 * The first whose tool raises revisions above all that were ever handed out. Without that a client that waits for the next revision
 * would take an old one for it.
 */
const first = '3.5.10'

/** Why no snapshot becomes a cluster of this version; nothing where one does, or where nobody knows such a version. */
export function noRestoreBecause(text: string): string | undefined {
	const [version, floor] = [parseVersion(text), parseVersion(first)]
	if (version === undefined || floor === undefined || compareVersions(withoutSuffix(version), floor) >= 0)
		return undefined
	return `${versionText(version)} has no tool that restores a snapshot and raises its revisions, which came with ${first}`
}

/** For people. */
export function snapshotText({ storageType = 'PVC', s3, abs, gcs, oss, pvc }: Snapshot): string {
	const path = { S3: s3, ABS: abs, GCS: gcs, OSS: oss, PVC: pvc }[storageType]?.path ?? ''
	return storageType === 'PVC' ? `${path} on claim ${pvc?.claimName ?? ''}` : `${path} in ${storageType}`
}
