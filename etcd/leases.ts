// Leases: what is put with one goes when it ends.
import type { Caller } from './caller.ts'
import { deadlines } from './deadlines.ts'
import { EtcdError } from './errors.ts'
import {
	Lease,
	type LeaseGrantResponse,
	type LeaseKeepAliveResponse,
	type LeaseLeasesResponse,
	type LeaseRevokeResponse,
	type LeaseTimeToLiveResponse,
} from './rpc_pb.ts'

export interface Leases {
	grant(seconds: bigint): Promise<LeaseGrantResponse>
	/** Deletes all that was put with it. */
	revoke(id: bigint): Promise<LeaseRevokeResponse>
	/** -1 seconds when there is no such lease any more. */
	timeToLive(id: bigint, keys: boolean): Promise<LeaseTimeToLiveResponse>
	/** Not in 3.2. */
	list(): Promise<LeaseLeasesResponse>
	/** As long again as it was granted for. */
	keepAlive(id: bigint): Promise<LeaseKeepAliveResponse>
}

export const leases = (caller: Caller, deadlineMs: number = deadlines.changeMs): Leases => ({
	grant: async (ttl) => await caller.call(Lease.method.leaseGrant, { ttl }, deadlineMs),
	revoke: async (id) => await caller.call(Lease.method.leaseRevoke, { id }, deadlineMs),
	timeToLive: async (id, keys) => await caller.call(Lease.method.leaseTimeToLive, { id, keys }, deadlineMs),
	list: async () => await caller.call(Lease.method.leaseLeases, {}, deadlineMs),
	async keepAlive(id) {
		await using stream = await caller.stream(Lease.method.leaseKeepAlive, { deadlineMs })
		await stream.send({ id })
		for await (const answer of stream) {
			if (answer.ttl > 0n) return answer
			throw new EtcdError('leaseNotFound', 'etcdserver: requested lease not found')
		}
		throw new EtcdError('other', 'etcd did not say whether the lease lives')
	},
})
