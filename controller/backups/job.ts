// The Job that takes one backup. Pure. It has the credentials of the store and of etcd, and no rights in Kubernetes; the controller has
// the rights, and never sees the credentials.
import { annotations, apiVersion } from '../../api/names.ts'
import { besideOthersOf, claimMounted, secretMounted, taskPod, type Mounted } from '../../api/task-pod.ts'
import { placeIn, type TakeTask } from '../../api/task.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Ready, SeenBackup } from './observed.ts'

type Secrets = Ready['secrets']

/** A pod's name has letters of its own after it, and must fit into a label. */
export const jobName = ({ name, uid }: Pick<SeenBackup, 'name' | 'uid'>, due: number): string =>
	`${name.slice(0, 36).replaceAll('.', '-')}-${uid.slice(0, 8)}-${due.toString(36)}`

const longestSeconds = 6 * 3600
const attempts = 3

function taskOf({ namespace, name, uid, spec }: SeenBackup, ready: Ready): TakeTask {
	const {
		timeoutInSecond = 0,
		backupIntervalInSecond = 0,
		maxBackups = 0,
		schedule,
	} = spec.backupPolicy ?? {}
	const { place, claim } = placeIn(spec, spec.storageType ?? 'S3')
	return {
		backup: { namespace, name, uid },
		place,
		endpoints: ready.endpoints,
		timed: backupIntervalInSecond > 0 || schedule !== undefined,
		keep: maxBackups,
		timeoutSeconds: timeoutInSecond,
		has: [
			...(Object.keys(ready.secrets) as (keyof Secrets)[]),
			...(claim === undefined ? [] : (['volume'] as const)),
		],
	}
}

function mountedFor({ spec }: SeenBackup, secrets: Secrets): readonly Mounted[] {
	const { claim } = placeIn(spec, spec.storageType ?? 'S3')
	return [
		...(Object.entries(secrets) as readonly (readonly [keyof Secrets, string])[]).map(([name, secretName]) =>
			secretMounted(name, { secretName }),
		),
		...(claim === undefined ? [] : [claimMounted(claim, false)]),
	]
}

/** What all Jobs of an EtcdBackup have in common. */
export function ownJob(
	{ namespace, name, uid }: SeenBackup,
	frame: {
		readonly name: string
		readonly notes: Readonly<Record<string, string>>
		readonly attemptSeconds: number
		/** Those containers whose exit codes are ours. */
		readonly ours: readonly string[]
	},
	pod: object,
): KubeObject & { readonly spec: unknown } {
	const labels = { 'app.kubernetes.io/name': 'kubectl-etcd', [annotations.backup]: uid }
	const notes = { [annotations.backup]: name, ...frame.notes }
	return {
		metadata: {
			namespace,
			name: frame.name,
			labels,
			annotations: notes,
			ownerReferences: [
				{ apiVersion, kind: 'EtcdBackup', name, uid, controller: true, blockOwnerDeletion: false },
			],
		},
		spec: {
			backoffLimit: attempts - 1,
			// The process has a limit of its own; this one is for what never starts.
			activeDeadlineSeconds: attempts * frame.attemptSeconds + 300,
			ttlSecondsAfterFinished: 86_400,
			podReplacementPolicy: 'Failed',
			podFailurePolicy: {
				rules: [
					// What a person must mend is not tried again in vain.
					...frame.ours.map((containerName) => ({
						action: 'FailJob',
						onExitCodes: { containerName, operator: 'In', values: [3] },
					})),
					{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
				],
			},
			template: {
				metadata: { labels, annotations: notes },
				spec: pod,
			},
		},
	}
}

export function backupJob(
	seen: SeenBackup,
	ready: Ready,
	due: number,
	image: string,
): KubeObject & { readonly spec: unknown } {
	const { spec } = seen
	const frame = {
		name: jobName(seen, due),
		notes: { [annotations.due]: String(due) },
		attemptSeconds: spec.backupPolicy?.timeoutInSecond || longestSeconds,
		ours: ['backup'],
	}
	const pod = taskPod({
		name: 'backup',
		word: 'take',
		task: taskOf(seen, ready),
		image,
		mounted: mountedFor(seen, ready.secrets),
		serviceAccountName: spec.serviceAccountName,
	})
	return ownJob(seen, frame, { ...pod, ...(spec.storageType === 'PVC' && besideOthersOf(seen.uid)) })
}
