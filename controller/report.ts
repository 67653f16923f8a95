// Says what was seen and done: status, events, metrics, log. Decides nothing.
import { canonical } from './template.ts'
import type { ClusterStatus } from '../api/schema/cluster.ts'
import { kinds } from '../kube/objects.ts'
import type { Events } from './events.ts'
import type { Metrics } from './metrics.ts'
import { anotherRuns } from './rival.ts'
import type { Look } from './observe.ts'
import { statusOf } from './status.ts'
import type { Plan } from './step.ts'
import type { Key, StoredCluster, World } from './world.ts'

export interface Reporter {
	readonly events: Events
	readonly metrics: Metrics
}

/** Fields that went away are told as null, as a merge patch wants it. */
function patchOf(before: ClusterStatus, after: ClusterStatus): Record<string, unknown> | undefined {
	const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof ClusterStatus>
	const changed = [...keys].filter((key) => canonical(before[key]) !== canonical(after[key]))
	return changed.length === 0
		? undefined
		: Object.fromEntries(changed.map((key) => [key, after[key] ?? null]))
}

export async function report(
	world: World,
	{ events, metrics }: Reporter,
	key: Key,
	{ seen, stored }: Look,
	plan: Plan,
	failure?: string,
): Promise<void> {
	metrics.saw(key, seen, plan)
	void events.tell(key, stored, seen, plan, failure)
	const before = (stored.status ?? {}) as ClusterStatus
	const patch = patchOf(
		before,
		statusOf(seen, plan, new Date().toISOString().replace(/\.\d+Z$/, 'Z'), failure),
	)
	// While its old operator runs, the status is that one's to write.
	if (patch === undefined || seen.deleting || seen.heldBecause?.reason === anotherRuns) return
	const { resourceVersion } = seen
	world.copies.clusters.learn(
		await world.kube.merge<StoredCluster>(
			kinds.cluster,
			{ ...key, subresource: 'status' },
			{ metadata: { resourceVersion }, status: patch },
		),
	)
}
