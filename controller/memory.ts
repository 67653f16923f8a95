// What one process remembers between passes: connections, and since when somebody has been silent. Nothing of it is needed: who
// forgets it waits longer and does nothing else.
import { openEtcd, type EtcdClient } from '../etcd/client.ts'
import { annotations, ports } from '../api/names.ts'
import { refusal } from '../etcd/arguments.ts'
import type { KubeObject } from '../kube/objects.ts'

export interface Memory {
	/** One connection to each pod's process, by its UID and address. */
	clientOf(cluster: string, podUid: string, ip: string): EtcdClient
	/** How long it has been silent, in milliseconds of our own clock, as far as it was looked at all the while. */
	silentMs(cluster: string, memberId: string, answers: boolean): number
	/** Nobody could be asked: who was silent before may have spoken. */
	forgetSilence(cluster: string): void
	/** For how long it has been known to be sealed. */
	sealedMs(cluster: string, pod: KubeObject): number
	/** For how long etcd has refused each change of its members. */
	refusedMs(cluster: string, refused: boolean): number
	/** Its shared objects were put right, or could not be. */
	putRight(cluster: string, failure: string | undefined): void
	/** Why they should not be put right again so soon. */
	notAgainBecause(cluster: string): string | undefined
	/** Ends the connections to all other pods of the cluster. */
	keepOnly(cluster: string, podUids: ReadonlySet<string>): void
	forget(cluster: string): void
	forgetAll(): void
}

interface Remembered {
	readonly clients: Map<string, { readonly ip: string; readonly client: EtcdClient }>
	readonly silence: Map<string, { readonly since: number; readonly last: number }>
	readonly sealed: Map<string, number>
	refused: { readonly since: number; readonly last: number } | undefined
	objects: {
		readonly times: number
		readonly failures: number
		readonly at: number
		readonly because: string
	}
}

/** Somebody changes them back, or nobody lets us. */
const mostTimes = 12
const changedBack = `put right ${mostTimes} times within a minute and changed back each time`

function pauseAfter({ times, failures }: Remembered['objects']): number {
	if (failures > 0) return Math.min(60_000, 500 * 2 ** failures)
	return times > mostTimes ? 30_000 : 0
}

/** Every cluster is looked at each minute; after a longer gap silence begins anew. */
const longestGapMs = 150_000

export function createMemory(now: () => number, open: (ip: string) => EtcdClient = toPod): Memory {
	const clusters = new Map<string, Remembered>()
	const of = (cluster: string): Remembered => {
		let known = clusters.get(cluster)
		if (known === undefined)
			clusters.set(
				cluster,
				(known = {
					clients: new Map(),
					silence: new Map(),
					sealed: new Map(),
					refused: undefined,
					objects: { times: 0, failures: 0, at: -Infinity, because: '' },
				}),
			)
		return known
	}
	return {
		clientOf(cluster, podUid, ip) {
			const { clients } = of(cluster)
			const known = clients.get(podUid)
			if (known?.ip === ip) return known.client
			known?.client.close()
			const client = open(ip)
			clients.set(podUid, { ip, client })
			return client
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
		sealedMs(cluster, { metadata: { uid = '', annotations: notes } }) {
			if (notes?.[annotations.initialCluster] !== refusal.initialCluster) return 0
			const { sealed } = of(cluster)
			const since = sealed.get(uid) ?? now()
			sealed.set(uid, since)
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
		keepOnly(cluster, podUids) {
			const { clients, sealed } = of(cluster)
			for (const uid of sealed.keys()) if (!podUids.has(uid)) sealed.delete(uid)
			for (const [uid, { client }] of clients) {
				if (podUids.has(uid)) continue
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

const toPod = (ip: string): EtcdClient => openEtcd({ host: ip, port: ports.client })
