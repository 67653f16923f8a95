// What etcd said as etcdctl's JSON. With hex, ids are texts in hex everywhere and not only in lists of members. Pure.
import type * as said from '../../../etcd/rpc_pb.ts'
import type { Answer } from './answer.ts'
import { goJson, some, type Json } from './go-json.ts'

interface Writer {
	readonly header: (header: said.ResponseHeader | undefined) => { readonly [name: string]: Json } | undefined
	readonly keyValue: (kv: said.KeyValue | undefined) => Json
	readonly text: (told: Answer) => string
}

/** Leases are signed, and their ids are written with all digits. */
const leaseId = (id: bigint): string => BigInt.asUintN(64, id).toString(16).padStart(16, '0')

export function jsonWriter(hex: boolean): Writer {
	const idOf = (id: bigint): Json => (id === 0n ? undefined : hex ? id.toString(16) : id)
	const leaseOf = (id: bigint): Json => (id === 0n ? undefined : hex ? leaseId(id) : id)
	/** Where etcdctl writes a zero, too. */
	const always = (id: bigint): Json => leaseOf(id) ?? 0

	const header: Writer['header'] = (one) =>
		one && {
			cluster_id: idOf(one.clusterId),
			member_id: idOf(one.memberId),
			revision: some(one.revision),
			raft_term: some(one.raftTerm),
		}

	const keyValue: Writer['keyValue'] = (kv) =>
		kv && {
			key: some(kv.key),
			create_revision: some(kv.createRevision),
			mod_revision: some(kv.modRevision),
			version: some(kv.version),
			value: some(kv.value),
			lease: leaseOf(kv.lease),
		}

	const member = (one: said.Member): Json => ({
		ID: idOf(one.id),
		name: some(one.name),
		peerURLs: some(one.peerUrls),
		clientURLs: some(one.clientUrls),
		isLearner: some(one.isLearner),
	})

	const event = ({ type, kv, prevKv }: said.Event): Json => ({
		type: some(type),
		kv: keyValue(kv),
		prev_kv: keyValue(prevKv),
	})

	const status = (one: said.StatusResponse): Json => ({
		header: header(one.header),
		version: some(one.version),
		dbSize: some(one.dbSize),
		leader: idOf(one.leader),
		raftIndex: some(one.raftIndex),
		raftTerm: some(one.raftTerm),
		raftAppliedIndex: some(one.raftAppliedIndex),
		errors: some(one.errors),
		dbSizeInUse: some(one.dbSizeInUse),
		isLearner: some(one.isLearner),
		storageVersion: some(one.storageVersion),
		dbSizeQuota: some(one.dbSizeQuota),
		downgradeInfo: one.downgradeInfo && {
			enabled: some(one.downgradeInfo.enabled),
			targetVersion: some(one.downgradeInfo.targetVersion),
		},
	})

	function valueOf(told: Answer): Json {
		if ('answers' in told) return listOf(told)
		const head = header(told.answer.header)
		switch (told.kind) {
			case 'put':
				return { header: head, prev_kv: keyValue(told.answer.prevKv) }
			case 'del':
				return {
					header: head,
					deleted: some(told.answer.deleted),
					prev_kvs: some(told.answer.prevKvs.map(keyValue)),
				}
			case 'watch': {
				const { events, compactRevision, canceled, created } = told.answer
				return {
					Header: head ?? {},
					Events: events.map(event),
					CompactRevision: compactRevision,
					Canceled: canceled,
					Created: created,
				}
			}
			case 'grant': {
				const { id, ttl, error } = told.answer
				return { ...head, ID: always(id), TTL: ttl, Error: error }
			}
			case 'revoke':
				return { header: head }
			case 'keepAlive':
				return { ...head, ID: always(told.answer.id), TTL: told.answer.ttl }
			case 'timeToLive': {
				const { id, ttl, grantedTtl, keys } = told.answer
				return { ...head, id: always(id), ttl, 'granted-ttl': grantedTtl, keys: some(keys) ?? null }
			}
			case 'leases':
				return { ...head, leases: told.answer.leases.map(({ id }) => ({ id: always(id) })) }
			case 'members':
				return { header: head, members: some(told.answer.members.map(member)) }
			case 'alarms': {
				const alarms = told.answer.alarms.map(({ memberId, alarm }) => ({
					memberID: idOf(memberId),
					alarm: some(alarm),
				}))
				return { header: head, alarms: some(alarms) }
			}
			case 'users':
				return { header: head, users: some(told.answer.users) }
			case 'user':
			case 'roles':
				return { header: head, roles: some(told.answer.roles) }
			case 'role': {
				const perm = told.answer.perm.map(({ permType, key, rangeEnd }) => ({
					permType: some(permType),
					key: some(key),
					range_end: some(rangeEnd),
				}))
				return { header: head, perm: some(perm) }
			}
		}
	}

	function listOf(told: Extract<Answer, { answers: unknown }>): Json {
		if (told.answers.length === 0) return null
		switch (told.kind) {
			case 'health':
				return told.answers.map(({ error, ...rest }) => ({ ...rest, error: some(error) }))
			case 'status':
				return told.answers.map(({ endpoint, answer }) => ({ Endpoint: endpoint, Status: status(answer) }))
			case 'hashes':
				return told.answers.map(({ endpoint, answer }) => ({
					Endpoint: endpoint,
					HashKV: {
						header: header(answer.header),
						hash: some(answer.hash),
						compact_revision: some(answer.compactRevision),
						hash_revision: some(answer.hashRevision),
					},
				}))
		}
	}

	return { header, keyValue, text: (told) => `${goJson(valueOf(told))}\n` }
}
