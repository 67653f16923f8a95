// Whether coreos' own operator runs beside us: it holds no Lease but renews an annotation on an Endpoints object. Two operators with
// two ideas of one cluster lose data, so while it renews we only watch.
import type { KubeObject } from '../kube/objects.ts'

export const anotherRuns = 'CoreosOperatorRuns'
const record = 'control-plane.alpha.kubernetes.io/leader'
/** It renews every ten seconds at the latest, but our own watch may be deaf for a hundred before we notice. */
const aliveMs = 130_000
const longDeadMs = 3_600_000

export class Rival {
	readonly #lock: string
	readonly #now: () => number
	readonly #wallClock: () => number
	readonly #heard = new Map<string, { readonly text: string; readonly at: number; readonly holder: string }>()

	constructor(now: () => number, wallClock: () => number, lock = 'etcd-operator') {
		this.#lock = lock
		this.#now = now
		this.#wallClock = wallClock
	}

	/** Each state of the lock that was seen, in whatever namespace. */
	readonly saw = (endpoints: KubeObject | undefined): void => {
		const { namespace = '', name, annotations } = endpoints?.metadata ?? {}
		const text = annotations?.[record]
		if (name !== this.#lock || text === undefined || this.#heard.get(namespace)?.text === text) return
		const [, holder = 'unknown'] = /"holderIdentity":"([^"]+)"/.exec(text) ?? []
		const [, renewed = ''] = /"renewTime":"([^"]+)"/.exec(text) ?? []
		// The lock outlives its operator. Seen for the first time its word counts, unless even a wrong clock cannot make it a recent one.
		const isLongDead = !this.#heard.has(namespace) && this.#wallClock() - Date.parse(renewed) > longDeadMs
		this.#heard.set(namespace, { text, at: isLongDead ? -Infinity : this.#now(), holder })
	}

	readonly gone = (namespace: string): void => {
		this.#heard.delete(namespace)
	}

	readonly because = (): { readonly reason: string; readonly message: string } | undefined => {
		for (const [namespace, { at, holder }] of this.#heard)
			if (this.#now() - at < aliveMs)
				return {
					reason: anotherRuns,
					message: `the coreos ${this.#lock} ${holder} runs in namespace ${namespace}: scale its Deployment to 0, then this operator takes over within about three minutes`,
				}
		return undefined
	}
}
