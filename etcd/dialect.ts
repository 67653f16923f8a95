// How the minors of etcd differ for those who run them. Pure. A minor that api/releases.ts adds does not compile until it is here;
// test/etcd proves every entry against the real binary.
import type { Minor } from '../api/releases.ts'
import { compareMinors, parseVersion } from '../api/version.ts'

export interface Check {
	/** Where it is asked: the plain listener that needs no certificate, or the one of clients. */
	readonly listener: 'metrics' | 'client'
	/** Nothing when a connection is all that can be asked for. */
	readonly path?: string
}

export interface Dialect {
	/** Members can join without a vote first. */
	readonly learners: boolean
	/** How many learners a seed takes at once. */
	readonly firstLearners: 1 | 2
	/** Leadership can be handed over at a wish. */
	readonly movesLeader: boolean
	/** Tells a hash of its keys, values and history. */
	readonly hashesKv: boolean
	/** Has a way back to the minor before it. 3.5 takes the same orders, and obeys none. */
	readonly goesDown: boolean
	/** Has --listen-metrics-urls. */
	readonly metricsListener: boolean
	/** The first patch with /livez, which asks no quorum, and /readyz, which does. */
	readonly livezSince: number | undefined
	/** How checks for corruption are switched on. Variables and not arguments: a minor ignores those that it does not know. */
	readonly corruptionChecks: Readonly<Record<string, string>>
	/** Whether the amount of history kept can be said otherwise than in whole hours. */
	readonly compactionModes: boolean
	/** Options that another minor calls by another name begin so. */
	readonly experimentalPrefix: boolean
	/** What makes a data directory of a snapshot; nothing when it cannot be done safely. */
	readonly restoreTool: 'etcdutl' | undefined
}

const early = {
	learners: false,
	firstLearners: 1,
	movesLeader: true,
	hashesKv: true,
	goesDown: false,
	metricsListener: true,
	livezSince: undefined,
	corruptionChecks: {},
	compactionModes: true,
	experimentalPrefix: true,
	restoreTool: undefined,
} as const satisfies Dialect

const initialCheck = { ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK: 'true' }

const recent = {
	learners: true,
	firstLearners: 2,
	movesLeader: true,
	hashesKv: true,
	goesDown: true,
	metricsListener: true,
	livezSince: 0,
	corruptionChecks: { ETCD_FEATURE_GATES: 'InitialCorruptCheck=true,CompactHashCheck=true' },
	compactionModes: true,
	experimentalPrefix: false,
	restoreTool: 'etcdutl',
} as const satisfies Dialect

export const dialects = {
	'3.2': { ...early, movesLeader: false, hashesKv: false, metricsListener: false, compactionModes: false },
	'3.3': { ...early, corruptionChecks: initialCheck },
	'3.4': { ...early, learners: true, livezSince: 29, corruptionChecks: initialCheck },
	'3.5': {
		...recent,
		firstLearners: 1,
		goesDown: false,
		livezSince: 11,
		corruptionChecks: { ...initialCheck, ETCD_EXPERIMENTAL_COMPACT_HASH_CHECK_ENABLED: 'true' },
		experimentalPrefix: true,
	},
	'3.6': recent,
	'3.7': recent,
} as const satisfies Record<Minor, Dialect>

interface Wash {
	/** So many entries are written until a member begins its log anew from a snapshot. */
	readonly entries: number
	/** A cluster that was born by then or later has nothing of it; without one nobody knows what its members ran before. */
	readonly unlessBornIn?: Minor
	/** Members run with so low a count of entries between snapshots. */
	readonly oftener?: true
}

/**
 * Before one of these is left each log is begun anew. A member of 3.5 that finds there who joined before anything was written takes living
 * members for removed ones, and says so to 3.6, which sends them away; 3.6 itself cannot read all of what 3.4 leaves there; and 3.7 panics
 * at what members of 3.5 write of themselves, which is there until the next snapshot, also when they ran 3.5 on their way down.
 */
const washes: Readonly<Partial<Record<Minor, Wash>>> = {
	'3.4': { entries: 1000, unlessBornIn: '3.5', oftener: true },
	'3.5': { entries: 1000, unlessBornIn: '3.5', oftener: true },
	'3.6': { entries: 10_000 },
}

/** Nobody knows of a minor when a cluster was not born by us. */
export function washOf(minor: Minor, bornIn: Minor | undefined): Wash | undefined {
	const wash = washes[minor]
	const isLate = bornIn && wash?.unlessBornIn && compareMinors(bornIn, wash.unlessBornIn) >= 0
	return isLate ? undefined : wash
}

interface Checks {
	/** Never needs a quorum: a partition must not restart everyone (R20). */
	readonly live: Check
	/** A read that a quorum confirms. */
	readonly ready: Check
}

/** Without a certificate nothing can be asked of the listener of clients that speak TLS but a connection. */
export function checksOf(minor: Minor, version: string, clientsSpeakTls = false): Checks {
	const { livezSince, metricsListener } = dialects[minor]
	const listener = metricsListener ? 'metrics' : 'client'
	const patch = parseVersion(version)?.patch ?? 0
	if (livezSince !== undefined && patch >= livezSince)
		return { live: { listener, path: '/livez' }, ready: { listener, path: '/readyz' } }
	// /health asks a quorum in these, so only a connection says that the process lives.
	if (listener === 'client' && clientsSpeakTls) return { live: { listener }, ready: { listener } }
	return { live: { listener }, ready: { listener, path: '/health' } }
}

/** Images have one until these releases; what asks by it whether a member is well cannot in later ones. */
export function hasShell(minor: Minor, version: string): boolean {
	const patch = parseVersion(version)?.patch ?? 0
	if (minor === '3.4') return patch < 23
	return minor === '3.5' ? patch < 7 : minor === '3.2' || minor === '3.3'
}
