// Everything of one snapshot, and what is done with it. Pure.
import { age, bytes as size, grouped } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'
import { backupRef } from '../backups/backup.ts'
import { clusterText, storeText } from './backups.ts'
import { snapshotDocument, type Seen } from './objects.ts'
import type { Snapshot } from './stored.ts'

const restoreLine = ({ backup: { metadata } }: Seen, { name }: Snapshot): string =>
	`kubectl etcd restore NEW --from ${metadata.name}/${name} -n ${metadata.namespace ?? 'default'}`

const time = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

function verifiedText({ verified, because, manifest }: Snapshot, now: number): string {
	if (verified === 'yes') {
		const at = Date.parse(manifest?.verifiedAt ?? '')
		return `read back from the store and as it had been, ${age(now - at)} ago`
	}
	if (verified === 'broken') return `BROKEN: ${because ?? ''}`
	return verified === 'no'
		? 'never read back'
		: 'no manifest says so; its own sum proves it when it is downloaded or restored'
}

export function showLines(seen: Seen, snapshot: Snapshot, look: Look): readonly string[] {
	const { backup, place, snapshots, now } = seen
	const { manifest, object, bytes, takenAt, revision, name, verified } = snapshot
	const { paint, letters } = look
	const at = snapshots.indexOf(snapshot)
	const order = at === 0 ? 'the newest' : `${at} newer ${at === 1 ? 'one' : 'ones'}`
	const tone = { yes: paint.good, no: paint.warn, 'no manifest': paint.warn, broken: paint.bad }[verified]
	const line = (title: string, text: string): string => `${title.padEnd(9)}  ${letters(text)}`
	const { hashKv, keyId, backup: owner } = manifest ?? {}
	return [
		line('SNAPSHOT', `${name}, of ${snapshots.length} ${at === 0 ? order : `with ${order}`}`),
		line('LOCATION', `${place}/${object} (${storeText(backup)})`),
		line('TAKEN', `${time(takenAt)}, ${age(now - takenAt)} ago`),
		line('SIZE', `${size(bytes)}, ${grouped(bytes)} bytes`),
		...(revision === undefined
			? []
			: [
					line(
						'REVISION',
						`${grouped(revision)}${manifest === undefined ? ', by its name' : `, term ${manifest.term}`}`,
					),
				]),
		...(manifest === undefined
			? []
			: [
					line(
						'ETCD',
						`${manifest.etcdVersion}${manifest.storageVersion === '' ? '' : `, storage version ${manifest.storageVersion}`}`,
					),
					line(
						'FROM',
						`${manifest.member.name} (${manifest.member.id}) of ${clusterText(backup)}, cluster ${manifest.clusterId}`,
					),
					line('SHA256', manifest.sha256),
				]),
		...(hashKv === undefined
			? []
			: [line('HASHKV', `${hashKv.hash.toString(16)} at revision ${grouped(BigInt(hashKv.revision))}`)]),
		...(owner === undefined
			? []
			: [
					line(
						'BACKUP',
						`${owner.namespace}/${owner.name}${owner.uid === backup.metadata.uid ? '' : `, another EtcdBackup (${owner.uid})`}`,
					),
				]),
		line(
			'SEALED',
			keyId === undefined ? (manifest === undefined ? 'unknown' : 'no') : `with the key ${keyId}`,
		),
		`${'VERIFIED'.padEnd(9)}  ${tone(letters(verifiedText(snapshot, now)))}`,
		'',
		...(verified === 'broken' ? [] : [line('RESTORE', restoreLine(seen, snapshot))]),
		line('DOWNLOAD', `kubectl etcd snapshot download ${backupRef(backup, name)}`),
	]
}

export const showDocument = (seen: Seen, snapshot: Snapshot) => ({
	apiVersion: 'cli.etcd.database.coreos.com/v1',
	kind: 'EtcdSnapshot',
	namespace: seen.backup.metadata.namespace,
	backup: seen.backup.metadata.name,
	location: `${seen.place}/${snapshot.object}`,
	...snapshotDocument(snapshot),
	restore: snapshot.verified === 'broken' ? undefined : restoreLine(seen, snapshot),
})
