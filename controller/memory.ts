// What one process remembers between passes: connections, and since when somebody has been silent. Nothing of it is needed: who
// forgets it waits longer and does nothing else.
import { openEtcd, type EtcdClient } from '../etcd/client.ts'
import type { Endpoint } from '../etcd/connection.ts'
import { ports } from '../api/names.ts'
import type { KubeObject } from '../kube/objects.ts'
import type { GrowthRefused } from './observed.ts'
import { rememberUpkeep, type UpkeepMemory } from './upkeep.ts'

/** What we show as a client, and whom we believe. */
export interface ClientTls {
	/** Another one is another connection. */
	readonly print: string
	readonly options: NonNullable<Endpoint['tls']>
}

export interface Memory {
	/** One connection to each pod's process, by its UID and address. */
	clientOf(cluster: string, podUid: string, ip: string, tls?: ClientTls): EtcdClient
	/** How long it has been silent, in milliseconds of our own clock, as far as it was looked at all the while. */
	silentMs(cluster: string, memberId: string, answers: boolean): number
	/** Nobody could be asked: who was silent before may have spoken. */
	forgetSilence(cluster: string): void
	/** For how long it has been known that this is so of a pod or a claim. */
	holdsMs(cluster: string, what: 'sealed' | 'withdrawn' | 'short', object: KubeObject, isSo: boolean): number
	/** For how long etcd has refused each change of its members. */
	refusedMs(cluster: string, refused: boolean): number
	/** What was read of it some time ago, or now if that was too long ago or for something else. */
	recall<T>(cluster: string, of: string, read: () => Promise<{ value: T; forMs: number }>): Promise<T>
	forgetRecalled(cluster: string): void
	/** Its shared objects were put right, or could not be. */
	putRight(cluster: string, failure: string | undefined): void
	/** Why they should not be put right again so soon. */
	notAgainBecause(cluster: string): string | undefined
	/** A claim was told to ask for so much, or could not be. */
	grew(cluster: string, size: string, failure: string | undefined): void
	growthRefused(cluster: string): GrowthRefused | undefined
	upkeep(cluster: string): UpkeepMemory
	/** Ends the connections to all other pods of the cluster. */
	keepOnly(cluster: string, uids: ReadonlySet<string>): void
	forget(cluster: string): void
	forgetAll(): void
}

interface Remembered {
	readonly clients: Map<string, { readonly at: string; readonly client: EtcdClient }>
	recalled: { readonly of: string; readonly until: number; readonly value: unknown } | undefined
	readonly silence: Map<string, { readonly since: number; readonly last: number }>
	/** Since when something is so of a pod or a claim, by what and its UID. */
	readonly holds: Map<string, number>
	refused: { readonly since: number; readonly last: number } | undefined
	readonly upkeep: UpkeepMemory
	objects: {
		readonly times: number
		readonly failures: number
		readonly at: number
		readonly because: string
	}
	growth: { readonly size: string; readonly because: string; readonly at: number } | undefined
}

/** Somebody changes them back, or nobody lets us. */
const mostTimes = 12
const changedBack = `put right ${mostTimes} times within a minute and changed back each time`

function pauseAfter({ times, failures }: Remembered['objects']): number {
	if (failures > 0) return Math.min(60_000, 500 * 2 ** failures)
	return times > mostTimes ? 30_000 : 0
}

/** What is not allowed stays so for longer than most other things. */
const growthPauseMs = 180_000

/** Every cluster is looked at each minute; after a longer gap silence begins anew. */
const longestGapMs = 150_000

export function createMemory(
	now: () => number,
	open: (ip: string, tls?: ClientTls) => EtcdClient = toPod,
): Memory {
	const clusters = new Map<string, Remembered>()
	const of = (cluster: string): Remembered => {
		let known = clusters.get(cluster)
		if (known === undefined)
			clusters.set(
				cluster,
				(known = {
					clients: new Map(),
					silence: new Map(),
					holds: new Map(),
					refused: undefined,
					recalled: undefined,
					upkeep: rememberUpkeep(),
					objects: { times: 0, failures: 0, at: -Infinity, because: '' },
					growth: undefined,
				}),
			)
		return known
	}
	return {
		clientOf(cluster, podUid, ip, tls) {
			const { clients } = of(cluster)
			const known = clients.get(podUid)
			const at = `${ip} ${tls?.print ?? ''}`
			if (known?.at === at) return known.client
			known?.client.close()
			const client = open(ip, tls)
			clients.set(podUid, { at, client })
			return client
		},
		async recall<T>(cluster: string, what: string, read: () => Promise<{ value: T; forMs: number }>) {
			const known = of(cluster)
			if (known.recalled?.of === what && now() < known.recalled.until) return known.recalled.value as T
			const { value, forMs } = await read()
			known.recalled = { of: what, until: now() + forMs, value }
			return value
		},
		forgetRecalled(cluster) {
			of(cluster).recalled = undefined
		},
		silentMs(cluster, memberId, answers) {
			const { silence } = of(cluster)
			if (answers) {
				silence.delete(memberId)
				return 0
			}
			const at = now()
			const known = silence.get(memberId)
			const since = known && at - known.last < longestGapMs ? known.since : at
			silence.set(memberId, { since, last: at })
			return at - since
		},
		forgetSilence(cluster) {
			clusters.get(cluster)?.silence.clear()
		},
		holdsMs(cluster, what, { metadata: { uid = '' } }, isSo) {
			const { holds } = of(cluster)
			const key = `${what} ${uid}`
			if (!isSo) {
				holds.delete(key)
				return 0
			}
			const since = holds.get(key) ?? now()
			holds.set(key, since)
			return now() - since
		},
		refusedMs(cluster, refused) {
			const known = of(cluster)
			const at = now()
			const before = known.refused && at - known.refused.last < longestGapMs ? known.refused : undefined
			const since = before?.since ?? at
			known.refused = refused ? { since, last: at } : undefined
			return refused ? at - since : 0
		},
		putRight(cluster, failure) {
			const known = of(cluster)
			const before = now() - known.objects.at > 60_000 ? { times: 0, failures: 0 } : known.objects
			known.objects = {
				times: before.times + 1,
				failures: failure === undefined ? 0 : before.failures + 1,
				at: now(),
				because: failure ?? changedBack,
			}
		},
		notAgainBecause(cluster) {
			const { objects } = of(cluster)
			return now() - objects.at < pauseAfter(objects) ? objects.because : undefined
		},
		grew(cluster, size, failure) {
			of(cluster).growth = failure === undefined ? undefined : { size, because: failure, at: now() }
		},
		growthRefused(cluster) {
			const { growth } = of(cluster)
			if (growth === undefined) return undefined
			const { at, ...said } = growth
			return { ...said, lately: now() - at < growthPauseMs }
		},
		upkeep: (cluster) => of(cluster).upkeep,
		keepOnly(cluster, uids) {
			const { clients, holds } = of(cluster)
			for (const key of holds.keys()) if (!uids.has(key.split(' ')[1] ?? '')) holds.delete(key)
			for (const [uid, { client }] of clients) {
				if (uids.has(uid)) continue
				client.close()
				clients.delete(uid)
			}
		},
		forget(cluster) {
			if (!clusters.has(cluster)) return
			this.keepOnly(cluster, new Set())
			clusters.delete(cluster)
		},
		forgetAll() {
			for (const cluster of clusters.keys()) this.forget(cluster)
		},
	}
}

const toPod = (ip: string, tls?: ClientTls): EtcdClient =>
	openEtcd({ host: ip, port: ports.client, ...(tls && { tls: tls.options }) })
