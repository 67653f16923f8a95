// Whose log is read: a container of a member, or of the operator. Pure.
import type { Pod } from '../../kube/pod.ts'
import type { Container } from './query.ts'

export interface Source extends Container {
	readonly uid: string
	/** What stands before its lines. */
	readonly who: string
	readonly restarts: number
}

export const memberSelector = (cluster: string): string =>
	`labelSelector=${encodeURIComponent(`etcd_cluster=${cluster}`)}`
export const operatorSelector = `labelSelector=${encodeURIComponent('app.kubernetes.io/name=kubectl-etcd')}`
/** Where config/ puts it; it may be elsewhere. */
export const operatorNamespace = 'kubectl-etcd'

const restartsOf = ({ status }: Pod, container: string): number =>
	status?.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0

const sourceOf = (pod: Pod, container: string, who: string): Source => ({
	namespace: pod.metadata.namespace ?? '',
	pod: pod.metadata.name,
	uid: pod.metadata.uid ?? '',
	container,
	who,
	restarts: restartsOf(pod, container),
})

export const memberSource = (pod: Pod): Source => sourceOf(pod, 'etcd', pod.metadata.name)

/** Its first container is the one that works, whatever a mesh put beside it. */
export function operatorSource(pod: Pod): Source {
	const component = pod.metadata.labels?.['app.kubernetes.io/component']
	const names = pod.spec.containers.map(({ name }) => name)
	const container = names.find((name) => name === component) ?? names[0] ?? ''
	return sourceOf(pod, container, pod.metadata.name.replace(/^kubectl-etcd-/, ''))
}
