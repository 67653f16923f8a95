// The snapshots of one EtcdBackup as they lie in its store: a calendar, what is missing by the schedule, and a row each. Pure.
import { age, bytes as size, grouped } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'
import { table, type Column } from '../screen/table.ts'
import type { Backup } from '../backups/backup.ts'
import { clusterText, isCalledStale, missedText, scheduleText, staleLines, staleOf } from './backups.ts'
import { calendarLines } from './calendar.ts'
import { gapsOf, scheduleOf, type Gap } from './gaps.ts'
import type { Snapshot } from './stored.ts'

export interface Seen {
	readonly backup: Backup
	/** The store, as its reader calls it. */
	readonly place: string
	/** The newest first. */
	readonly snapshots: readonly Snapshot[]
	readonly now: number
}

const none = '<none>'
const minute = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** What must not be restored from is none. */
const gapsIn = ({ backup, snapshots, now }: Seen): readonly Gap[] =>
	gapsOf(
		snapshots.filter(({ verified }) => verified !== 'broken').map(({ takenAt }) => takenAt),
		scheduleOf(backup),
		now,
	)

export function headLines(seen: Seen, look: Look): readonly string[] {
	const { backup, place, snapshots, now } = seen
	const { name, namespace = 'default' } = backup.metadata
	const all = snapshots.reduce((sum, { bytes }) => sum + bytes, 0)
	const count = `${snapshots.length} ${snapshots.length === 1 ? 'snapshot' : 'snapshots'}`
	const taken = snapshots.map(({ takenAt, verified }) => ({ at: takenAt, isVerified: verified === 'yes' }))
	const wanted = { schedule: scheduleOf(backup), gaps: gapsIn(seen), now }
	const calendar = calendarLines(taken, wanted, look)
	return [
		`${look.paint.strong(name)}  (${namespace})  ${look.letters(`of ${clusterText(backup)}, ${scheduleText(backup)}: ${count}, ${size(all)}, in ${place}`)}`,
		...(calendar.length === 0 ? [] : ['', ...calendar]),
		'',
	]
}

/** Older ones of which nothing can be done any more are told in a line each. */
const mostPast = 5

export function gapLines(seen: Seen, look: Look): readonly string[] {
	const { backup, now } = seen
	const { paint, glyphs } = look
	const gaps = gapsIn(seen)
	const past = gaps.filter(({ until }) => until !== undefined)
	const stale =
		gaps.find(({ until }) => until === undefined) ??
		(isCalledStale(backup) ? staleOf(backup, now) : undefined)
	const line = (gap: Gap): string =>
		`${paint.warn(glyphs.warn)} none from ${minute(gap.after ?? 0)} to ${minute(gap.until ?? now)} UTC: ${missedText(gap)} missed by the schedule as it is now`
	return [
		...past.slice(-mostPast).map(line),
		...(past.length > mostPast ? [`  and ${past.length - mostPast} gaps before`] : []),
		...(stale === undefined ? [] : staleLines(backup, stale, now, look)),
	]
}

interface Shown {
	readonly look: Look
	readonly isWide: boolean
	readonly headers: boolean
}

function columnsOf(now: number, { look: { letters, paint }, isWide }: Shown): readonly Column<Snapshot>[] {
	const tones = { yes: paint.good, no: paint.warn, 'no manifest': paint.warn, broken: paint.bad }
	return [
		{ title: 'TAKEN', of: ({ takenAt }) => age(now - takenAt) },
		{ title: 'NAME', of: ({ name }) => letters(name) },
		{ title: 'SIZE', of: ({ bytes }) => size(bytes) },
		{
			title: 'REVISION',
			of: ({ revision }) => (revision === undefined ? none : grouped(revision)),
			right: true,
		},
		{ title: 'ETCD', of: ({ manifest }) => letters(manifest?.etcdVersion ?? none), dropped: 1 },
		{ title: 'VERIFIED', of: ({ verified }) => tones[verified](verified) },
		...(isWide
			? [
					{ title: 'MEMBER', of: ({ manifest }: Snapshot) => letters(manifest?.member.name ?? none) },
					{ title: 'CLUSTER-ID', of: ({ manifest }: Snapshot) => manifest?.clusterId ?? none },
					{ title: 'KEY-ID', of: ({ manifest }: Snapshot) => letters(manifest?.keyId ?? none) },
				]
			: []),
	]
}

export const snapshotLines = ({ snapshots, now }: Seen, shown: Shown): readonly string[] =>
	table(snapshots, columnsOf(now, shown), {
		width: shown.isWide ? undefined : shown.look.width,
		headers: shown.headers,
	})

export const snapshotDocument = ({
	object,
	name,
	bytes,
	takenAt,
	revision,
	manifest,
	verified,
	because,
}: Snapshot) => ({
	object,
	name,
	bytes,
	takenAt: new Date(takenAt).toISOString(),
	revision: revision?.toString(),
	verified,
	because,
	manifest,
})

export function objectsDocument(seen: Seen) {
	const { backup, place, snapshots, now } = seen
	const time = (at: number | undefined): string | undefined =>
		at === undefined ? undefined : new Date(at).toISOString()
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdSnapshotList',
		namespace: backup.metadata.namespace,
		backup: backup.metadata.name,
		cluster: clusterText(backup),
		place,
		schedule: scheduleText(backup),
		observedAt: new Date(now).toISOString(),
		snapshots: snapshots.map(snapshotDocument),
		gaps: gapsIn(seen).map(({ after, until, missed }) => ({
			after: time(after),
			until: time(until),
			missed,
		})),
	}
}
