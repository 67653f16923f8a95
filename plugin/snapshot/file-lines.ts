// What was found out about a file, for people and for programs. Pure.
import type { Meta } from '../../backup/bolt/meta.ts'
import type { Fault, Inspected } from '../../backup/inspected.ts'
import { bytes as size, grouped } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'

interface Seen {
	readonly inspected: Inspected
	readonly faults: readonly Fault[]
}

/** More of them say no more. */
const mostFaults = 10

const sums: Readonly<Record<Inspected['sum']['state'], string>> = {
	holds: 'holds',
	differs: 'DOES NOT HOLD',
	none: 'none',
	cut: 'none',
}

function sumText({ sum }: Inspected): string {
	if (sum.state === 'holds') return `${sums.holds}, ${sum.sha256}`
	if (sum.state === 'differs')
		return `${sums.differs}: it ends with ${sum.says}, and its bytes have ${sum.is}`
	return sums[sum.state]
}

const metaText = (meta: Meta | string): string =>
	typeof meta === 'string' ? 'BROKEN' : `holds (transaction ${grouped(meta.transaction)})`

function databaseText({ metas, databaseBytes }: Inspected): string {
	const { meta, both } = metas
	if (meta === undefined) return 'not to be read'
	const { version, pageSize, pages } = meta
	return `bbolt ${version}, ${size(databaseBytes)}, ${grouped(pages)} pages of ${pageSize}; page 0 ${metaText(both[0])}, page 1 ${metaText(both[1])}`
}

function contentsText({ contents, broken }: Inspected): string {
	if (contents === undefined)
		return broken.length === 0
			? 'not to be read'
			: `not to be read: ${broken.length} broken ${broken.length === 1 ? 'page' : 'pages'}`
	const { revision, keys, revisions, hash, storageVersion } = contents
	const version = storageVersion === '' ? '' : `, storage version ${storageVersion}`
	return `revision ${grouped(revision)}, ${keys === undefined ? '' : `${grouped(keys)} keys, `}${grouped(revisions)} with their history, hash ${hash.toString(16)}${version}`
}

function manifestText({ sidecar }: Inspected): string {
	if (sidecar.state === 'none') return 'none beside it'
	if (sidecar.state === 'unreadable') return 'not to be read'
	const { member, clusterId, etcdVersion, takenAt, revision, backup } = sidecar.manifest
	return `of ${backup.namespace}/${backup.name} (cluster ${clusterId}), from ${member.name}, etcd ${etcdVersion}, at ${takenAt}, revision ${grouped(BigInt(revision))}`
}

export function fileLines(
	path: string,
	{ inspected, faults }: Seen,
	{ paint, letters, glyphs }: Look,
): readonly string[] {
	const more = faults.length - mostFaults
	return [
		`FILE      ${letters(path)}, ${size(inspected.bytes)}`,
		`SHA256    ${sumText(inspected)}`,
		`DATABASE  ${databaseText(inspected)}`,
		`CONTENTS  ${contentsText(inspected)}`,
		`MANIFEST  ${letters(manifestText(inspected))}`,
		...faults.slice(0, mostFaults).map(({ what }) => `${paint.bad(glyphs.bad)} ${letters(what)}`),
		...(more > 0 ? [`  and ${more} more`] : []),
	]
}

export function fileDocument(path: string, { inspected, faults }: Seen) {
	const { bytes, databaseBytes, sum, metas, contents, sidecar } = inspected
	const { meta, both } = metas
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdSnapshotFile',
		file: path,
		bytes,
		isWhole: faults.length === 0,
		sha256: {
			state: sum.state,
			...(sum.state === 'holds' && { is: sum.sha256 }),
			...(sum.state === 'differs' && { is: sum.is, says: sum.says }),
		},
		database: meta && {
			version: meta.version,
			bytes: databaseBytes,
			pageSize: meta.pageSize,
			pages: meta.pages,
			transaction: meta.transaction.toString(),
			metaPages: both.map((one) => (typeof one === 'string' ? one : 'ok')),
		},
		contents: contents && {
			revision: contents.revision.toString(),
			keys: contents.keys,
			keysWithHistory: contents.revisions,
			keysOfAllBuckets: contents.allKeys,
			hash: contents.hash,
			storageVersion: contents.storageVersion || undefined,
		},
		manifest: sidecar.state === 'there' ? sidecar.manifest : undefined,
		faults,
	}
}
