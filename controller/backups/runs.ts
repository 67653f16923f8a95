// What became of the Jobs of one EtcdBackup, by them and by their pods. Pure. A pod says how it ended before its Job does.
import { annotations } from '../../api/names.ts'
import { saidIn, type Said } from '../../api/task.ts'
import { isOwnedBy, type KubeObject } from '../../kube/objects.ts'
import { heldUp, type Pod } from '../../kube/pod.ts'
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

/** Of its one container, or of whichever came before it and failed. */
function terminated({ status }: Pod) {
	const [own] = status?.containerStatuses ?? []
	const before = (status?.initContainerStatuses ?? []).map(({ name, state }) => ({
		name,
		end: state?.terminated,
	}))
	const failed = before.find(({ end }) => end !== undefined && end.exitCode !== 0)
	const name = own?.state?.terminated ? own.name : failed?.name
	const end = own?.state?.terminated ?? failed?.end
	return end && { ...end, name }
}

/** What is none of ours ends with a line for people. */
function saidBy(end: ReturnType<typeof terminated>): Said | undefined {
	const said = saidIn(end?.message)
	const last = end?.message?.trim().split('\n').at(-1)
	if (said !== undefined || !last || end?.exitCode === 0) return said
	return { ok: false, code: 'other', message: `${end?.name}: ${last}`, lasting: false }
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
	const notes = job.metadata.annotations ?? {}
	const { [annotations.drill]: object, [annotations.occasion]: occasion } = notes
	return {
		job: job.metadata.name,
		uid: job.metadata.uid ?? '',
		due: Number(job.metadata.annotations?.[annotations.due] ?? 0),
		state,
		ended: state === 'running' || Number.isNaN(ended) ? undefined : ended,
		born: Date.parse(born(job)),
		said: saidBy(last?.end),
		heldUpBy: state === 'running' && newest !== undefined ? heldUp(newest) : undefined,
		...(object !== undefined && { drill: { object, occasion, version: notes[annotations.version] ?? '' } }),
	}
}

interface Runs {
	/** Those that take a backup. */
	readonly runs: readonly Run[]
	readonly drills: readonly Run[]
}

/** The one that was due last first. */
export function runsOf(uid: string, jobs: readonly Job[], pods: readonly Pod[]): Runs {
	const all = jobs
		.filter((job) => isOwnedBy(job, uid) && job.metadata.deletionTimestamp === undefined)
		.map((job) => runOf(job, pods))
		.toSorted((one, other) => other.due - one.due)
	return {
		runs: all.filter(({ drill }) => drill === undefined),
		drills: all.filter(({ drill }) => drill !== undefined),
	}
}
