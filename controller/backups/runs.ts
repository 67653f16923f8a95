// What became of the Jobs of one EtcdBackup, by them and by their pods. Pure. A pod says how it ended before its Job does.
import { annotations } from '../../api/names.ts'
import { saidIn } from '../../api/task.ts'
import { isOwnedBy, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Run } from './observed.ts'

export interface Job extends KubeObject {
	readonly status?: {
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly lastTransitionTime?: string
			readonly message?: string
		}[]
	}
}

const terminated = ({ status }: Pod) => status?.containerStatuses?.[0]?.state?.terminated

/** What keeps a pod from starting, where it is more than a moment. */
function heldUp({ status }: Pod): string | undefined {
	const waiting = status?.containerStatuses?.[0]?.state?.waiting
	const unscheduled = status?.conditions?.find(
		({ type, status: is }) => type === 'PodScheduled' && is === 'False',
	)
	if (unscheduled?.message !== undefined) return `its pod finds no node: ${unscheduled.message}`
	if (waiting?.reason === undefined || waiting.reason === 'ContainerCreating') return undefined
	return `its pod does not start: ${waiting.reason}${waiting.message === undefined ? '' : `: ${waiting.message}`}`
}

const born = ({ metadata }: KubeObject): string => metadata.creationTimestamp ?? ''

function runOf(job: Job, pods: readonly Pod[]): Run {
	const own = pods
		.filter((pod) => isOwnedBy(pod, job.metadata.uid ?? ''))
		.toSorted((one, other) => (born(one) > born(other) ? -1 : 1))
	const ends = own.map((pod) => ({ pod, end: terminated(pod) }))
	const good = ends.find(({ pod, end }) => pod.status?.phase === 'Succeeded' || end?.exitCode === 0)
	const over = job.status?.conditions?.find(
		({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
	)
	const last = good ?? ends.find(({ end }) => end !== undefined)
	const state =
		good !== undefined || over?.type === 'Complete' ? 'succeeded' : over === undefined ? 'running' : 'failed'
	const ended = Date.parse(
		(state === 'succeeded' ? last?.end?.finishedAt : undefined) ?? over?.lastTransitionTime ?? '',
	)
	const [newest] = own
	return {
		job: job.metadata.name,
		uid: job.metadata.uid ?? '',
		due: Number(job.metadata.annotations?.[annotations.due] ?? 0),
		state,
		ended: state === 'running' || Number.isNaN(ended) ? undefined : ended,
		said: saidIn(last?.end?.message),
		heldUpBy: state === 'running' && newest !== undefined ? heldUp(newest) : undefined,
	}
}

/** The one that was due last first. */
export const runsOf = (uid: string, jobs: readonly Job[], pods: readonly Pod[]): readonly Run[] =>
	jobs
		.filter((job) => isOwnedBy(job, uid) && job.metadata.deletionTimestamp === undefined)
		.map((job) => runOf(job, pods))
		.toSorted((one, other) => other.due - one.due)
