// What is said of a snapshot that was saved. Pure.
import { bytes as size, grouped, lasting } from '../screen/amount.ts'
import type { Saved } from './save.ts'
import { speed } from './progress-line.ts'

export function savedLine({ manifest, path, seconds }: Saved): string {
	const { bytes, revision, etcdVersion, member, sha256 } = manifest
	const what = path === undefined ? 'saved' : `${manifest.object} saved`
	// Where authentication hides revisions nobody knows it before the file is looked at.
	const at = revision === '0' ? '' : `, revision ${grouped(BigInt(revision))}`
	return `${what}: ${size(bytes)}${at}, etcd ${etcdVersion}, from ${member.name} in ${lasting(seconds)} (${speed(bytes, seconds)}), sha256 ${sha256} ok`
}

/** It is whole, and nobody knows what is missing from it. */
export const staleLine = ({ manifest: { member } }: Saved): string =>
	`Nobody confirmed that this is all: what was acknowledged without ${member.name} is not in it. Save from each member that answers, by --from-member, and compare.`
