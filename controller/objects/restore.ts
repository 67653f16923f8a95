// What runs in the pod of a first member before etcd does, where it begins from a snapshot: it is fetched, made into a data directory by
// etcd's own tool, and put in place. Pure. Any of them may be started again at any time, and finds what was done.
import { annotations, memberHost } from '../../api/names.ts'
import type { Snapshot } from '../../api/schema/cluster.ts'
import {
	mounts,
	placeIn,
	restoreFiles,
	taskVariable,
	toldVariable,
	type FetchTask,
	type SettleTask,
} from '../../api/task.ts'
import { restrictedContainer } from '../../api/task-pod.ts'
import { taskArguments, taskEnvironment } from '../../api/task-program.ts'
import { membersSpeakTls } from '../../api/tls.ts'
import { peerUrl } from '../../etcd/arguments.ts'
import { restoreArguments } from '../../etcd/restore.ts'
import { placeOf } from '../place.ts'
import type { MemberPod } from './pod.ts'

export interface Restoring {
	readonly snapshot: Snapshot
	readonly bump: bigint
	/** Ours, with its tag. */
	readonly image: string
}

interface Sources {
	readonly task: Pick<FetchTask, 'place' | 'has' | 'secrets'>
	readonly volumes: readonly object[]
	readonly volumeMounts: readonly object[]
}

/** A secret that is not there yet is named by whoever looks for it; the kubelet alone would only wait. */
const secretVolume = (name: string, secretName: string) => ({
	name,
	secret: { secretName, defaultMode: 0o440, optional: true },
})

/** Where a snapshot is read from, and with what. */
export function sourcesOf(snapshot: Snapshot): Sources {
	const { place, secret, claim } = placeIn(snapshot, snapshot.storageType ?? 'PVC')
	const key = snapshot.encryption?.keySecret
	const mounted = [
		secret && { key: 'store', volume: secretVolume('snapshot-store', secret) },
		key && { key: 'key', volume: secretVolume('snapshot-key', key) },
		claim && {
			key: 'volume',
			volume: {
				name: 'snapshot-volume',
				persistentVolumeClaim: { claimName: claim, readOnly: true },
			},
		},
	].filter((one) => typeof one === 'object') as readonly {
		readonly key: keyof typeof mounts
		readonly volume: { readonly name: string }
	}[]
	return {
		task: {
			place,
			has: mounted.map((one) => one.key),
			secrets: { ...(secret && { store: secret }), ...(key && { key }) },
		},
		volumes: mounted.map(({ volume }) => volume),
		volumeMounts: mounted.map((one) => ({
			name: one.volume.name,
			mountPath: mounts[one.key],
			readOnly: true,
		})),
	}
}

/** Of what our image runs. */
export const ownTask = (name: string, image: string, task: object, env: readonly object[] = []) => ({
	name,
	image,
	command: ['/usr/local/bin/node'],
	args: taskArguments(name),
	env: [{ name: taskVariable, value: JSON.stringify(task) }, ...env, ...taskEnvironment],
	securityContext: restrictedContainer,
})

export function restoreContainers(
	pod: MemberPod,
	{ snapshot, bump, image }: Restoring,
	etcdImage: string,
	dataRoot: string,
): readonly object[] {
	const { owner, spec, member, token, minor } = pod
	const [into, dataDir] = [`${dataRoot}/restore`, `${dataRoot}/data`]
	const { task, volumeMounts } = sourcesOf(snapshot)
	const data = { name: 'etcd-data', mountPath: dataRoot }
	const resources = spec.pod?.resources && { resources: spec.pod.resources }
	const fetch: FetchTask = { ...task, into, dataDir, minor }
	const settle: SettleTask = { into, dataDir }
	// As the process itself is told: once that has run, it names nobody.
	const told = {
		name: toldVariable,
		valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${annotations.initialCluster}']` } },
	}
	const host = memberHost(member, placeOf(owner, spec))
	return [
		{ ...ownTask('fetch', image, fetch, [told]), ...resources, volumeMounts: [data, ...volumeMounts] },
		{
			name: 'restore',
			image: etcdImage,
			command: ['/usr/local/bin/etcdutl'],
			args: restoreArguments({
				snapshot: `${into}/${restoreFiles.snapshot}`,
				into: `${into}/${restoreFiles.made}`,
				name: member,
				peerUrl: peerUrl(membersSpeakTls(spec.TLS) ? 'https' : 'http', host),
				token,
				bump,
			}),
			...resources,
			securityContext: restrictedContainer,
			terminationMessagePolicy: 'FallbackToLogsOnError',
			volumeMounts: [data],
		},
		{ ...ownTask('settle', image, settle), ...resources, volumeMounts: [data] },
	]
}
