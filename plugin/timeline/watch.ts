// Entries as they come. What was told is not told again; what happens again is told with its count.
import { setTimeout as sleep } from 'node:timers/promises'
import { isForbidden } from '../../kube/errors.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { follow } from '../../kube/watch.ts'
import { memberSelector } from '../logs/source.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import type { Entry } from './entry.ts'
import { entriesOfCluster } from './from-cluster.ts'
import { entryOfEvent, isAbout, type KubeEvent } from './from-events.ts'
import { entriesOfPod } from './from-pods.ts'

export interface Watching {
	readonly cluster: Cluster
	readonly names: ReadonlySet<string>
	readonly told: readonly Entry[]
	readonly since: number
	readonly tell: (entry: Entry) => void
	readonly cannot: (text: string) => void
}

/** Of the cluster itself a message may change without anything happening. */
const keyOf = ({ at, sort, kind, name, reason, text, who }: Entry): string =>
	JSON.stringify([at, kind, name, reason, who, sort === 'condition' ? '' : text])

export async function watchTimeline({ api }: Reach, on: Watching, stop: AbortSignal): Promise<void> {
	const { name, namespace = '' } = on.cluster.metadata
	const told = new Set(on.told.map(keyOf))
	const tell = (entries: readonly (Entry | undefined)[]): void => {
		for (const entry of entries) {
			// One that was counted with others of before is as old as its last time.
			if (entry === undefined || entry.at < on.since || told.has(keyOf(entry))) continue
			told.add(keyOf(entry))
			on.tell(entry)
		}
	}
	const copy = <T extends KubeObject>(kind: Kind, selector: string, changed: (object: T) => void) =>
		follow<T>(
			api,
			{
				kind,
				namespace,
				selector,
				failed: (reason) => {
					if (isForbidden(reason)) on.cannot(`you may not watch ${kind.plural} in ${namespace}`)
				},
				changed: (_, after) => after && changed(after),
			},
			stop,
		)
	const only = `fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`
	copy<Cluster>(kinds.cluster, only, (cluster) => tell(entriesOfCluster(cluster)))
	copy<Pod>(kinds.pod, memberSelector(name), (pod) => tell(entriesOfPod(pod)))
	copy<KubeEvent>(kinds.event, '', (event) => {
		if (isAbout(event, name, on.names)) tell([entryOfEvent(event)])
	})
	// The watches hold the process open; all that is waited for is the end.
	while (!stop.aborted) await sleep(3_600_000, undefined, { signal: stop }).catch(() => {})
}
