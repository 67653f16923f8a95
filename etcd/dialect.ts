// How the minors of etcd differ for those who run them. Pure. A minor that api/releases.ts adds does not compile until it is here;
// test/etcd proves every entry against the real binary.
import type { Minor } from '../api/releases.ts'
import { parseVersion } from '../api/version.ts'

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
	metricsListener: true,
	livezSince: 0,
	corruptionChecks: { ETCD_FEATURE_GATES: 'InitialCorruptCheck=true,CompactHashCheck=true' },
	compactionModes: true,
	experimentalPrefix: false,
	restoreTool: 'etcdutl',
} as const satisfies Dialect

export const dialects = {
	'3.2': { ...early, movesLeader: false, metricsListener: false, compactionModes: false },
	'3.3': { ...early, corruptionChecks: initialCheck },
	'3.4': { ...early, learners: true, livezSince: 29, corruptionChecks: initialCheck },
	'3.5': {
		...recent,
		firstLearners: 1,
		livezSince: 11,
		corruptionChecks: { ...initialCheck, ETCD_EXPERIMENTAL_COMPACT_HASH_CHECK_ENABLED: 'true' },
		experimentalPrefix: true,
	},
	'3.6': recent,
	'3.7': recent,
} as const satisfies Record<Minor, Dialect>

interface Checks {
	/** Never needs a quorum: a partition must not restart everyone (R20). */
	readonly live: Check
	/** A read that a quorum confirms. */
	readonly ready: Check
}

export function checksOf(minor: Minor, version: string): Checks {
	const { livezSince, metricsListener } = dialects[minor]
	const listener = metricsListener ? 'metrics' : 'client'
	const patch = parseVersion(version)?.patch ?? 0
	if (livezSince !== undefined && patch >= livezSince)
		return { live: { listener, path: '/livez' }, ready: { listener, path: '/readyz' } }
	// /health asks a quorum in these, so only a connection says that the process lives.
	return { live: { listener }, ready: { listener, path: '/health' } }
}
