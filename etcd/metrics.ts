// What a member tells in its metrics, whatever its minor calls them. Pure. No login is asked for, and no quorum.
import { linesOf, samplesIn, type Samples } from './exposition.ts'
import { histogramIn, type Histogram } from './histogram.ts'

/** Newer names first. test/etcd proves them against the binaries of every minor. */
export const names = {
	isLeader: ['etcd_server_is_leader'],
	hasLeader: ['etcd_server_has_leader'],
	isLearner: ['etcd_server_is_learner'],
	leaderChanges: ['etcd_server_leader_changes_seen_total'],
	dbSize: ['etcd_mvcc_db_total_size_in_bytes', 'etcd_debugging_mvcc_db_total_size_in_bytes'],
	dbSizeInUse: ['etcd_mvcc_db_total_size_in_use_in_bytes'],
	quota: ['etcd_server_quota_backend_bytes'],
	appliedIndex: ['etcd_server_proposals_applied_total'],
	committedIndex: ['etcd_server_proposals_committed_total'],
	pending: ['etcd_server_proposals_pending'],
	failed: ['etcd_server_proposals_failed_total'],
	slowApplies: ['etcd_server_slow_apply_total'],
	slowReads: ['etcd_server_slow_read_indexes_total'],
	heartbeatFailures: ['etcd_server_heartbeat_send_failures_total'],
	snapshots: [
		'etcd_snap_fsync_duration_seconds_count',
		'etcd_debugging_snap_save_total_duration_seconds_count',
	],
	startedAt: ['process_start_time_seconds'],
	memoryBytes: ['process_resident_memory_bytes'],
	cpuSeconds: ['process_cpu_seconds_total'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Told = keyof typeof names

export interface Metrics {
	/** Nothing before 3.3, as with most that is undefined below. */
	readonly memberId: string | undefined
	readonly isLeader: boolean | undefined
	/** It knows of one. Told a moment before or after the other, so that it may lead where nobody does. */
	readonly hasLeader: boolean | undefined
	/** False before there were learners. */
	readonly isLearner: boolean
	readonly leaderChanges: number | undefined
	readonly dbSize: bigint | undefined
	readonly dbSizeInUse: bigint | undefined
	readonly quota: bigint | undefined
	readonly appliedIndex: bigint | undefined
	readonly committedIndex: bigint | undefined
	/** Proposals that no majority has confirmed yet. */
	readonly pending: number | undefined
	readonly failed: number | undefined
	readonly slowApplies: number | undefined
	readonly slowReads: number | undefined
	readonly heartbeatFailures: number | undefined
	/** How often the process has begun its log anew. */
	readonly snapshots: number | undefined
	/** In milliseconds since 1970. */
	readonly startedAt: number | undefined
	readonly memoryBytes: number | undefined
	readonly cpuSeconds: number | undefined
	readonly fsync: Histogram | undefined
	readonly commit: Histogram | undefined
	/** By member; measured twice a minute, so that a young process has none. */
	readonly roundTrips: ReadonlyMap<string, Histogram>
	/** Members to which it has a connection; nothing before 3.4. */
	readonly activePeers: ReadonlySet<string> | undefined
	/** What all members agreed to speak, as "3.6"; nothing until a leader was heard. */
	readonly clusterVersion: string | undefined
	readonly serverVersion: string | undefined
}

const [fsync, commit] = ['etcd_disk_wal_fsync_duration_seconds', 'etcd_disk_backend_commit_duration_seconds']
const roundTrip = 'etcd_network_peer_round_trip_time_seconds'
const activePeers = 'etcd_network_active_peers'
const labelled = {
	memberId: 'etcd_server_id',
	cluster: 'etcd_cluster_version',
	server: 'etcd_server_version',
}

const wanted = linesOf(
	...Object.values(names).flat(),
	...Object.values(labelled),
	fsync,
	commit,
	roundTrip,
	activePeers,
)

function numberIn(samples: Samples, told: Told): number | undefined {
	for (const name of names[told]) {
		const value = samples.get(name)?.[0]?.value
		if (value !== undefined && Number.isFinite(value)) return value
	}
	return undefined
}

/** Those of before stay, with the value 0. */
const labelIn = (samples: Samples, name: string, label: string): string | undefined =>
	samples.get(name)?.find(({ value }) => value === 1)?.labels[label]

function roundTripsIn(samples: Samples): ReadonlyMap<string, Histogram> {
	const ids = new Set((samples.get(`${roundTrip}_count`) ?? []).map(({ labels }) => labels['To'] ?? ''))
	const each = [...ids].map((id) => [id, histogramIn(samples, roundTrip, ({ To }) => To === id)] as const)
	return new Map(each.filter((one): one is [string, Histogram] => one[1] !== undefined))
}

function activePeersIn(samples: Samples): ReadonlySet<string> | undefined {
	const rows = samples.get(activePeers)
	return rows && new Set(rows.filter(({ value }) => value > 0).map(({ labels }) => labels['Remote'] ?? ''))
}

/** Nothing when that is no member's text. */
export function metricsIn(text: string): Metrics | undefined {
	const samples = samplesIn(text, wanted)
	const number = (told: Told): number | undefined => numberIn(samples, told)
	const flag = (told: Told): boolean | undefined => {
		const value = number(told)
		return value === undefined ? undefined : value === 1
	}
	const whole = (told: Told): bigint | undefined => {
		const value = number(told)
		return value === undefined || !Number.isSafeInteger(value) ? undefined : BigInt(value)
	}
	const hasLeader = flag('hasLeader')
	if (hasLeader === undefined) return undefined
	const startedAt = number('startedAt')
	return {
		memberId: labelIn(samples, labelled.memberId, 'server_id'),
		isLeader: flag('isLeader'),
		hasLeader,
		isLearner: flag('isLearner') ?? false,
		leaderChanges: number('leaderChanges'),
		dbSize: whole('dbSize'),
		dbSizeInUse: whole('dbSizeInUse'),
		quota: whole('quota'),
		appliedIndex: whole('appliedIndex'),
		committedIndex: whole('committedIndex'),
		pending: number('pending'),
		failed: number('failed'),
		slowApplies: number('slowApplies'),
		slowReads: number('slowReads'),
		heartbeatFailures: number('heartbeatFailures'),
		snapshots: number('snapshots'),
		startedAt: startedAt === undefined ? undefined : Math.round(startedAt * 1000),
		memoryBytes: number('memoryBytes'),
		cpuSeconds: number('cpuSeconds'),
		fsync: histogramIn(samples, fsync),
		commit: histogramIn(samples, commit),
		roundTrips: roundTripsIn(samples),
		activePeers: activePeersIn(samples),
		clusterVersion: labelIn(samples, labelled.cluster, 'cluster_version'),
		serverVersion: labelIn(samples, labelled.server, 'server_version'),
	}
}
