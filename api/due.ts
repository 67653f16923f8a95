// When the next backup is due, and which were. Pure. Whatever was missed while nobody was there is one backup, and one that failed is
// tried again before the next is due.
import { lastFire, nextFire } from './cron.ts'
import type { BackupSpec } from './schema/backup.ts'

export interface Timing {
	readonly created: number
	readonly now: number
	readonly policy: BackupSpec['backupPolicy']
	/** The last one that was begun. */
	readonly last:
		{ readonly due: number; readonly ended: number | undefined; readonly failures: number } | undefined
	/** Whether any ever succeeded. */
	readonly succeeded: boolean
}

const [firstPauseMs, longestPauseMs] = [30_000, 3_600_000]

const pauseMs = (failures: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))

/** The latest moment at which one was due by the clock, and the next. */
function slots({ created, now, policy }: Timing): readonly [number | undefined, number | undefined] {
	const { schedule, backupIntervalInSecond: seconds = 0 } = policy ?? {}
	if (schedule !== undefined) {
		const before = lastFire(schedule, now)
		return [before !== undefined && before >= created ? before : undefined, nextFire(schedule, now)]
	}
	if (seconds <= 0) return [created, undefined]
	const interval = seconds * 1000
	const before = created + Math.max(0, Math.floor((now - created) / interval)) * interval
	return [before, before + interval]
}

/** Due since then, or due then; nothing when there is none to come. */
export function dueAt(timing: Timing): number | undefined {
	const { last, now, succeeded } = timing
	const [before, after] = slots(timing)
	const isOne = after === undefined && timing.policy?.schedule === undefined
	if (isOne && succeeded) return undefined
	const byClock = before !== undefined && (last === undefined || last.due < before) ? before : after
	if (last === undefined || last.failures === 0 || last.ended === undefined) return byClock
	const again = last.ended + pauseMs(last.failures)
	return byClock === undefined || (again < byClock && byClock > now) ? again : byClock
}

/** How old the newest one may be before somebody must be told; nothing where there is to be one only. */
export function freshUntil(
	{ created, policy }: Pick<Timing, 'created' | 'policy'>,
	taken: number | undefined,
): number | undefined {
	const { schedule, backupIntervalInSecond: seconds = 0 } = policy ?? {}
	const since = taken ?? created
	const graceMs = 60_000
	if (schedule !== undefined) {
		const next = nextFire(schedule, since)
		const afterNext = next === undefined ? undefined : nextFire(schedule, next)
		return afterNext === undefined ? undefined : afterNext + graceMs
	}
	return seconds > 0 ? since + 2 * seconds * 1000 + graceMs : undefined
}

/** How many were due by the clock after one moment and until another, counted up to the most that anybody wants to know. */
export function dueBetween(
	{ created, policy }: Pick<Timing, 'created' | 'policy'>,
	[after, until]: readonly [after: number, until: number],
	most: number,
): number {
	const { schedule, backupIntervalInSecond: seconds = 0 } = policy ?? {}
	if (schedule === undefined) {
		if (seconds <= 0) return 0
		const upTo = (at: number): number =>
			at < created ? 0 : Math.floor((at - created) / (seconds * 1000)) + 1
		return Math.min(most, Math.max(0, upTo(until) - upTo(after)))
	}
	let count = 0
	for (
		let at = nextFire(schedule, after);
		at !== undefined && at <= until && count < most;
		at = nextFire(schedule, at)
	)
		count++
	return count
}
