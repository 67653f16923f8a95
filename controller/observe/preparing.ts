// How far a pod is that begins from a snapshot: which of its tasks runs, and what the last one said that failed. Pure.
import { saidIn } from '../../api/task.ts'
import type { ContainerStatus, Pod } from '../../kube/pod.ts'
import type { Preparing } from '../observed.ts'

const ended = ({ state, lastState }: ContainerStatus) => state?.terminated ?? lastState?.terminated

const isDone = ({ state }: ContainerStatus): boolean => state?.terminated?.exitCode === 0

const current = ({ status }: Pod): ContainerStatus | undefined =>
	status?.initContainerStatuses?.find((one) => !isDone(one))

/** In one sentence: ours say one themselves, and of etcd's tool the last line is it. */
function failureOf(task: ContainerStatus): string | undefined {
	const end = ended(task)
	if (end === undefined || end.exitCode === 0) return undefined
	const said = saidIn(end.message)
	if (said?.ok === false) return said.message
	const line = end.message?.trim().split('\n').at(-1)
	return `${task.name} ended with ${end.exitCode ?? 'an error'}${line ? `: ${line.slice(0, 300)}` : ` (${end.reason ?? 'no reason'})`}`
}

export function preparing(pod: Pod): Preparing | undefined {
	const task = current(pod)
	return task && { task: task.name, failed: failureOf(task) }
}

/** Its member has run, and the volume holds nothing any more. */
export function foundEmptied(pod: Pod): boolean {
	const task = current(pod)
	const said = task && saidIn(ended(task)?.message)
	return said?.ok === false && said.code === 'emptied'
}

const reasons: Readonly<Record<string, string>> = { fetch: 'SnapshotNotFetched' }

export function troubleOfTask(pod: Pod): { readonly reason: string; readonly message: string } | undefined {
	const task = current(pod)
	if (task === undefined) return undefined
	const failed = failureOf(task)
	if (failed !== undefined) return { reason: reasons[task.name] ?? 'SnapshotNotRestored', message: failed }
	const { reason, message = '' } = task.state?.waiting ?? {}
	return reason === undefined || ['PodInitializing', 'ContainerCreating'].includes(reason)
		? undefined
		: { reason, message }
}
