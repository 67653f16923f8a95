// What one process remembers between passes: connections, and since when somebody has been silent. Nothing of it is needed: who
// forgets it waits longer and does nothing else.
import { openEtcd, type EtcdClient } from '../etcd/client.ts'
import { ports } from '../api/names.ts'

export interface Memory {
	/** One connection to each pod's process, by its UID and address. */
	clientOf(cluster: string, podUid: string, ip: string): EtcdClient
	/** How long it has been silent, in milliseconds of our own clock. */
	silentMs(cluster: string, memberId: string, answers: boolean): number
	/** Ends the connections to all other pods of the cluster. */
	keepOnly(cluster: string, podUids: ReadonlySet<string>): void
	forget(cluster: string): void
}

interface Remembered {
	readonly clients: Map<string, { readonly ip: string; readonly client: EtcdClient }>
	readonly silentSince: Map<string, number>
}

export function createMemory(now: () => number, open: (ip: string) => EtcdClient = toPod): Memory {
	const clusters = new Map<string, Remembered>()
	const of = (cluster: string): Remembered => {
		let known = clusters.get(cluster)
		if (known === undefined) clusters.set(cluster, (known = { clients: new Map(), silentSince: new Map() }))
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
			const { silentSince } = of(cluster)
			if (answers) {
				silentSince.delete(memberId)
				return 0
			}
			const since = silentSince.get(memberId) ?? now()
			silentSince.set(memberId, since)
			return now() - since
		},
		keepOnly(cluster, podUids) {
			const { clients } = of(cluster)
			for (const [uid, { client }] of clients) {
				if (podUids.has(uid)) continue
				client.close()
				clients.delete(uid)
			}
		},
		forget(cluster) {
			this.keepOnly(cluster, new Set())
			clusters.delete(cluster)
		},
	}
}

const toPod = (ip: string): EtcdClient => openEtcd({ host: ip, port: ports.client })
