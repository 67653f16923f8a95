// The pod of a task of ours that works on a store: what it is given as files, and what it may not do. Pure. It has no rights in Kubernetes.
import { annotations } from './names.ts'
import { taskArguments, taskEnvironment, taskResources } from './task-program.ts'
import { mounts, taskVariable } from './task.ts'

type Mount = keyof typeof mounts

/** What is mounted, and where the task finds it. */
export interface Mounted {
	readonly volume: object
	readonly mount: object
}

export const secretMounted = (name: Exclude<Mount, 'volume'>, secret: object): Mounted => ({
	volume: { name, secret: { ...secret, defaultMode: 0o440 } },
	mount: { name, mountPath: mounts[name], readOnly: true },
})

export const claimMounted = (claimName: string, readOnly: boolean): Mounted => ({
	volume: { name: 'volume', persistentVolumeClaim: { claimName, ...(readOnly && { readOnly }) } },
	mount: { name: 'volume', mountPath: mounts.volume, readOnly },
})

export interface TaskPod {
	/** Of the container, for people. */
	readonly name: string
	/** Which task of ours, and what it is told. */
	readonly word: string
	readonly task: object
	readonly image: string
	readonly mounted: readonly Mounted[]
	/** As whom it is known to stores that know workloads. */
	readonly serviceAccountName: string | undefined
}

/** On the node where another pod of the same EtcdBackup is: most volumes let one node alone mount them. */
export const besideOthersOf = (uid: string) => ({
	affinity: {
		podAffinity: {
			requiredDuringSchedulingIgnoredDuringExecution: [
				{
					labelSelector: { matchLabels: { [annotations.backup]: uid } },
					topologyKey: 'kubernetes.io/hostname',
				},
			],
		},
	},
})

/** Of every such pod, whatever runs in it. */
export const restrictedPod = {
	restartPolicy: 'Never',
	automountServiceAccountToken: false,
	enableServiceLinks: false,
	securityContext: {
		runAsNonRoot: true,
		runAsUser: 65532,
		runAsGroup: 65532,
		fsGroup: 65532,
		fsGroupChangePolicy: 'OnRootMismatch',
		seccompProfile: { type: 'RuntimeDefault' },
	},
} as const

export const restrictedContainer = {
	allowPrivilegeEscalation: false,
	readOnlyRootFilesystem: true,
	capabilities: { drop: ['ALL'] },
}

export const taskPod = ({ name, word, task, image, mounted, serviceAccountName }: TaskPod) => ({
	...restrictedPod,
	...(serviceAccountName && { serviceAccountName }),
	containers: [
		{
			name,
			image,
			args: taskArguments(word),
			env: [{ name: taskVariable, value: JSON.stringify(task) }, ...taskEnvironment],
			resources: taskResources,
			securityContext: restrictedContainer,
			volumeMounts: mounted.map(({ mount }) => mount),
		},
	],
	volumes: mounted.map(({ volume }) => volume),
})
