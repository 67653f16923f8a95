// One object, as it changes, until it is as it should be or the time is over.
import { follow } from '../../kube/watch.ts'
import { KubeError } from '../../kube/errors.ts'
import type { Kind, KubeObject } from '../../kube/objects.ts'
import type { Reach } from '../reach.ts'
import type { Named } from '../target.ts'

/** Asking again brings the same. */
export const isFinal = (reason: unknown): boolean =>
	reason instanceof KubeError && [401, 403, 404].includes(reason.status)

export interface Following<T> {
	readonly at: Named
	/** 0 looks once; without one there is no end. */
	readonly timeoutMs: number | undefined
	readonly signal: AbortSignal
	/** Each time it has changed, and at first; true ends it. */
	readonly look: (object: T | undefined) => boolean
}

/** Whether it ended because `look` said so; throws when it must not be watched, or somebody interrupts. */
export async function followObject<T extends KubeObject>(
	{ api, kube }: Reach,
	kind: Kind,
	{ at, timeoutMs, signal, look }: Following<T>,
): Promise<boolean> {
	// One that came while something was being sent is never heard again.
	signal.throwIfAborted()
	if (timeoutMs === 0) return look(await kube.get<T>(kind, at))
	const { promise, resolve, reject } = Promise.withResolvers<boolean>()
	const stop = new AbortController()
	const interrupted = (): void => reject(signal.reason as Error)
	signal.addEventListener('abort', interrupted)
	const over = timeoutMs === undefined ? undefined : setTimeout(() => resolve(false), timeoutMs)
	const tell = (object: T | undefined): void => {
		try {
			if (look(object)) resolve(true)
		} catch (reason) {
			reject(reason)
		}
	}
	try {
		const copy = follow<T>(
			api,
			{
				kind,
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
