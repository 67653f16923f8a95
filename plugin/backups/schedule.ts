// What is wished of a schedule: a new EtcdBackup with a policy, or another policy for one that is there. Pure.
import { isCronLine, nextFire } from '../../api/cron.ts'
import { sourceOf } from '../../api/schema/source.ts'
import type { Asked } from '../change/alter.ts'
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'
import { accessOf, encryptionOf, storeFlags } from '../stores/options.ts'
import { inside, placeAt, placeIn, sourceAt, urlOf } from '../stores/url.ts'
import type { Cluster } from '../target.ts'
import { backupOf, type Backup } from './backup.ts'

const changing: readonly string[] = ['cron', 'keep', 'to', 'service-account', ...storeFlags]

/** Whether anything is wished, or somebody only looks. */
export const isWished = (flags: Flags): boolean => changing.some(flags.isGiven)

const example = '"0 */4 * * *", in UTC'

function cronOf(flags: Flags, now: number): string | undefined {
	const cron = flags.text('cron')
	if (cron === undefined) return undefined
	const { length } = cron.trim().split(/\s+/)
	if (!isCronLine(cron))
		throw new Failure(
			`--cron: "${cron}" is not a cron line${length === 5 ? '' : `: it has ${length} ${length === 1 ? 'field' : 'fields'} and not five, for minute, hour, day, month and weekday`}; write one such as ${example}`,
		)
	if (nextFire(cron, now) === undefined)
		throw new Failure(`--cron: "${cron}" never comes; write one such as ${example}`)
	return cron
}

const keepText = (keep: number): string => (keep === 0 ? 'keeps all of them' : `keeps the newest ${keep}`)

export function newSchedule(cluster: Cluster, name: string, flags: Flags, now: number): Backup {
	const [cron, url] = [cronOf(flags, now), flags.text('to')]
	if (cron === undefined)
		throw new Failure(
			`--cron is missing, and there is no EtcdBackup ${name} to be changed; write when, such as ${example}`,
		)
	if (url === undefined)
		throw new Failure(
			`--to is missing, and there is no EtcdBackup ${name} to be changed; write where, such as s3://BUCKET/${cluster.metadata.name}`,
		)
	const place = inside(placeAt(url, '--to'), name)
	const maxBackups = flags.whole('keep')
	return backupOf(cluster, name, sourceAt(place, accessOf(flags, place)), flags, {
		schedule: cron,
		...(maxBackups !== undefined && { maxBackups }),
	})
}

/** Where to, when, and how many stay. */
export function scheduleLine({ metadata, spec = {} }: Backup): string {
	const { schedule, backupIntervalInSecond = 0, maxBackups = 0 } = spec.backupPolicy ?? {}
	const place = placeIn(spec)
	const when =
		schedule !== undefined
			? `by ${schedule}, in UTC`
			: backupIntervalInSecond > 0
				? `each ${backupIntervalInSecond} seconds`
				: 'once'
	return `${metadata.name}: to ${place === undefined ? 'no store' : urlOf(place)} ${when}${when === 'once' ? '' : `; ${keepText(maxBackups)}`}`
}

function sourcePatch(backup: Backup, flags: Flags) {
	const { spec = {}, metadata } = backup
	const before = placeIn(spec)
	const url = flags.text('to')
	const place = url === undefined ? before : inside(placeAt(url, '--to'), metadata.name)
	if (place === undefined)
		throw new Failure(
			`--to is missing: EtcdBackup ${metadata.name} names no store; write where, such as s3://BUCKET/KEY`,
		)
	const access = accessOf(flags, place)
	if (url === undefined && Object.values(access).every((one) => one === undefined))
		return { patch: {}, place }
	const others = Object.values(sourceOf).filter((name) => name !== sourceOf[place.storageType])
	const gone = Object.fromEntries(
		others.filter((name) => spec[name] !== undefined).map((name) => [name, null]),
	)
	return { patch: { ...sourceAt(place, access), ...gone }, place }
}

/** What is not said stays. */
export function changedSchedule(backup: Backup, flags: Flags, now: number): Asked {
	const { spec = {}, metadata } = backup
	const { maxBackups: kept = 0, backupIntervalInSecond } = spec.backupPolicy ?? {}
	const [cron, keep] = [cronOf(flags, now), flags.whole('keep')]
	if (spec.backupPolicy === undefined && cron === undefined)
		throw new Failure(
			`--cron is missing: EtcdBackup ${metadata.name} is taken once; write when, such as ${example}, or another --name`,
		)
	const { patch: source, place } = sourcePatch(backup, flags)
	const serviceAccountName = flags.text('service-account')
	const policy = {
		...(cron !== undefined && { schedule: cron }),
		...(cron !== undefined && backupIntervalInSecond !== undefined && { backupIntervalInSecond: null }),
		...(keep !== undefined && { maxBackups: keep }),
	}
	const old = placeIn(spec)
	const isElsewhere = old !== undefined && urlOf(old) !== urlOf(place)
	const removes = keep !== undefined && keep > 0 && (kept === 0 || keep < kept)
	return {
		verb: 'scheduled',
		patch: {
			spec: {
				...source,
				...encryptionOf(flags),
				...(serviceAccountName !== undefined && { serviceAccountName }),
				...(Object.keys(policy).length > 0 && { backupPolicy: policy }),
			},
		},
		fields: [
			['spec', 'backupPolicy'],
			...(Object.keys(source).length > 0 ? [['spec', sourceOf[place.storageType]]] : []),
		],
		lines: [
			`before  ${scheduleLine(backup)}`,
			...(isElsewhere ? [`what is in ${urlOf(old)} stays there, and is not counted any more`] : []),
			...(removes ? [`the next that is taken removes all but the newest ${keep}`] : []),
		],
		question: removes
			? { to: `let all but the newest ${keep} snapshots of ${metadata.name} be removed` }
			: undefined,
	}
}
