// What etcd said as etcdctl's fields: one on each line, its name between quotes. Pure.
import type * as said from '../../../etcd/rpc_pb.ts'
import type { Answer } from './answer.ts'
import { quoted, quotedText } from './quoted.ts'
import { alarmName, permissionName } from './words.ts'

interface Writer {
	readonly header: (header: said.ResponseHeader | undefined) => readonly string[]
	readonly keyValue: (kv: said.KeyValue, prefix?: string) => readonly string[]
	readonly text: (told: Answer) => string
}

const field = (name: string, value: string | bigint | number | boolean): string => `"${name}" : ${value}`

export function fieldsWriter(hex: boolean): Writer {
	const idOf = (id: bigint): string => (hex ? id.toString(16) : id.toString())
	const leaseOf = (id: bigint): string =>
		hex ? BigInt.asUintN(64, id).toString(16).padStart(16, '0') : id.toString()

	const header: Writer['header'] = (one) => [
		field('ClusterID', idOf(one?.clusterId ?? 0n)),
		field('MemberID', idOf(one?.memberId ?? 0n)),
		...(one && one.revision > 0n ? [field('Revision', one.revision)] : []),
		field('RaftTerm', one?.raftTerm ?? 0n),
	]

	const keyValue: Writer['keyValue'] = (kv, prefix = '') => [
		field(`${prefix}Key`, quoted(kv.key)),
		field(`${prefix}CreateRevision`, kv.createRevision),
		field(`${prefix}ModRevision`, kv.modRevision),
		field(`${prefix}Version`, kv.version),
		field(`${prefix}Value`, quoted(kv.value)),
		field(`${prefix}Lease`, leaseOf(kv.lease)),
	]

	const before = (kv: said.KeyValue | undefined): readonly string[] => (kv ? keyValue(kv, 'Prev') : [])

	const member = (one: said.Member): readonly string[] => [
		field('ID', idOf(one.id)),
		field('Name', quotedText(one.name)),
		...one.peerUrls.map((url) => field('PeerURL', quotedText(url))),
		...one.clientUrls.map((url) => field('ClientURL', quotedText(url))),
		field('IsLearner', one.isLearner),
		'',
	]

	const event = ({ type, kv, prevKv }: said.Event): readonly string[] => [
		field('Type', type === 0 ? 'PUT' : 'DELETE'),
		...before(prevKv),
		...(kv ? keyValue(kv) : []),
	]

	const status = (endpoint: string, one: said.StatusResponse): readonly string[] => [
		...header(one.header),
		field('Version', quotedText(one.version)),
		field('StorageVersion', quotedText(one.storageVersion)),
		field('DBSize', one.dbSize),
		field('DBSizeInUse', one.dbSizeInUse),
		field('DBSizeQuota', one.dbSizeQuota),
		field('Leader', idOf(one.leader)),
		field('IsLearner', one.isLearner),
		field('RaftIndex', one.raftIndex),
		field('RaftAppliedIndex', one.raftAppliedIndex),
		field('Errors', `[${one.errors.join(' ')}]`),
		field('Endpoint', quotedText(endpoint)),
		field('DowngradeTargetVersion', quotedText(one.downgradeInfo?.targetVersion ?? '')),
		field('DowngradeEnabled', one.downgradeInfo?.enabled ?? false),
		'',
	]

	function listOf(told: Extract<Answer, { answers: unknown }>): readonly string[] {
		switch (told.kind) {
			case 'health':
				return told.answers.flatMap(({ endpoint, health, took, error }) => [
					field('Endpoint', quotedText(endpoint)),
					field('Health', health),
					field('Took', took),
					field('Error', error),
					'',
				])
			case 'status':
				return told.answers.flatMap(({ endpoint, answer }) => status(endpoint, answer))
			case 'hashes':
				return told.answers.flatMap(({ endpoint, answer }) => [
					...header(answer.header),
					field('Endpoint', quotedText(endpoint)),
					field('Hash', answer.hash),
					field('HashRevision', answer.hashRevision),
					'',
				])
		}
	}

	function bodyOf(told: Exclude<Answer, { answers: unknown }>): readonly string[] {
		switch (told.kind) {
			case 'put':
				return before(told.answer.prevKv)
			case 'del':
				return [field('Deleted', told.answer.deleted), ...told.answer.prevKvs.flatMap(before)]
			case 'watch':
				return told.answer.events.flatMap(event)
			case 'revoke':
				return []
			case 'grant':
			case 'keepAlive':
				return [field('ID', leaseOf(told.answer.id)), field('TTL', told.answer.ttl)]
			case 'timeToLive':
				return [
					field('ID', leaseOf(told.answer.id)),
					field('TTL', told.answer.ttl),
					field('GrantedTTL', told.answer.grantedTtl),
					...told.answer.keys.map((key) => field('Key', quoted(key))),
				]
			case 'leases':
				return told.answer.leases.map(({ id }) => field('ID', leaseOf(id)))
			case 'members':
				return told.answer.members.flatMap(member)
			case 'alarms':
				return told.answer.alarms.flatMap(({ memberId, alarm }) => [
					field('MemberID', idOf(memberId)),
					field('AlarmType', alarmName(alarm)),
					'',
				])
			case 'users':
				return [['"Users" :', ...told.answer.users.map(quotedText)].join(' ')]
			case 'user':
			case 'roles':
				return [['"Roles" :', ...told.answer.roles.map(quotedText)].join(' ')]
			case 'role':
				return told.answer.perm.flatMap(({ permType, key, rangeEnd }) => [
					field('PermType', ` ${permissionName(permType)}`),
					field('Key', quoted(key)),
					field('RangeEnd', quoted(rangeEnd)),
				])
		}
	}

	function text(told: Answer): string {
		const lines = 'answers' in told ? listOf(told) : [...header(told.answer.header), ...bodyOf(told)]
		return lines.map((line) => `${line}\n`).join('')
	}

	return { header, keyValue, text }
}
