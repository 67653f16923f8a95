// The same as the screen, for programs: documented, additive, and every 64-bit number a text. Pure.
import { isReady } from '../../kube/pod.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'
import { lagOf, roleOf } from './columns.ts'
import type { Verdict } from './verdict.ts'

const text = (value: bigint | undefined): string | undefined => value?.toString()

function member(sight: Sight, one: MemberSight) {
	const { name, pod, claim, state, report, silence } = one
	const [container] = pod?.status?.containerStatuses ?? []
	return {
		name,
		memberId: report?.id ?? state?.id,
		role: roleOf(one),
		ready: pod !== undefined && isReady(pod),
		reachable: report !== undefined,
		version: report?.version ?? state?.version,
		storageVersion: report?.storageVersion || undefined,
		term: text(report?.term),
		appliedIndex: text(report?.applied),
		revision: text(report?.revision),
		lag: text(lagOf(sight, one)),
		dbSizeBytes: report?.dbSize,
		dbSizeInUseBytes: report?.dbInUse,
		quotaBytes: report?.quota || undefined,
		fsyncP99Seconds: report?.fsyncP99,
		roundTripMs: report?.roundTripMs,
		restarts: container?.restartCount,
		node: pod?.spec.nodeName,
		podIP: pod?.status?.podIP,
		claimName: claim?.metadata.name,
		...(silence && { error: { code: silence.kind, message: silence.what, next: silence.next } }),
	}
}

export function documentOf(sight: Sight, { health, exit, quorum, problems, operatorSays }: Verdict) {
	const { cluster, members, depth, at, notes, listed } = sight
	const { metadata, status, spec } = cluster
	const leader = members.find(({ report }) => report?.leads)
	const { voters, needed, well, canLose } = quorum
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdStatus',
		name: metadata.name,
		namespace: metadata.namespace,
		observedAt: new Date(at).toISOString(),
		depth,
		health,
		exitCode: exit,
		operatorSays,
		paused: spec?.paused === true,
		clusterId: listed?.clusterId ?? status?.clusterID,
		quorum: { voters: voters.length, needed, healthy: well.length, canLose },
		leader: leader?.name,
		term: text(leader?.report?.term),
		versions: [...new Set(members.flatMap(({ report }) => report?.version ?? []))].toSorted(),
		members: members.map((one) => member(sight, one)),
		alarms: members.flatMap(({ report }) => report?.alarms ?? []),
		certificates: status?.certificates ?? [],
		snapshot: status?.lastBackup,
		problems,
		notSeen: notes.map(({ what, next }) => ({ what, ...(next !== undefined && { next }) })),
	}
}
