// Which snapshot it is, as specs have it, and what is known of it before anybody has read it. Pure.
import { backedUp } from '../../api/backed-up.ts'
import { isWhereItSaves, snapshotNamed } from '../../api/snapshot-named.ts'
import { sourceOf } from '../../api/schema/source.ts'
import type { Snapshot } from '../../api/schema/cluster.ts'
import type { Backup } from '../backups/backup.ts'
import { Failure } from '../failure.ts'
import { placeIn, urlOf } from '../stores/url.ts'
import type { Named } from '../target.ts'

type Last = NonNullable<NonNullable<Backup['status']>['last']>

export interface Chosen {
	readonly snapshot: Snapshot
	readonly url: string
	/** The EtcdBackup that it was found by. */
	readonly backup: string | undefined
	/** Of which it was taken. */
	readonly of: Named | undefined
	/** What its manifest said, as far as it is the newest one. */
	readonly last: Last | undefined
	/** Of the newest: earlier ones are of it, or of an earlier one. */
	readonly etcdVersion: string | undefined
}

/** As people write it, or whole. */
function objectNamed(backup: Backup, key: string, name: string): string {
	const folder = key.slice(0, key.lastIndexOf('/') + 1)
	const object = folder !== '' && name.startsWith(folder) ? name : `${folder}${name}`
	if (object.startsWith(key)) return object
	throw new Failure(
		`--from: "${name}" is no snapshot of EtcdBackup ${backup.metadata.name}, whose names begin with ${key.slice(folder.length)}; write one of those`,
	)
}

function newestOf({ metadata, spec = {}, status }: Backup): string {
	const object = status?.last?.object
	const condition = status?.conditions?.find(({ type }) => type === 'Succeeded')
	if (object === undefined)
		throw new Failure({
			what: `EtcdBackup ${metadata.name} has no snapshot that was proved`,
			why: condition?.message || undefined,
			next: `kubectl describe etcdbackup ${metadata.name} -n ${metadata.namespace ?? ''}`,
		})
	const { location } = status?.last ?? {}
	if (isWhereItSaves(spec, status?.last ?? {})) return object
	throw new Failure({
		what: `the newest snapshot of EtcdBackup ${metadata.name} is ${location || object}, which is not where it saves to now`,
		why: 'its store was changed since, and the credentials are those of the new one',
		next: 'write its place as a URL, with --secret',
	})
}

/** `name` is one of its snapshots; its newest when missing. */
export function chosenOf(backup: Backup, name?: string): Chosen {
	const { metadata, spec = {}, status } = backup
	const place = placeIn(spec)
	if (place === undefined || spec.storageType === undefined)
		throw new Failure(`EtcdBackup ${metadata.name} names no store; write the place of its snapshot as a URL`)
	const object = name === undefined ? newestOf(backup) : objectNamed(backup, place.key, name)
	return {
		snapshot: snapshotNamed(spec, object),
		url: urlOf({ ...place, key: object }),
		backup: metadata.name,
		of: backedUp(metadata.namespace ?? '', spec),
		last: object === status?.last?.object ? status.last : undefined,
		etcdVersion: status?.last?.etcdVersion,
	}
}

/** With which Secrets it is read, by name. */
export function secretsOf({ storageType, encryption, ...sources }: Snapshot): readonly string[] {
	const source: object = (storageType && sources[sourceOf[storageType]]) ?? {}
	const [, secret] = Object.entries(source).find(([key]) => key.endsWith('Secret')) ?? []
	const key = encryption?.keySecret
	return [
		...(secret === undefined ? [] : [`Secret ${String(secret)}`]),
		...(key ? [`the key in Secret ${key}`] : []),
	]
}

export const chosenLine = (cluster: string, { url, backup }: Chosen): string =>
	`${cluster} begins with ${url}${backup === undefined ? '' : `, of EtcdBackup ${backup}`}`
