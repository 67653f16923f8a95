// What an EtcdBackup says of its drills. Pure.
import { setCondition, type News } from '../../../api/conditions.ts'
import type { BackupStatus } from '../../../api/schema/backup.ts'
import { timeText } from '../../time-text.ts'
import type { Run, SeenBackup } from '../observed.ts'
import { failureText } from '../status.ts'
import type { DrillPlan } from './plan.ts'

type Drill = NonNullable<BackupStatus['drill']>

function resultOf({ state, said }: Run): 'Running' | 'Passed' | 'Unproved' | 'Failed' {
	if (state === 'running') return 'Running'
	if (state === 'failed' || said?.ok === false) return 'Failed'
	return said?.drilled?.proved === true ? 'Passed' : 'Unproved'
}

function messageOf(run: Run): string {
	const { state, said, heldUpBy } = run
	if (state === 'running')
		return (
			heldUpBy ??
			(said?.ok === false ? `it is tried again, since ${said.message}` : 'a snapshot is being tried')
		)
	if (said?.ok === true) return said.drilled?.message ?? 'nothing is known of what it held'
	return failureText(run)
}

/** Of one that was begun and is not there any more. */
const goneOf = (before: Drill | undefined): Drill | undefined =>
	before?.result === 'Running'
		? { ...before, result: 'Failed', code: 'killed', message: `its Job ${before.job} is gone` }
		: before

/** What was found stands, whatever becomes of the pod and the Job that found it. */
function drillOf(seen: SeenBackup): Drill | undefined {
	const [run] = seen.drills
	const before = seen.status.drill
	if (run === undefined || timeText(run.due) < (before?.due ?? '')) return goneOf(before)
	if (before?.job === run.job && before.ended !== undefined) return before
	const { job, due, ended, born, said, drill } = run
	const result = resultOf(run)
	const found = said?.ok === true ? said.drilled : undefined
	const passedAt = result === 'Passed' && ended !== undefined ? timeText(ended) : before?.passedAt
	return {
		job,
		due: timeText(due),
		result,
		...(result === 'Failed' && { code: said?.ok === false ? said.code : 'killed' }),
		message: messageOf(run),
		object: drill?.object ?? '',
		etcdVersion: found?.etcdVersion ?? drill?.version ?? '',
		...(ended !== undefined && {
			ended: timeText(ended),
			seconds: Math.max(0, Math.round((ended - born) / 1000)),
		}),
		...(found?.revision !== undefined && { revision: found.revision }),
		...(found?.keys !== undefined && { keys: found.keys }),
		...(drill?.occasion !== undefined && { occasion: drill.occasion }),
		...(drill?.occasion === undefined && before?.occasion !== undefined && { occasion: before.occasion }),
		...(passedAt !== undefined && { passedAt }),
	}
}

function newsOf(plan: DrillPlan, drill: Drill | undefined): Omit<News, 'type'> {
	if (plan.do === 'refuse') return { status: 'False', reason: plan.reason, message: plan.message }
	if (drill === undefined)
		return {
			status: 'Unknown',
			reason: 'NotYet',
			message: (plan.do === 'nothing' ? plan.because : undefined) ?? 'none was due yet',
		}
	const { result = '', message = '', object = '' } = drill
	const text = `${object}: ${message}`
	if (result === 'Passed') return { status: 'True', reason: result, message: text }
	if (result !== 'Failed') return { status: 'Unknown', reason: result, message: text }
	return { status: 'False', reason: drill.code ?? result, message: text }
}

/** Added to what is said of backups; nothing where no drill was ever asked for. */
export function withDrill(status: BackupStatus, seen: SeenBackup, plan: DrillPlan): BackupStatus {
	if (seen.spec.drill === undefined && seen.status.drill === undefined) return status
	const drill = drillOf(seen)
	const about = seen.generation === undefined ? {} : { observedGeneration: seen.generation }
	const news: News = { type: 'Drilled', ...newsOf(plan, drill), ...about }
	return {
		...status,
		...(drill && { drill }),
		conditions: setCondition(status.conditions ?? [], news, timeText(seen.now)),
	}
}
