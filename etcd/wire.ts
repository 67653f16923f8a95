// What etcd's messages say, in our words. Pure.
import { EtcdError } from './errors.ts'
import type { Alarm, HashKv, Member, Reported } from './member.ts'
import type {
	AlarmMember,
	HashKVResponse,
	ResponseHeader,
	StatusResponse,
	Member as WireMember,
} from './rpc_pb.ts'

export const hex = (id: bigint): string => id.toString(16)
export const idOf = (id: string): bigint => BigInt(`0x${id}`)

export function headerOf(header: ResponseHeader | undefined): ResponseHeader {
	if (header === undefined) throw new EtcdError('other', 'the answer has no header')
	return header
}

export const memberOf = ({ id, name, peerUrls, clientUrls, isLearner }: WireMember): Member => ({
	id: hex(id),
	name,
	peerUrl: peerUrls[0] ?? '',
	started: clientUrls.length > 0 || name !== '',
	isLearner,
	...(clientUrls.length > 0 && { clientUrls }),
})

export function reportedOf(answer: StatusResponse): Reported {
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
		downgradeTo: answer.downgradeInfo?.enabled ? answer.downgradeInfo.targetVersion : undefined,
		errors: answer.errors,
	}
}

/** Before 3.6 the answer does not say up to which revision it hashed: the one that was asked for, or the newest. */
export const hashOf = (asked: bigint, answer: HashKVResponse): HashKv => ({
	hash: answer.hash,
	revision: answer.hashRevision || asked || headerOf(answer.header).revision,
	compactRevision: answer.compactRevision,
})

const alarms = ['none', 'NOSPACE', 'CORRUPT']

export const alarmOf = ({ memberId, alarm }: AlarmMember): Alarm => ({
	memberId: hex(memberId),
	kind: alarms[alarm] ?? `alarm ${alarm}`,
})

/** The number of a kind that has a name; others cannot be asked for. */
export function alarmNumber({ kind }: Alarm): number {
	const number = alarms.indexOf(kind)
	if (number <= 0) throw new EtcdError('other', `no alarm is called ${kind}: there are NOSPACE and CORRUPT`)
	return number
}
