// Which nodes members prefer: apart from each other, unless the spec says otherwise. Pure.
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { clusterLabels } from '../place.ts'

export function spread(cluster: string, { pod = {}, topologySpread = 'Preferred' }: ClusterSpec) {
	const labelSelector = { matchLabels: clusterLabels(cluster) }
	const hostname = 'kubernetes.io/hostname'
	// coreos' own way of saying it, which a later affinity replaces.
	const apart = {
		podAntiAffinity: {
			requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey: hostname }],
		},
	}
	const affinity = pod.affinity ?? (pod.antiAffinity ? apart : undefined)
	const over = (topologyKey: string, whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway') => ({
		maxSkew: 1,
		topologyKey,
		whenUnsatisfiable,
		labelSelector,
	})
	const ours = {
		// Five members must fit on three nodes, so that only a person may ask for more.
		Preferred: [over(hostname, 'ScheduleAnyway'), over('topology.kubernetes.io/zone', 'ScheduleAnyway')],
		Required: [over(hostname, 'DoNotSchedule'), over('topology.kubernetes.io/zone', 'ScheduleAnyway')],
		None: [],
	}[topologySpread]
	const topologySpreadConstraints = pod.topologySpreadConstraints ?? ours
	return {
		...(affinity && { affinity }),
		...(topologySpreadConstraints.length > 0 && { topologySpreadConstraints }),
	}
}
