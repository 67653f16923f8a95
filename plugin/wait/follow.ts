// One cluster, as it changes, until it is as it should be or the time is over.
import { follow } from '../../kube/watch.ts'
import { KubeError } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Reach } from '../reach.ts'
import type { Cluster, Named } from '../target.ts'

/** Asking again brings the same. */
const isFinal = (reason: unknown): boolean =>
	reason instanceof KubeError && [401, 403, 404].includes(reason.status)

export interface Following {
	readonly at: Named
	/** 0 looks once. */
	readonly timeoutMs: number
	readonly signal: AbortSignal
	/** Each time it has changed, and at first; true ends it. */
	readonly look: (cluster: Cluster | undefined) => boolean
}

/** Whether it ended because `look` said so; throws when it must not be watched, or somebody interrupts. */
export async function followCluster(
	{ api, kube }: Reach,
	{ at, timeoutMs, signal, look }: Following,
): Promise<boolean> {
	if (timeoutMs === 0) return look(await kube.get<Cluster>(kinds.cluster, at))
	const { promise, resolve, reject } = Promise.withResolvers<boolean>()
	const stop = new AbortController()
	const interrupted = (): void => reject(signal.reason as Error)
	signal.addEventListener('abort', interrupted)
	const over = setTimeout(() => resolve(false), timeoutMs)
	const tell = (cluster: Cluster | undefined): void => {
		try {
			if (look(cluster)) resolve(true)
		} catch (reason) {
			reject(reason)
		}
	}
	try {
		const copy = follow<Cluster>(
			api,
			{
				kind: kinds.cluster,
				namespace: at.namespace,
				selector: `fieldSelector=${encodeURIComponent(`metadata.name=${at.name}`)}`,
				// What is tried again by itself is not said; what will never be granted ends it.
				failed: (reason) => void (isFinal(reason) && reject(reason)),
				changed: (_, after) => tell(after),
			},
			stop.signal,
		)
		// A list that has nothing changes nothing.
		void copy.synced.then(() => copy.get(at.namespace, at.name) ?? tell(undefined))
		return await promise
	} finally {
		clearTimeout(over)
		signal.removeEventListener('abort', interrupted)
		stop.abort()
	}
}
