// Everything that was seen of one cluster in one look. Pure. What could not be seen is missing here and named in the notes.
import type { Alarm, Membership } from '../../etcd/member.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Claim, Pod } from '../../kube/pod.ts'
import type { Cluster } from '../target.ts'

/** How deep: the cluster's own object; its pods and volumes; what members say to anybody; what they say to who shows a certificate. */
export type Depth = 0 | 1 | 2 | 3

/** What a member said of itself, by its plain listener or as a client. */
export interface MemberReport {
	/** In hex. */
	readonly id: string
	readonly leads: boolean
	readonly hasLeader: boolean
	readonly isLearner: boolean
	readonly version: string
	/** As etcd writes it, "3.6.0"; empty where it is not told. */
	readonly storageVersion: string
	readonly term: bigint | undefined
	readonly applied: bigint
	readonly committed: bigint | undefined
	readonly revision: bigint | undefined
	readonly dbSize: number
	readonly dbInUse: number
	/** 0 where it is not told. */
	readonly quota: number
	/** In seconds, since its process started. */
	readonly fsyncP99: number | undefined
	readonly leaderChanges: number | undefined
	readonly roundTripMs: number
	/** Whether a quorum confirmed a read through it; undefined when that could not be asked. */
	readonly confirmed: boolean | undefined
	readonly alarms: readonly Alarm[]
}

/** Why a member said nothing. */
export interface Silence {
	/** That it does not run is certain; or it only could not be asked. */
	readonly kind: 'down' | 'unseen'
	readonly what: string
	readonly next?: string | undefined
}

export interface MemberSight {
	readonly name: string
	readonly pod: Pod | undefined
	readonly claim: Claim | undefined
	/** As the operator last wrote it. */
	readonly state: MemberState | undefined
	readonly report: MemberReport | undefined
	readonly silence: Silence | undefined
}

export type MemberState = NonNullable<NonNullable<Cluster['status']>['memberStates']>[number]

export interface Node extends KubeObject {
	readonly status?: {
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly lastTransitionTime?: string
		}[]
	}
}

export interface Budget extends KubeObject {
	readonly status?: { readonly disruptionsAllowed?: number }
}

/** Something that was not seen, and what would show it. */
export interface Note {
	readonly what: string
	readonly next?: string | undefined
	/** It keeps nobody from asking members. */
	readonly isAside?: boolean
}

export interface Sight {
	/** In milliseconds since 1970. */
	readonly at: number
	readonly tookMs: number
	readonly depth: Depth
	readonly cluster: Cluster
	readonly members: readonly MemberSight[]
	/** etcd's own list, as far as somebody confirmed it. */
	readonly listed: Membership | undefined
	/** Undefined when they could not be read. */
	readonly pods: readonly Pod[] | undefined
	readonly claims: readonly Claim[] | undefined
	readonly nodes: ReadonlyMap<string, Node> | undefined
	readonly budget: Budget | undefined
	readonly notes: readonly Note[]
}
