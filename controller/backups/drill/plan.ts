// When a snapshot is restored only to see that it can be. Pure. One at a time; whatever was missed while nobody was there is one drill.
import { lastFire, nextFire } from '../../../api/cron.ts'
import { isWhereItSaves } from '../../../api/snapshot-named.ts'
import type { NotReady, Run, SeenBackup } from '../observed.ts'

export type DrillPlan =
	/** None is asked for, or there is nothing yet to try it with. */
	| { readonly do: 'nothing'; readonly because?: string }
	| { readonly do: 'start'; readonly due: number; readonly occasion: string | undefined }
	| { readonly do: 'wait'; readonly until: number | undefined }
	| ({ readonly do: 'refuse' } & NotReady)

const timeIn = (text: string | undefined): number => (text === undefined ? -Infinity : Date.parse(text))

/** Asked for by a person, and never begun. */
function isAsked({ spec: { drill }, status, drills }: SeenBackup): boolean {
	const occasion = drill?.occasion
	if (!occasion || status.drill?.occasion === occasion) return false
	// Its Job has the name of its occasion: as long as one is there, another cannot be made.
	return drills.every((run) => run.drill?.occasion !== occasion)
}

function slots({ spec: { drill }, now, created, status, drills }: SeenBackup) {
	const schedule = drill?.schedule
	if (schedule === undefined) return { missed: undefined, next: undefined }
	const last = Math.max(timeIn(status.drill?.due), ...drills.map(({ due }) => due))
	const before = lastFire(schedule, now)
	return {
		missed: before !== undefined && before >= created && before > last ? before : undefined,
		next: nextFire(schedule, now),
	}
}

const isRunning = ({ state }: Run): boolean => state === 'running'

export function planDrill(seen: SeenBackup): DrillPlan {
	const { spec, status, drills, findings, now } = seen
	if (spec.drill === undefined) return { do: 'nothing' }
	// A backup may remove what is tried, and is what is to be tried next.
	if ([...seen.runs, ...drills].some(isRunning)) return { do: 'wait', until: undefined }
	const { missed, next } = slots(seen)
	const due = isAsked(seen) ? now : missed
	if (due === undefined) return { do: 'wait', until: next }
	const [finding] = findings
	if (finding !== undefined)
		return { do: 'refuse', reason: 'Invalid', message: `${finding.field} ${finding.message}` }
	if (status.last === undefined)
		return { do: 'nothing', because: 'there is no proved snapshot yet to try it with' }
	if (!isWhereItSaves(spec, status.last))
		return {
			do: 'nothing',
			because: 'the newest snapshot is not where it saves to now: the next one is tried',
		}
	const occasion = isAsked(seen) ? spec.drill.occasion : undefined
	return { do: 'start', due, occasion }
}
