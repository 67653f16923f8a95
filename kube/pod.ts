// The parts of pods and claims that we read. Pure.
import type { KubeObject } from './objects.ts'

interface Terminated {
	readonly reason?: string
	readonly message?: string
	readonly exitCode?: number
	readonly finishedAt?: string
}

interface ContainerState {
	readonly waiting?: { readonly reason?: string; readonly message?: string }
	readonly running?: { readonly startedAt?: string }
	readonly terminated?: Terminated
}

export interface ContainerStatus {
	readonly name: string
	readonly restartCount?: number
	readonly state?: ContainerState
	readonly lastState?: ContainerState
}

export interface Pod extends KubeObject {
	readonly spec: {
		readonly nodeName?: string
		readonly schedulingGates?: readonly { readonly name: string }[]
		readonly tolerations?: readonly { readonly key?: string }[]
		readonly containers: readonly {
			readonly name: string
			readonly image?: string
			readonly env?: readonly { readonly name: string; readonly value?: string }[]
			readonly readinessProbe?: { readonly httpGet?: { readonly path?: string } }
		}[]
		readonly volumes?: readonly {
			readonly name: string
			readonly persistentVolumeClaim?: { readonly claimName: string }
		}[]
	}
	readonly status?: {
		readonly phase?: string
		readonly reason?: string
		readonly message?: string
		readonly podIP?: string
		/** Of the pod as its kubelet last looked at it; told from Kubernetes 1.34 on. */
		readonly observedGeneration?: number
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly reason?: string
			readonly message?: string
		}[]
		readonly initContainerStatuses?: readonly ContainerStatus[]
		readonly containerStatuses?: readonly ContainerStatus[]
	}
}

interface Conditioned {
	readonly status?: {
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly lastTransitionTime?: string
		}[]
	}
}

/** Of pods and of nodes. */
export const readinessOf = ({ status }: Conditioned) =>
	status?.conditions?.find(({ type }) => type === 'Ready')
export const isReady = (object: Conditioned): boolean => readinessOf(object)?.status === 'True'

const moments = ['ContainerCreating', 'PodInitializing']

/** What keeps a pod from starting, where it is more than a moment. */
export function heldUp({ status }: Pod): string | undefined {
	const containers = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
	const waiting = containers
		.map(({ state }) => state?.waiting)
		.find((one) => one?.reason !== undefined && !moments.includes(one.reason))
	const unscheduled = status?.conditions?.find(
		({ type, status: is }) => type === 'PodScheduled' && is === 'False',
	)
	if (unscheduled?.message !== undefined) return `its pod finds no node: ${unscheduled.message}`
	if (waiting === undefined) return undefined
	return `its pod does not start: ${waiting.reason}${waiting.message === undefined ? '' : `: ${waiting.message}`}`
}

interface Sized {
	readonly storage?: string | number
}

export interface Claim extends KubeObject {
	readonly spec?: {
		readonly storageClassName?: string
		readonly resources?: { readonly requests?: Sized } | undefined
	}
	readonly status?: {
		readonly phase?: string
		readonly capacity?: Sized
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly message?: string
		}[]
	}
}
