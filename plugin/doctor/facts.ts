// Everything that checks judge. Pure. What could not be seen says why, so that no check takes it for absent.
import type { Compared } from '../check/compare.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { BackupSpec, BackupStatus } from '../../api/schema/backup.ts'
import type { Checked } from '../install/checks.ts'
import type { Missing } from '../rbac/may.ts'
import type { Sight } from '../sight/sight.ts'
import type { Verdict } from '../version/skew.ts'

export type Seen<T> = { readonly value: T } | { readonly unseen: string; readonly next?: string }

export interface Definition extends KubeObject {
	readonly spec?: {
		readonly versions?: readonly {
			readonly name: string
			readonly schema?: {
				readonly openAPIV3Schema?: { readonly properties?: Readonly<Record<string, Fields>> }
			}
		}[]
	}
}

interface Fields {
	readonly properties?: Readonly<Record<string, unknown>>
}

export interface Backup extends KubeObject {
	readonly spec?: BackupSpec
	readonly status?: BackupStatus
}

export interface Policy extends KubeObject {
	readonly spec?: {
		readonly podSelector?: {
			readonly matchLabels?: Readonly<Record<string, string>>
			readonly matchExpressions?: readonly unknown[]
		}
	}
}

/** When a kubelet last said that it is there, by the clock of its node. */
export interface Heartbeat {
	readonly node: string
	/** In milliseconds since 1970. */
	readonly at: number
}

/** Of the whole Kubernetes, and the same for all of its clusters. */
export interface Install {
	/** Its kinds, its processes, and whether admission judges. */
	readonly checked: readonly Checked[]
	readonly definition: Seen<Definition | undefined>
	readonly skew: Verdict
	readonly heartbeats: Seen<readonly Heartbeat[]>
}

export interface Meters {
	/** How many times a log was forced to the disk; few say nothing. */
	readonly fsyncs: number
	/** In seconds, as all below. */
	readonly fsyncP99: number | undefined
	readonly commitP99: number | undefined
	/** To other members, the usual one, and the slowest of them. */
	readonly roundTrip: number | undefined
	readonly pending: number
	readonly slowApplies: number
	readonly leaderChanges: number | undefined
	/** How long its process has run. */
	readonly upSeconds: number | undefined
}

export interface Facts {
	readonly install: Install
	readonly sight: Sight
	/** "orders -n team-a", for commands. */
	readonly ref: string
	readonly meters: ReadonlyMap<string, Meters>
	/** What the caller may not do, of all that is asked here. */
	readonly missing: Seen<readonly Missing[]>
	readonly backups: Seen<readonly Backup[]>
	readonly policies: Seen<readonly Policy[]>
	/** Nothing unless it was asked for. */
	readonly compared: Seen<Compared> | undefined
}
