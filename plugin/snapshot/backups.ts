// What EtcdBackups say of their snapshots, a row each, and which of them are not fresh. Pure. No store is asked for it.
import { backedUp } from '../../api/backed-up.ts'
import { placeIn } from '../../api/task.ts'
import { age, bytes as size, grouped } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'
import { table, type Column } from '../screen/table.ts'
import { backupRef, type Backup } from '../backups/backup.ts'
import { gapsOf, mostMissed, scheduleOf, type Gap } from './gaps.ts'

const none = '<none>'

const timeOf = (text: string | undefined): number | undefined => {
	const at = Date.parse(text ?? '')
	return Number.isNaN(at) ? undefined : at
}

export function clusterText(backup: Backup): string {
	const of = backedUp(backup.metadata.namespace ?? '', backup.spec)
	if (of === undefined) return backup.spec?.etcdEndpoints?.[0] ?? none
	return of.namespace === backup.metadata.namespace ? of.name : `${of.namespace}/${of.name}`
}

export function storeText({ spec = {} }: Backup): string {
	const type = spec.storageType ?? 'S3'
	const { place, claim } = placeIn(spec, type)
	return `${type}:${claim === undefined ? '' : `${claim}/`}${place.path}`
}

export function scheduleText({ spec }: Backup): string {
	const { schedule, backupIntervalInSecond: seconds = 0 } = spec?.backupPolicy ?? {}
	return schedule ?? (seconds > 0 ? `every ${age(seconds * 1000)}` : 'once')
}

function nextText({ status }: Backup, now: number): string {
	const at = timeOf(status?.nextRun)
	if (status?.lastRun?.result === 'Running') return 'running'
	return at === undefined ? none : at <= now ? 'now' : `in ${age(at - now)}`
}

/** By the controller, which may have known before. */
export const isCalledStale = ({ status }: Backup): boolean =>
	status?.conditions?.find(({ type }) => type === 'Fresh')?.status === 'False'

/** Nothing where it is fresh, or where there is to be one only. */
export function staleOf(backup: Backup, now: number): Gap | undefined {
	const taken = timeOf(backup.status?.last?.takenAt)
	const gap = gapsOf(taken === undefined ? [] : [taken], scheduleOf(backup), now).find(
		({ until }) => until === undefined,
	)
	if (gap !== undefined || !isCalledStale(backup)) return gap
	return { after: taken, until: undefined, missed: 0 }
}

export const missedText = ({ missed }: Gap): string =>
	missed >= mostMissed ? `${grouped(mostMissed)} or more` : String(missed)

function whyOf({ status }: Backup): string | undefined {
	const succeeded = status?.conditions?.find(({ type }) => type === 'Succeeded')
	return status?.Reason || (succeeded?.status === 'True' ? undefined : succeeded?.message) || undefined
}

function nextStep(backup: Backup): string {
	const { metadata, status } = backup
	const { job, result } = status?.lastRun ?? {}
	return job !== undefined && result === 'Failed'
		? `kubectl logs -n ${metadata.namespace ?? 'default'} job/${job}`
		: `kubectl describe etcdbackup ${backupRef(backup)}`
}

/** What is to be done about one that is not fresh. */
export function staleLines(backup: Backup, gap: Gap, now: number, { paint, letters, glyphs }: Look) {
	const { name, namespace = 'default' } = backup.metadata
	const newest = gap.after === undefined ? 'it has none' : `its newest is ${age(now - gap.after)} old`
	const due = gap.missed > 0 ? `, and ${missedText(gap)} were due since` : ''
	const why = whyOf(backup)
	return [
		`${paint.warn(glyphs.warn)} ${letters(`${namespace}/${name} is not fresh: ${newest}${due} by its schedule, ${scheduleText(backup)}`)}`,
		...(why === undefined ? [] : [`    why   ${letters(why)}`]),
		`    next  ${nextStep(backup)}`,
	]
}

interface Shown {
	readonly now: number
	readonly look: Look
	readonly isWide: boolean
	readonly withNamespace: boolean
	readonly headers: boolean
}

function columnsOf({
	now,
	look: { letters, paint },
	isWide,
	withNamespace,
}: Shown): readonly Column<Backup>[] {
	const taken = (one: Backup): string => {
		const at = timeOf(one.status?.last?.takenAt)
		const text = at === undefined ? none : age(now - at)
		return staleOf(one, now) === undefined ? text : paint.warn(`${text} !`)
	}
	const verified = ({ status }: Backup): string =>
		status?.last === undefined ? none : status.last.verifiedAt ? 'True' : paint.warn('False')
	return [
		...(withNamespace
			? [{ title: 'NAMESPACE', of: ({ metadata }: Backup) => metadata.namespace ?? '' }]
			: []),
		{ title: 'NAME', of: ({ metadata }) => metadata.name },
		{ title: 'CLUSTER', of: (one) => letters(clusterText(one)) },
		{ title: 'STORE', of: (one) => letters(storeText(one)), dropped: 2 },
		{ title: 'SCHEDULE', of: (one) => letters(scheduleText(one)), dropped: 3 },
		{ title: 'LAST', of: taken },
		{
			title: 'SIZE',
			of: ({ status }) => (status?.last?.bytes === undefined ? none : size(status.last.bytes)),
		},
		{
			title: 'REVISION',
			of: ({ status }) =>
				/^\d+$/.test(status?.last?.revision ?? '') ? grouped(BigInt(status?.last?.revision ?? 0)) : none,
			right: true,
		},
		{ title: 'VERIFIED', of: verified },
		{
			title: 'KEPT',
			of: ({ status }) => (status?.last?.kept === undefined ? none : String(status.last.kept)),
			dropped: 4,
		},
		{ title: 'NEXT', of: (one) => nextText(one, now), dropped: 1 },
		...(isWide
			? [
					{ title: 'LAST-RUN', of: ({ status }: Backup) => status?.lastRun?.result ?? none },
					{ title: 'LOCATION', of: ({ status }: Backup) => letters(status?.last?.location ?? none) },
				]
			: []),
	]
}

export const backupLines = (backups: readonly Backup[], shown: Shown): readonly string[] =>
	table(backups, columnsOf(shown), {
		width: shown.isWide ? undefined : shown.look.width,
		headers: shown.headers,
	})

export const backupsDocument = (backups: readonly Backup[], now: number) => ({
	apiVersion: 'cli.etcd.database.coreos.com/v1',
	kind: 'EtcdBackupSnapshots',
	observedAt: new Date(now).toISOString(),
	backups: backups.map((one) => {
		const { metadata, spec, status } = one
		const gap = staleOf(one, now)
		return {
			namespace: metadata.namespace,
			name: metadata.name,
			cluster: clusterText(one),
			storageType: spec?.storageType ?? 'S3',
			store: storeText(one),
			schedule: scheduleText(one),
			last: status?.last,
			lastRun: status?.lastRun,
			nextRun: status?.nextRun,
			isFresh: gap === undefined,
			...(gap !== undefined && { missed: gap.missed }),
		}
	}),
})
