// The one way to ask a member something. Ids are hex texts, as etcd prints them; revisions and sizes are bigints.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import { Connection, type Endpoint } from './connection.ts'
import { deadlines } from './deadlines.ts'
import { EtcdError } from './errors.ts'
import { maintain, type Maintained } from './maintenance.ts'
import type { Confirmed, Member, Membership, Reported } from './member.ts'
import { Cluster, KV, Maintenance } from './rpc_pb.ts'
import { snapshotOf, type Snapshot, type SnapshotOptions } from './snapshot.ts'
import { headerOf, hex, idOf, memberOf, reportedOf } from './wire.ts'

export interface EtcdClient extends Maintained {
	/** What the member says of itself; answered without a quorum. */
	status(): Promise<Reported>
	/** A read that a quorum confirmed through this very member. */
	confirm(): Promise<Confirmed>
	/** The members, after a read that a quorum confirmed through this very member; one that just was can be given. */
	members(confirmed?: Confirmed): Promise<Membership>
	addLearner(peerUrl: string): Promise<Member>
	/** Only for minors without learners. */
	addVoter(peerUrl: string): Promise<Member>
	removeMember(id: string): Promise<void>
	promote(id: string): Promise<void>
	moveLeader(to: string): Promise<void>
	/** All that this member has, as it stands when it is begun; answered without a quorum. */
	snapshot(options?: SnapshotOptions): Snapshot
	close(): void
}

/** A read may be asked again, and an election that it meets is over soon. Nothing that changes anything comes here. */
async function throughElection<T>(read: (leftMs: number) => Promise<T>): Promise<T> {
	const began = performance.now()
	for (;;) {
		const leftMs = Math.ceil(deadlines.readMs - (performance.now() - began))
		try {
			return await read(Math.max(leftMs, 100))
		} catch (reason) {
			const passes = reason instanceof EtcdError && ['leaderChanged', 'noLeader'].includes(reason.code)
			if (!passes || leftMs < 200) throw reason
			await sleep(100)
		}
	}
}

export const openEtcd = (endpoint: Endpoint): EtcdClient => clientOver(new Connection(endpoint))

/** Over a connection that somebody else opened, or one that says who asks; it is closed with the client. */
export function clientOver(connection: Caller & { close(): void }): EtcdClient {
	async function confirm(): Promise<Confirmed> {
		try {
			const { header } = await throughElection(
				async (leftMs) =>
					await connection.call(KV.method.range, { key: new Uint8Array([0]), countOnly: true }, leftMs),
			)
			const { clusterId, memberId, revision, raftTerm } = headerOf(header)
			return { clusterId: hex(clusterId), memberId: hex(memberId), revision, term: raftTerm }
		} catch (reason) {
			// With auth on a stranger is denied, but only after the quorum was asked.
			if (!(reason instanceof EtcdError) || reason.code !== 'denied') throw reason
			const { clusterId, memberId, term } = await status()
			return { clusterId, memberId, revision: undefined, term }
		}
	}

	async function status(): Promise<Reported> {
		return reportedOf(await connection.call(Maintenance.method.status, {}, deadlines.statusMs))
	}

	async function add(peerUrl: string, isLearner: boolean): Promise<Member> {
		const { member } = await connection.call(
			Cluster.method.memberAdd,
			{ peerUrls: [peerUrl], isLearner },
			deadlines.changeMs,
		)
		if (member === undefined) throw new EtcdError('other', 'etcd added a member and did not say which')
		return memberOf(member)
	}

	return {
		...maintain(connection),
		status,
		confirm,
		async members(confirmed) {
			// Before 3.5 the list itself is what this member happens to know, so a confirmed read through it comes first.
			const before = confirmed ?? (await confirm())
			const answer = await throughElection(
				async (leftMs) => await connection.call(Cluster.method.memberList, { linearizable: true }, leftMs),
			)
			const header = headerOf(answer.header)
			const [clusterId, memberId] = [hex(header.clusterId), hex(header.memberId)]
			if (memberId !== before.memberId || clusterId !== before.clusterId)
				throw new EtcdError('other', 'another member answers than before')
			const members = answer.members.map(memberOf).toSorted((one, other) => (one.id < other.id ? -1 : 1))
			return { clusterId, askedOf: memberId, members }
		},
		addLearner: async (peerUrl) => await add(peerUrl, true),
		addVoter: async (peerUrl) => await add(peerUrl, false),
		async removeMember(id) {
			await connection.call(Cluster.method.memberRemove, { id: idOf(id) }, deadlines.changeMs)
		},
		async promote(id) {
			await connection.call(Cluster.method.memberPromote, { id: idOf(id) }, deadlines.changeMs)
		},
		async moveLeader(to) {
			await connection.call(Maintenance.method.moveLeader, { targetId: idOf(to) }, deadlines.changeMs)
		},
		snapshot: (options) => snapshotOf(connection, options),
		close: () => connection.close(),
	}
}
