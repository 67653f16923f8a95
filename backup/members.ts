// The members behind the addresses that somebody wrote: a Service has one address, and a backup is taken from one chosen member.
import { EtcdError } from '../etcd/errors.ts'
import { openEtcd, type EtcdClient } from '../etcd/client.ts'
import type { Endpoint } from '../etcd/connection.ts'
import type { Pair } from '../api/tls-keys.ts'
import { Refused } from './failure.ts'
import type { Asked } from './sources.ts'

const usualPort = 2379
/** At a millisecond's distance two gigabytes a second; a Job's memory is little, and its store often slower than its members. */
const windowBytes = 2 * 1024 * 1024

export function endpointOf(address: string, pair: Pair | undefined): Endpoint {
	const url = /^https?:\/\//.test(address) ? address : `${pair ? 'https' : 'http'}://${address}`
	const { protocol, hostname, port } = new URL(url)
	const host = hostname.replace(/^\[|\]$/g, '')
	const at = { host, port: port === '' ? usualPort : Number(port), windowBytes }
	if (protocol === 'http:') return at
	if (pair === undefined)
		throw new Refused(
			'client',
			`${address} speaks TLS: write spec.clientTLSSecret, a Secret with a client certificate and the authority to trust`,
		)
	const { certificate: cert, key, authorities: ca } = pair
	return { ...at, tls: { ca, cert, key, servername: host } }
}

export interface Members {
	readonly asked: readonly Asked[]
	close(): void
}

/** Those that answer at the addresses, and the voters that they know of. */
export async function membersAt(addresses: readonly string[], pair: Pair | undefined): Promise<Members> {
	const open: EtcdClient[] = []
	const opened = (address: string): EtcdClient => {
		const client = openEtcd(endpointOf(address, pair))
		open.push(client)
		return client
	}
	const named = addresses.map((address) => ({ name: address, client: opened(address) }))
	const lists = await Promise.allSettled(named.map(async ({ client }) => await client.members()))
	const known = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.members : []))
	const voters = new Map(
		known
			.filter(({ isLearner, clientUrls = [] }) => !isLearner && clientUrls.length > 0)
			.map(({ id, name, clientUrls: [url = ''] = [] }) => [id, { name, client: opened(url) }]),
	)
	// Where members go by addresses that nobody knows here, the one that was written is as good.
	const reached = await Promise.allSettled(
		[...voters.values()].map(async (voter) => {
			await voter.client.status()
			return voter
		}),
	)
	const asked = reached.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
	return {
		asked: asked.length > 0 ? asked : named,
		close: () => open.forEach((client) => client.close()),
	}
}

/** For a Job that has no size to go by until a member was asked. */
export async function largestOf(asked: readonly Asked[]): Promise<number> {
	const sizes = await Promise.all(
		asked.map(async ({ client }) => {
			try {
				return Number((await client.status()).dbSize)
			} catch (reason) {
				if (reason instanceof EtcdError) return 0
				throw reason
			}
		}),
	)
	return Math.max(0, ...sizes)
}
