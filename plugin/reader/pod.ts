// The pod through which a person reads the store of an EtcdBackup. Pure. It has the credentials of the store, as the Jobs of the EtcdBackup
// have, and neither the key that opens snapshots nor a certificate for members: what it hands out is what lies there.
import { apiVersion } from '../../api/names.ts'
import { claimMounted, secretMounted, taskPod } from '../../api/task-pod.ts'
import { placeIn, serving, type ServeTask } from '../../api/task.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Backup } from '../backups/backup.ts'

const containerName = 'reader'
/** For what never starts, or was told to end and does not. */
const graceSeconds = 120

export interface Wanted {
	readonly image: string
	/** Of its own each time. */
	readonly suffix: string
	/** Of the word that each request has; the word itself never leaves this process but in its requests. */
	readonly wordSha256: string
}

export function readerPod(
	{ metadata, spec = {} }: Backup,
	{ image, suffix, wordSha256 }: Wanted,
): KubeObject & { readonly spec: unknown } {
	const { name, namespace = 'default', uid = '' } = metadata
	const { place, secret, claim } = placeIn(spec, spec.storageType ?? 'S3')
	const { port, idleSeconds, mostSeconds } = serving
	const has = [
		...(secret === undefined ? [] : (['store'] as const)),
		...(claim === undefined ? [] : (['volume'] as const)),
	]
	const secrets = secret === undefined ? {} : { store: secret }
	const task: ServeTask = { place, has, secrets, wordSha256, port, idleSeconds, mostSeconds }
	return {
		metadata: {
			namespace,
			name: `${name.slice(0, 40).replaceAll('.', '-')}-reader-${suffix}`,
			labels: { 'app.kubernetes.io/name': 'kubectl-etcd', 'app.kubernetes.io/component': 'reader' },
			// What nobody deleted goes with it at the latest.
			ownerReferences: [{ apiVersion, kind: 'EtcdBackup', name, uid, blockOwnerDeletion: false }],
		},
		spec: {
			...taskPod({
				name: containerName,
				word: 'serve',
				task,
				image,
				mounted: [
					// One that is missing is named by the process; the kubelet alone would only wait.
					...(secret === undefined ? [] : [secretMounted('store', { secretName: secret, optional: true })]),
					...(claim === undefined ? [] : [claimMounted(claim, true)]),
				],
				serviceAccountName: spec.serviceAccountName,
			}),
			activeDeadlineSeconds: mostSeconds + graceSeconds,
			terminationGracePeriodSeconds: 2,
		},
	}
}
