// Events on objects of ours. The same sentence is not said again for a while.
import type { Kind, KubeObject } from '../kube/objects.ts'
import { kinds } from '../kube/objects.ts'
import { timeText } from './time-text.ts'
import type { Key, World } from './world.ts'

export interface Said {
	readonly type: 'Normal' | 'Warning'
	readonly reason: string
	readonly message: string
}

/** Nobody waits for it, and it never fails. */
export type Teller = (about: Kind, key: Key, uid: string | undefined, said: Said) => Promise<void>

export const normal = (reason: string, message: string): Said => ({ type: 'Normal', reason, message })
export const warning = (reason: string, message: string): Said => ({ type: 'Warning', reason, message })

const againAfterMs = 10 * 60_000
/** What could not be told is tried again sooner. */
const untoldMs = 30_000

export function createTeller(
	{ kube, log, options }: Pick<World, 'kube' | 'log' | 'options'>,
	now: () => number,
): Teller {
	const told = new Map<string, number>()
	let prunedAt = now()
	return async ({ apiVersion, kind }, { namespace, name }, uid, { type, reason, message }) => {
		if (now() - prunedAt > 60_000) {
			for (const [key, at] of told) if (now() - at > againAfterMs) told.delete(key)
			prunedAt = now()
		}
		const key = JSON.stringify([uid, reason, message])
		if (now() - (told.get(key) ?? -Infinity) < againAfterMs) return
		told.set(key, now())
		const time = timeText(Date.now())
		const event = {
			metadata: { namespace, generateName: `${name}-` },
			involvedObject: { apiVersion, kind, namespace, name, uid },
			type,
			reason,
			message: message.slice(0, 1000),
			source: { component: 'kubectl-etcd-controller' },
			reportingComponent: 'kubectl-etcd-controller',
			reportingInstance: options.identity,
			firstTimestamp: time,
			lastTimestamp: time,
			count: 1,
		}
		// An event that cannot be told is no reason to leave anything alone.
		await kube.create(kinds.event, event as unknown as KubeObject).catch((reason_: unknown) => {
			told.set(key, now() - againAfterMs + untoldMs)
			log.debug({ because: String(reason_) }, 'event not told')
		})
	}
}
