// Of what a report is made. Pure.
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'

export interface Scope {
	readonly reach: Reach
	readonly clusters: readonly Cluster[]
	readonly sinceSeconds: number
	readonly withLogs: boolean
	readonly env: NodeJS.ProcessEnv
	readonly stop: AbortSignal
	/** In milliseconds since 1970. */
	readonly now: number
}

/** Without colons, which Windows and tar take for something else: 20261119T085432Z. */
const compactTime = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

export const reportName = (what: string, now: number): string => `etcd-report-${what}-${compactTime(now)}`
