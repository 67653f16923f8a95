// What an EtcdBackup says of itself. Pure: the caller says what time it is.
import { setCondition, type Condition, type News } from '../../api/conditions.ts'
import type { BackupStatus } from '../../api/schema/backup.ts'
import { timeText } from '../time-text.ts'
import { freshUntil } from '../../api/due.ts'
import type { Run, SeenBackup } from './observed.ts'
import { failuresWith, type BackupPlan } from './plan.ts'

type LastRun = NonNullable<BackupStatus['lastRun']>

function lastRunOf(seen: SeenBackup, run: Run): LastRun {
	const { job, due, ended, state, said } = run
	const result = { running: 'Running', succeeded: 'Succeeded', failed: 'Failed' }[state]
	return {
		job,
		due: timeText(due),
		...(ended !== undefined && { ended: timeText(ended) }),
		result,
		...(state === 'failed' && { code: said?.ok === false ? said.code : 'killed' }),
		failures: state === 'running' ? (seen.status.lastRun?.failures ?? 0) : failuresWith(seen, run),
	}
}

export const failureText = ({ said, job }: Run): string =>
	said?.ok === false
		? said.message
		: `the Job ${job} ended without a word: its pod was killed, or ran out of memory or time`

function outcome(seen: SeenBackup): BackupStatus {
	const [newest] = seen.runs
	if (newest === undefined) return seen.status
	const lastRun = lastRunOf(seen, newest)
	// What a Job said once is written down once; it may be gone before the next.
	const done = seen.runs.find(({ state, said }) => state === 'succeeded' && said?.ok === true)
	const taken = done?.said?.ok === true ? done.said.taken : undefined
	const isNews = taken !== undefined && (seen.status.last?.takenAt ?? '') <= taken.takenAt
	const { Reason: _, ...before } = seen.status
	return {
		...before,
		...(newest.state === 'failed' && { Reason: failureText(newest) }),
		...(newest.state === 'running' && seen.status.Reason !== undefined && { Reason: seen.status.Reason }),
		lastRun,
		...(isNews && {
			last: taken,
			etcdVersion: taken.etcdVersion,
			etcdRevision: Number(taken.revision),
			lastSuccessDate: taken.takenAt,
		}),
		...(newest.state !== 'running' && { succeeded: newest.state === 'succeeded' }),
	}
}

function running(run: Run | undefined): Pick<News, 'reason' | 'message'> {
	if (run?.heldUpBy !== undefined) return { reason: 'Waiting', message: run.heldUpBy }
	if (run?.said?.ok === false)
		return { reason: 'Retrying', message: `it is tried again, since ${run.said.message}` }
	return { reason: 'Running', message: 'a backup is being taken' }
}

function succeeded(seen: SeenBackup, plan: BackupPlan, status: BackupStatus): Omit<News, 'type'> {
	const [newest] = seen.runs
	if (plan.do === 'refuse') return { status: 'False', reason: plan.reason, message: plan.message }
	if (newest?.state === 'running' || plan.do === 'start')
		return {
			status: seen.status.succeeded === undefined ? 'Unknown' : seen.status.succeeded ? 'True' : 'False',
			...running(newest),
		}
	if (status.succeeded === true && status.last !== undefined) {
		const { location, revision, note } = status.last
		const more = note === undefined ? '' : `; ${note}`
		return {
			status: 'True',
			reason: 'Verified',
			message: `${location} holds all up to revision ${revision}, and was read back${more}`,
		}
	}
	if (status.succeeded === false)
		return { status: 'False', reason: status.lastRun?.code ?? 'Failed', message: status.Reason ?? '' }
	return { status: 'Unknown', reason: 'NotYet', message: 'none is due yet' }
}

function fresh(seen: SeenBackup, status: BackupStatus): Omit<News, 'type'> | undefined {
	const taken = status.last?.takenAt === undefined ? undefined : Date.parse(status.last.takenAt)
	const until = freshUntil({ created: seen.created, policy: seen.spec.backupPolicy }, taken)
	if (until === undefined) return undefined
	if (seen.now <= until)
		return taken === undefined
			? { status: 'Unknown', reason: 'NotYet', message: 'none was due for long' }
			: { status: 'True', reason: 'Fresh', message: `the newest is of ${timeText(taken)}` }
	const since = taken === undefined ? 'none ever succeeded' : `the newest is of ${timeText(taken)}`
	return { status: 'False', reason: 'BackupStale', message: `${since}, and more than one was due since` }
}

export function statusOfBackup(seen: SeenBackup, plan: BackupPlan): BackupStatus {
	const now = timeText(seen.now)
	const status: BackupStatus = outcome(seen)
	const observedGeneration = seen.generation
	const about = observedGeneration === undefined ? {} : { observedGeneration }
	const refused = plan.do === 'refuse'
	const news: News[] = [{ type: 'Succeeded', ...succeeded(seen, plan, status), ...about }]
	const freshness = fresh(seen, status)
	if (freshness !== undefined) news.push({ type: 'Fresh', ...freshness, ...about })
	const conditions = news.reduce<readonly Condition[]>(
		(all, one) => setCondition(all, one, now),
		seen.status.conditions ?? [],
	)
	const next = plan.do === 'wait' ? plan.until : undefined
	return {
		...status,
		// 2018: whoever looks for a reason finds it here.
		...(refused && seen.status.succeeded !== true && { succeeded: false, Reason: plan.message }),
		...about,
		conditions,
		nextRun: next === undefined ? undefined : timeText(next),
	} as BackupStatus
}
