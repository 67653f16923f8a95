// Everything that tells what happened to a cluster; what may not be read is named, and the rest is told all the same.
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { memberSelector } from '../logs/source.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import { counted, type Entry } from './entry.ts'
import { entriesOfCluster } from './from-cluster.ts'
import { entriesOfPod } from './from-pods.ts'
import { entryOfEvent, isAbout, type KubeEvent } from './from-events.ts'

export interface Gathered {
	/** Each that was told again and again once. */
	readonly entries: readonly Entry[]
	readonly all: readonly Entry[]
	readonly missing: readonly string[]
	readonly names: ReadonlySet<string>
}

export async function gather({ kube }: Reach, cluster: Cluster): Promise<Gathered> {
	const { name, namespace = '' } = cluster.metadata
	const missing: string[] = []
	const orNone = async <T>(what: string, asked: Promise<readonly T[]>): Promise<readonly T[]> =>
		await asked.catch((reason: unknown) => {
			const why = reason instanceof Error ? reason.message : String(reason)
			missing.push(isForbidden(reason) ? `you may not list ${what} in ${namespace}` : `${what}: ${why}`)
			return []
		})
	const [pods, events] = await Promise.all([
		orNone('pods', kube.list<Pod>(kinds.pod, { namespace }, `?${memberSelector(name)}`)),
		orNone('events', kube.list<KubeEvent>(kinds.event, { namespace })),
	])
	const names = new Set([
		...pods.map((pod) => pod.metadata.name),
		...(cluster.status?.memberStates ?? []).flatMap((member) => [member.name ?? '', member.claimName ?? '']),
	])
	const about = events.filter((event) => isAbout(event, name, names))
	const all = [
		...entriesOfCluster(cluster),
		...pods.flatMap(entriesOfPod),
		...about.map(entryOfEvent).filter((entry) => entry !== undefined),
	]
	return { entries: counted(all), all, missing, names }
}
