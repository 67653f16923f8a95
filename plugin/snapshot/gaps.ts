// Where the clock wanted snapshots and there are none, by the schedule as it is now. Pure. One that is late is none: as the controller has
// it, more than one must have been missed.
import { dueBetween, freshUntil, type Timing } from '../../api/due.ts'
import type { Backup } from '../backups/backup.ts'

export type Schedule = Pick<Timing, 'created' | 'policy'>

export interface Gap {
	/** When the last one before it was taken; nothing where there is none. */
	readonly after: number | undefined
	/** When the next one was taken; nothing where it is still awaited. */
	readonly until: number | undefined
	readonly missed: number
}

/** More of them say no more. */
export const mostMissed = 1000

export const scheduleOf = ({ metadata, spec }: Backup): Schedule => ({
	created: Date.parse(metadata.creationTimestamp ?? ''),
	policy: spec?.backupPolicy,
})

/** Of the times at which snapshots were taken, in whatever order. */
export function gapsOf(taken: readonly number[], schedule: Schedule, now: number): readonly Gap[] {
	const ends = [...taken].toSorted((one, other) => one - other)
	const pairs = [undefined, ...ends].map((after, at) => ({ after, until: ends[at] }))
	return pairs.flatMap(({ after, until }) => {
		const limit = freshUntil(schedule, after)
		// What is before the first was removed, or never wanted.
		if (limit === undefined || (after === undefined && until !== undefined)) return []
		if ((until ?? now) <= limit) return []
		const due = dueBetween(schedule, [after ?? schedule.created, until ?? now], mostMissed + 1)
		// The one that came answers the last of them.
		return [{ after, until, missed: Math.min(mostMissed, until === undefined ? due : due - 1) }]
	})
}
