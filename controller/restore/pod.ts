// The pod that looks at a snapshot before anything of the cluster is touched: it fetches all of it, proves it, and keeps nothing. Pure.
import type { FetchTask } from '../../api/task.ts'
import { taskResources } from '../../api/task-program.ts'
import { apiVersion } from '../../api/names.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { ownTask, sourcesOf } from '../objects/restore.ts'
import { unprivileged } from '../objects/pod.ts'
import { snapshotIn, type StoredRestore } from './asked.ts'

const scratch = '/scratch'

/** By its UID: one of the same name that came later is another. */
export const lookerName = ({ metadata: { uid = '' } }: StoredRestore): string =>
	`etcd-restore-${uid.slice(0, 13)}`

export function lookerPod(
	restore: StoredRestore,
	image: string,
	minor: string,
): KubeObject & { readonly spec: unknown } {
	const { metadata, spec = {} } = restore
	const { task, volumes, volumeMounts } = sourcesOf(snapshotIn(spec))
	const fetch: FetchTask = { ...task, into: `${scratch}/restore`, minor }
	return {
		metadata: {
			...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
			name: lookerName(restore),
			labels: { 'app.kubernetes.io/name': 'kubectl-etcd', 'app.kubernetes.io/component': 'restore' },
			ownerReferences: [
				{
					apiVersion,
					kind: 'EtcdRestore',
					name: metadata.name,
					uid: metadata.uid ?? '',
					controller: true,
					blockOwnerDeletion: false,
				},
			],
		},
		spec: {
			restartPolicy: 'OnFailure',
			automountServiceAccountToken: false,
			enableServiceLinks: false,
			terminationGracePeriodSeconds: 5,
			securityContext: unprivileged,
			containers: [
				{
					...ownTask('fetch', image, fetch),
					resources: taskResources,
					volumeMounts: [{ name: 'scratch', mountPath: scratch }, ...volumeMounts],
				},
			],
			volumes: [{ name: 'scratch', emptyDir: {} }, ...volumes],
		},
	}
}
