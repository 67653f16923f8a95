// Whom to ask: everybody whom the operator, Kubernetes or etcd itself knows as a member. Pure.
import type { Pod } from '../../kube/pod.ts'
import type { Cluster } from '../target.ts'
import type { Silence } from './sight.ts'

/** In the order of the operator's list, so that rows stay where they are. */
export function memberNames(cluster: Cluster, pods: readonly Pod[] | undefined): readonly string[] {
	const told = (cluster.status?.memberStates ?? []).flatMap(({ name }) => name || [])
	const there = (pods ?? []).map(({ metadata }) => metadata.name).toSorted()
	return [...new Set([...told, ...there])]
}

/** Why it is of no use to ask it; nothing when it may answer. */
export function notAskable(pod: Pod | undefined, podsAreKnown: boolean, ref: string): Silence | undefined {
	if (!podsAreKnown) return { kind: 'unseen', what: 'its pod could not be looked at' }
	if (pod === undefined) return { kind: 'down', what: 'it has no pod' }
	const { phase = 'Pending' } = pod.status ?? {}
	if (pod.metadata.deletionTimestamp !== undefined && phase !== 'Running')
		return { kind: 'down', what: 'its pod is being deleted' }
	const [container] = pod.status?.containerStatuses ?? []
	if (phase === 'Running' && container?.state?.running !== undefined) return undefined
	const next = `kubectl etcd logs ${ref} --member ${pod.metadata.name}${(container?.restartCount ?? 0) > 0 ? ' --previous' : ''}`
	return {
		kind: 'down',
		what: phase === 'Running' ? 'its container does not run' : `its pod is ${phase}`,
		next,
	}
}
