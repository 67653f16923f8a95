// A pod and a claim as the rules see them. Pure.
import { annotations, podLabels, sealToleration, servingLabel, startGate } from '../../api/names.ts'
import { refusal, saysCorrupt, saysRefused, saysSentAway, saysUnlisted } from '../../etcd/arguments.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Claim, ContainerStatus, Pod } from '../../kube/pod.ts'
import type { ClaimSeen, PodSeen } from '../observed.ts'
import { growthOf } from './growth.ts'
import { foundEmptied, preparing, troubleOfTask } from './preparing.ts'

const isLabelled = ({ metadata: { name, labels = {} } }: KubeObject, cluster: string): boolean =>
	Object.entries(podLabels(cluster, name)).every(([key, value]) => labels[key] === value)

const condition = ({ status }: Pod, type: string) => status?.conditions?.find((one) => one.type === type)

/** What to do about it, by Kubernetes' reason. */
const remedies: Readonly<Record<string, string>> = {
	Unschedulable: 'mend spec.pod (nodeSelector, affinity, tolerations, resources), its claim, or the nodes',
	ErrImagePull: 'mend spec.repository or spec.version, or let nodes reach the image',
	ImagePullBackOff: 'mend spec.repository or spec.version, or let nodes reach the image',
	InvalidImageName: 'mend spec.repository or spec.version',
	CreateContainerConfigError: 'mend spec.pod.etcdEnv',
}

const withRemedy = (reason: string, message: string): { reason: string; message: string } => {
	const remedy = remedies[reason]
	return { reason, message: `${message.slice(0, 300)}${remedy === undefined ? '' : `; ${remedy}`}` }
}

/** Made and not yet told whom it may join: it will never start like that. */
export const isGated = ({ spec: { schedulingGates = [] } }: Pod): boolean =>
	schedulingGates.some(({ name }) => name === startGate)

/** Why it does not run, by the most telling that there is. */
function troubleOf(pod: Pod, etcd: ContainerStatus | undefined): PodSeen['trouble'] {
	const { reason: ended, message: why, phase } = pod.status ?? {}
	if (phase === 'Failed' || phase === 'Succeeded')
		return { reason: ended ?? phase, message: why ?? 'the pod has ended' }
	const task = troubleOfTask(pod)
	if (task) return task.reason in remedies ? withRemedy(task.reason, task.message) : task
	const waiting = etcd?.state?.waiting
	if (waiting?.reason && !['ContainerCreating', 'PodInitializing'].includes(waiting.reason)) {
		const last = etcd?.lastState?.terminated
		const message = waiting.message ?? last?.message?.trim().split('\n').at(-1) ?? ''
		return withRemedy(waiting.reason, message)
	}
	const scheduled = condition(pod, 'PodScheduled')
	// Said for a moment still after our gate was lifted.
	if (scheduled?.status === 'False' && scheduled.reason !== 'SchedulingGated')
		return withRemedy(scheduled.reason ?? 'Unschedulable', scheduled.message ?? '')
	return undefined
}

/** Asked to end it did nothing wrong. */
const isFailure = (exitCode = 0): boolean => ![0, 130, 137, 143].includes(exitCode)

function lastWordsOf({ status }: Pod): string | undefined {
	const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
	const failed = all
		.flatMap(({ state }) => state?.terminated ?? [])
		.find(({ exitCode, reason }) => isFailure(exitCode) || reason === 'OOMKilled')
	if (failed === undefined) return undefined
	return (
		failed.message?.trim().split('\n').at(-1)?.slice(0, 500) ||
		(failed.reason ?? `it ended with ${failed.exitCode}`)
	)
}

function toldIn(notes: Readonly<Record<string, string>>): readonly string[] | undefined {
	const list = notes[annotations.initialCluster]
	const joins = notes[annotations.initialState] === 'existing' && list !== refusal.initialCluster
	return joins ? list?.split(',').map((entry) => entry.slice(entry.indexOf('=') + 1)) : undefined
}

/**
 * A kubelet may have begun to look at a pod before it was sealed, and wait for a second before it starts what it finds ended. One that
 * returns on its volume was never told of anybody.
 */
function isFirm({ metadata, spec, status }: Pod, sealedLongAgo: boolean): boolean {
	if (!spec.tolerations?.some(({ key }) => key === sealToleration)) return true
	const seen = status?.observedGeneration
	return seen === undefined ? sealedLongAgo : seen >= (metadata.generation ?? 0)
}

/** Since when two things are so, as far as this process knows. */
export interface Ages {
	readonly sealedLongAgo: boolean
	readonly withdrawnLongAgo: boolean
}

export const isWithdrawn = ({ metadata: { annotations: notes, labels } }: Pod): boolean =>
	notes?.[annotations.withdrawn] !== undefined && labels?.[servingLabel] !== 'true'

