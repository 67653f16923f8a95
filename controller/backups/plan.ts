// What is to be done about one EtcdBackup now. Pure. One at a time: what is due while another runs waits for it, and is one.
import { dueAt, type Timing } from '../../api/due.ts'
import type { NotReady, Run, SeenBackup } from './observed.ts'

export type BackupPlan =
	| { readonly do: 'start'; readonly due: number }
	/** Jobs whose ends were written down, but for the newest. */
	| { readonly do: 'tidy'; readonly jobs: readonly Run[] }
	| { readonly do: 'wait'; readonly until: number | undefined }
	| ({ readonly do: 'refuse' } & NotReady)

/** For who wants to look at a log. */
const keptJobs = 3

const isOver = ({ state }: Run): boolean => state !== 'running'

/** How many failed in a row with this one. */
export function failuresWith({ status }: SeenBackup, run: Run): number {
	const { lastRun } = status
	if (run.state !== 'failed') return 0
	if (lastRun?.job === run.job && lastRun.result === 'Failed') return lastRun.failures ?? 1
	return (lastRun?.failures ?? 0) + 1
}

function timingOf(seen: SeenBackup): Timing {
	const { created, now, spec, status, runs } = seen
	const [newest] = runs
	const { lastRun } = status
	const noted =
		lastRun?.due === undefined
			? undefined
			: {
					due: Date.parse(lastRun.due),
					ended: lastRun.ended === undefined ? undefined : Date.parse(lastRun.ended),
					failures: lastRun.failures ?? 0,
				}
	// Jobs go after a while, and what was written down stays.
	const last =
		newest !== undefined && newest.due >= (noted?.due ?? 0)
			? { due: newest.due, ended: newest.ended ?? now, failures: failuresWith(seen, newest) }
			: noted
	const succeeded =
		status.last !== undefined || status.succeeded === true || runs.some(({ state }) => state === 'succeeded')
	return { created, now, policy: spec.backupPolicy, last, succeeded }
}

export function planBackup(seen: SeenBackup): BackupPlan {
	const { runs, now, findings, status } = seen
	// A drill that cannot be is no reason to have no backup.
	const finding = findings.find(({ field }) => !field.startsWith('spec.drill'))
	const running = runs.find((run) => !isOver(run))
	const due = dueAt(timingOf(seen))
	if (running === undefined && due !== undefined && due <= now) {
		if (finding !== undefined)
			return { do: 'refuse', reason: 'Invalid', message: `${finding.field} ${finding.message}` }
		return { do: 'start', due }
	}
	const old = [
		...runs.filter((run) => isOver(run) && run.job !== status.lastRun?.job).slice(keptJobs),
		...seen.drills.filter((run) => isOver(run) && run.job !== status.drill?.job).slice(keptJobs),
	]
	if (old.length > 0) return { do: 'tidy', jobs: old }
	return { do: 'wait', until: running === undefined ? due : undefined }
}
