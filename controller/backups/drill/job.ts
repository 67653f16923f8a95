// The Job of one drill: the newest snapshot is brought to a scratch volume and proved, etcd's own tool makes a data directory of it, an etcd
// that nobody else reaches starts there, and is asked what it holds. Pure. It has no rights in Kubernetes, and touches no cluster.
import { repositoryOf } from '../../../api/defaults.ts'
import { annotations, ports } from '../../../api/names.ts'
import { minorIn, releases } from '../../../api/releases.ts'
import { noRestoreBecause } from '../../../api/restore.ts'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { besideOthersOf, restrictedContainer, restrictedPod } from '../../../api/task-pod.ts'
import { taskResources } from '../../../api/task-program.ts'
import { snapshotNamed } from '../../../api/snapshot-named.ts'
import { restoreFiles, type DrillTask, type FetchTask } from '../../../api/task.ts'
import { restoreArguments } from '../../../etcd/restore.ts'
import { scratchArguments, scratchMember, scratchUrl } from '../../../etcd/scratch.ts'
import type { KubeObject } from '../../../kube/objects.ts'
import { imageText } from '../../objects/pod.ts'
import { ownTask, sourcesOf } from '../../objects/restore.ts'
import { hashOf } from '../../template.ts'
import { jobName, ownJob } from '../job.ts'
import type { SeenBackup } from '../observed.ts'
import type { DrillPlan } from './plan.ts'

const attemptSeconds = 2 * 3600
const scratch = '/scratch'
const itself = { host: '127.0.0.1', client: ports.client, peer: ports.peer }

/** What it was taken from, unless its tool is too old to be trusted with one. */
export function versionFor({ spec, status }: SeenBackup): string {
	const from = status.last?.etcdVersion ?? releases.forNewClusters
	return (
		spec.drill?.version ??
		(noRestoreBecause(from) === undefined ? from : (releases.recommended['3.5'] ?? from))
	)
}

/** The same one for the same occasion, whoever looks again before it is known that it was made. */
function nameFor({ name, uid }: SeenBackup, due: number, occasion: string | undefined): string {
	const short = `${name.slice(0, 30).replaceAll('.', '-')}-drill`
	return occasion === undefined
		? jobName({ name: short, uid }, due)
		: `${short}-${uid.slice(0, 8)}-${hashOf(occasion)}`
}

export function drillJob(
	seen: SeenBackup,
	{ due, occasion }: Extract<DrillPlan, { do: 'start' }>,
	cluster: ClusterSpec | undefined,
	image: string,
): KubeObject & { readonly spec: unknown } {
	const object = seen.status.last?.object ?? ''
	const version = versionFor(seen)
	const etcd = imageText(cluster?.repository ?? repositoryOf(version), version)
	const { task, volumes, volumeMounts } = sourcesOf(snapshotNamed(seen.spec, object))
	const [into, dataDir] = [`${scratch}/restore`, `${scratch}/restore/${restoreFiles.made}`]
	const mounts = [{ name: 'scratch', mountPath: scratch }]
	const fetch: FetchTask = {
		...task,
		into,
		minor: minorIn(version) ?? '3.5',
		versionField: 'spec.drill.version',
	}
	const ask: DrillTask = { endpoint: scratchUrl(itself), into }
	const tool = {
		image: etcd,
		// As members of the cluster have them; a quota may ask for them.
		resources: cluster?.pod?.resources ?? { requests: { cpu: '50m', memory: '128Mi' } },
		securityContext: restrictedContainer,
		terminationMessagePolicy: 'FallbackToLogsOnError',
		volumeMounts: mounts,
	}
	const made = { snapshot: `${into}/${restoreFiles.snapshot}`, into: dataDir, ...scratchMember(itself) }
	return ownJob(
		seen,
		{
			name: nameFor(seen, due, occasion),
			notes: {
				[annotations.due]: String(due),
				[annotations.drill]: object,
				[annotations.version]: version,
				...(occasion !== undefined && { [annotations.occasion]: occasion }),
			},
			attemptSeconds,
			ours: ['fetch', 'drill'],
		},
		{
			...restrictedPod,
			...(seen.spec.storageType === 'PVC' && besideOthersOf(seen.uid)),
			...(seen.spec.serviceAccountName && { serviceAccountName: seen.spec.serviceAccountName }),
			...(cluster?.pod?.imagePullSecrets && { imagePullSecrets: cluster.pod.imagePullSecrets }),
			terminationGracePeriodSeconds: 5,
			initContainers: [
				{
					...ownTask('fetch', image, fetch),
					resources: taskResources,
					volumeMounts: [...mounts, ...volumeMounts],
				},
				{
					...tool,
					name: 'restore',
					command: ['/usr/local/bin/etcdutl'],
					args: restoreArguments({ ...made, bump: undefined }),
				},
				{
					...tool,
					name: 'etcd',
					// Beside what asks it, and ended with it.
					restartPolicy: 'Always',
					command: ['/usr/local/bin/etcd'],
					args: scratchArguments({ ...itself, dataDir }),
				},
			],
			containers: [{ ...ownTask('drill', image, ask), resources: taskResources, volumeMounts: mounts }],
			volumes: [{ name: 'scratch', emptyDir: {} }, ...volumes],
		},
	)
}
