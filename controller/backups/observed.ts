// All that a decision about one EtcdBackup may rest on: one frozen value of one moment. Pure.
import type { Finding } from '../../api/rules/finding.ts'
import type { BackupSpec, BackupStatus } from '../../api/schema/backup.ts'
import type { Said } from '../../api/task.ts'

/** A Job of it, by its newest pod. */
export interface Run {
	readonly job: string
	readonly uid: string
	/** In milliseconds since 1970, as all times here. */
	readonly due: number
	readonly state: 'running' | 'succeeded' | 'failed'
	readonly ended: number | undefined
	readonly said: Said | undefined
	readonly born: number
	/** Why its pod does not start, as Kubernetes says it. */
	readonly heldUpBy: string | undefined
	/** Of which snapshot it is the drill, and what it was asked for by. */
	readonly drill?: {
		readonly object: string
		readonly occasion: string | undefined
		readonly version: string
	}
}

/** What a Job of it is told beside its spec. */
export interface Ready {
	readonly endpoints: readonly string[]
	readonly secrets: Readonly<Partial<Record<'store' | 'client' | 'key', string>>>
}

export interface NotReady {
	readonly reason: string
	readonly message: string
}

export interface SeenBackup {
	readonly namespace: string
	readonly name: string
	readonly uid: string
	readonly generation: number | undefined
	readonly created: number
	readonly now: number
	readonly spec: BackupSpec
	readonly status: BackupStatus
	/** Rules that the spec breaks. */
	readonly findings: readonly Finding[]
	/** The one that was due last first. */
	readonly runs: readonly Run[]
	readonly drills: readonly Run[]
}
