// To which member a connection goes: the one that was named, or whoever is ready, followers first. Pure.
import { Failure } from '../failure.ts'
import { isReady, type Pod } from '../../kube/pod.ts'
import type { Cluster } from '../target.ts'

const canAnswer = (pod: Pod): boolean => pod.metadata.deletionTimestamp === undefined && isReady(pod)

/** Learners answer no client, and are never ready; who leads has enough to do. */
export function podsInOrder(
	{ metadata, status }: Cluster,
	pods: readonly Pod[],
	member?: string,
): readonly string[] {
	const names = pods.map((pod) => pod.metadata.name)
	if (member !== undefined) {
		const name = names.find((one) => one === member || one === `${metadata.name}-${member}`)
		if (name !== undefined) return [name]
		throw new Failure(`"${member}" is no member of ${metadata.name}: ${names.join(', ') || 'it has no pod'}`)
	}
	const ready = pods.filter(canAnswer).map((pod) => pod.metadata.name)
	if (ready.length === 0)
		throw new Failure({
			what: `no member of ${metadata.name} is ready`,
			next: `kubectl etcd status ${metadata.name} -n ${metadata.namespace ?? ''}`,
		})
	return ready.toSorted((one, other) => Number(one === status?.leader) - Number(other === status?.leader))
}
