// When a backup is due next, as people read it: where they are, and in UTC, which is what cron lines are in. Pure.
import { nextFire } from '../../api/cron.ts'
import { age } from '../screen/amount.ts'
import { table } from '../screen/table.ts'
import type { Backup } from './backup.ts'

/** Of a cron line or an interval; none where it is taken once. */
export function nextRuns({ metadata, spec }: Backup, now: number, count = 3): readonly number[] {
	const { schedule, backupIntervalInSecond: seconds = 0 } = spec?.backupPolicy ?? {}
	const step = seconds * 1000
	const created = Date.parse(metadata.creationTimestamp ?? '')
	const next = (after: number): number | undefined => {
		if (schedule !== undefined) return nextFire(schedule, after)
		if (!(step > 0) || Number.isNaN(created)) return undefined
		return created + Math.max(1, Math.floor((after - created) / step) + 1) * step
	}
	const runs: number[] = []
	for (let at = next(now); at !== undefined && runs.length < count; at = next(at)) runs.push(at)
	return runs
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** Minutes by which the clocks there are ahead of UTC, at that moment. */
type OffsetOf = (at: number) => number

const textOf = (at: number): string =>
	`${days[new Date(at).getUTCDay()]} ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`

function offsetText(minutes: number): string {
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
	return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

export const runLines = (runs: readonly number[], now: number, offsetOf: OffsetOf): readonly string[] =>
	runs.length === 0
		? []
		: table(runs, [
				{ title: 'IN', of: (at) => age(at - now) },
				{ title: 'HERE', of: (at) => `${textOf(at + offsetOf(at) * 60_000)} ${offsetText(offsetOf(at))}` },
				{ title: 'UTC', of: textOf },
			])
