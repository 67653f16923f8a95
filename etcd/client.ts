// The one way to ask a member something. Ids are hex texts, as etcd prints them; revisions and sizes are bigints.
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Endpoint } from './connection.ts'
import { EtcdError } from './errors.ts'
import type { Alarm, Confirmed, Member, Membership, Reported } from './member.ts'
import { Cluster, KV, Maintenance, type Member as WireMember, type ResponseHeader } from './rpc_pb.ts'

export interface EtcdClient {
	/** What the member says of itself; answered without a quorum. */
	status(): Promise<Reported>
	/** A read that a quorum confirmed through this very member. */
	confirm(): Promise<Confirmed>
	/** The members, after a read that a quorum confirmed through this very member. */
	/** The list, after a read that was confirmed through this member; one that just was can be given. */
	members(confirmed?: Confirmed): Promise<Membership>
	alarms(): Promise<readonly Alarm[]>
	addLearner(peerUrl: string): Promise<Member>
	/** Only for minors without learners. */
	addVoter(peerUrl: string): Promise<Member>
	removeMember(id: string): Promise<void>
	promote(id: string): Promise<void>
	moveLeader(to: string): Promise<void>
	close(): void
}

const hex = (id: bigint): string => id.toString(16)
const wire = (id: string): bigint => BigInt(`0x${id}`)

const memberOf = ({ id, name, peerUrls, clientUrls, isLearner }: WireMember): Member => ({
	id: hex(id),
	name,
	peerUrl: peerUrls[0] ?? '',
	started: clientUrls.length > 0 || name !== '',
	isLearner,
})

function headerOf(header: ResponseHeader | undefined): ResponseHeader {
	if (header === undefined) throw new EtcdError('other', 'the answer has no header')
	return header
}

/** Reads may wait for an election; changes may wait for a majority's disks. */
const deadlines = { statusMs: 2000, readMs: 3000, changeMs: 5000 }

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

export function openEtcd(endpoint: Endpoint): EtcdClient {
	const connection = new Connection(endpoint)

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
		const answer = await connection.call(Maintenance.method.status, {}, deadlines.statusMs)
		const { clusterId, memberId, revision } = headerOf(answer.header)
		return {
			clusterId: hex(clusterId),
			memberId: hex(memberId),
			revision,
			version: answer.version,
			leader: answer.leader === 0n ? undefined : hex(answer.leader),
			isLearner: answer.isLearner,
			term: answer.raftTerm,
			raftIndex: answer.raftIndex,
			// 3.2 and 3.3 do not tell what they have applied; what they have received is the closest.
			appliedIndex: answer.raftAppliedIndex || answer.raftIndex,
			dbSize: answer.dbSize,
			dbSizeInUse: answer.dbSizeInUse,
			quota: answer.dbSizeQuota,
			storageVersion: answer.storageVersion,
			errors: answer.errors,
		}
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
		async alarms() {
			const { alarms } = await connection.call(Maintenance.method.alarm, { action: 0 }, deadlines.readMs)
			return alarms.map(({ memberId, alarm }) => ({
				memberId: hex(memberId),
				kind: alarm === 1 ? 'NOSPACE' : alarm === 2 ? 'CORRUPT' : `alarm ${alarm}`,
			}))
		},
		addLearner: async (peerUrl) => await add(peerUrl, true),
		addVoter: async (peerUrl) => await add(peerUrl, false),
		async removeMember(id) {
			await connection.call(Cluster.method.memberRemove, { id: wire(id) }, deadlines.changeMs)
		},
		async promote(id) {
			await connection.call(Cluster.method.memberPromote, { id: wire(id) }, deadlines.changeMs)
		},
		async moveLeader(to) {
			await connection.call(Maintenance.method.moveLeader, { targetId: wire(to) }, deadlines.changeMs)
		},
		close: () => connection.close(),
	}
}