export const isSealed = ({ metadata }: Pod): boolean =>
	metadata.annotations?.[annotations.initialCluster] === refusal.initialCluster

export function podSeen(pod: Pod, cluster: string, { sealedLongAgo, withdrawnLongAgo }: Ages): PodSeen {
	const { metadata, spec, status } = pod
	const notes = metadata.annotations ?? {}
	const etcd =
		status?.containerStatuses?.find(({ name }) => name === 'etcd') ?? status?.containerStatuses?.[0]
	const container = spec.containers.find(({ name }) => name === 'etcd') ?? spec.containers[0]
	const sealed = isSealed(pod)
	/** The last of the name counts. */
	const variable = (name: string): number | undefined => {
		const value = Number(container?.env?.findLast((one) => one.name === name)?.value ?? NaN)
		return Number.isFinite(value) ? value : undefined
	}
	const ends = [etcd?.state?.terminated, etcd?.lastState?.terminated]
	const claimName = spec.volumes?.find(({ name }) => name === 'etcd-data')?.persistentVolumeClaim?.claimName
	return {
		name: metadata.name,
		uid: metadata.uid ?? '',
		resourceVersion: metadata.resourceVersion ?? '',
		createdAt: Date.parse(metadata.creationTimestamp ?? '') || 0,
		ip: status?.podIP,
		node: spec.nodeName,
		deleting: metadata.deletionTimestamp !== undefined,
		ended: status?.phase === 'Failed' || status?.phase === 'Succeeded',
		ready: condition(pod, 'Ready')?.status === 'True',
		gated: isGated(pod),
		running: etcd?.state?.running !== undefined,
		everRan:
			etcd?.state?.running !== undefined ||
			ends.some((end) => end !== undefined) ||
			(etcd?.restartCount ?? 0) > 0,
		sealed,
		firm: sealed && isFirm(pod, sealedLongAgo),
		refusedEmpty:
			sealed &&
			etcd?.state?.running === undefined &&
			(ends.some((end) => saysRefused(end?.message ?? '')) || foundEmptied(pod)),
		saysCorrupt: etcd?.state?.running === undefined && ends.some((end) => saysCorrupt(end?.message ?? '')),
		unlisted: ends.some((end) => saysUnlisted(end?.message ?? '')),
		sentAway: etcd?.state?.running === undefined && ends.some((end) => saysSentAway(end?.message ?? '')),
		alone: notes[annotations.alone],
		lastWords: lastWordsOf(pod),
		labelled: isLabelled(pod, cluster),
		told: toldIn(notes),
		serving: metadata.labels?.[servingLabel] === 'true',
		withdrawn: isWithdrawn(pod),
		quiet: isWithdrawn(pod) && withdrawnLongAgo,
		stopping: notes[annotations.withdrawn] === String(etcd?.restartCount ?? 0),
		restarts: etcd?.restartCount ?? 0,
		takesLearners: variable('ETCD_MAX_LEARNERS') ?? 1,
		quotaBytes: variable('ETCD_QUOTA_BACKEND_BYTES'),
		claimName,
		version: notes[annotations.version] ?? '',
		repository: notes[annotations.repository],
		asksReadyz: container?.readinessProbe?.httpGet?.path === '/readyz',
		template: notes[annotations.template] ?? '',
		trust: notes[annotations.trust],
		leaf: notes[annotations.leaf],
		token: notes[annotations.token],
		restoring: preparing(pod),
		trouble: troubleOf(pod, etcd),
	}
}

export function claimSeen(
	claim: Claim,
	cluster: string,
	token: string | undefined,
	clusterId: string | undefined,
	shortMs: number,
): ClaimSeen {
	const { metadata, spec, status } = claim
	const notes = metadata.annotations ?? {}
	const bound = status?.phase === 'Bound'
	const ofThisBirth = notes[annotations.token] !== undefined && notes[annotations.token] === token
	const ofThisCluster = clusterId !== undefined && notes[annotations.clusterId] === clusterId
	return {
		name: metadata.name,
		uid: metadata.uid ?? '',
		resourceVersion: metadata.resourceVersion ?? '',
		deleting: metadata.deletionTimestamp !== undefined,
		labelled: isLabelled({ metadata }, cluster),
		lost: status?.phase === 'Lost',
		bound,
		storageClass: spec?.storageClassName,
		memberId: notes[annotations.memberId],
		clusterId: notes[annotations.clusterId],
		version: notes[annotations.version],
		discarded: notes[annotations.discarded] !== undefined,
		// What was given up is for a person to look through.
		mayGo: notes[annotations.discarded] === undefined && (!bound || ofThisBirth || ofThisCluster),
		...growthOf(claim),
		shortMs,
	}
}
