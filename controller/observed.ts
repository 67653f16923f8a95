// Everything that a pass knows, read before anything is decided and never changed afterwards. Pure.
import type { ClusterSpec, ClusterStatus } from '../api/schema/cluster.ts'
import type { Finding } from '../api/rules/finding.ts'
import type { Minor } from '../api/releases.ts'
import type { Alarm, Reported } from '../etcd/member.ts'

export interface PodSeen {
	readonly name: string
	readonly uid: string
	readonly resourceVersion: string
	readonly ip: string | undefined
	readonly node: string | undefined
	readonly deleting: boolean
	/** Failed or Succeeded: no container of it will ever start again. */
	readonly ended: boolean
	readonly ready: boolean
	/** Made and not yet told whom it may join: it will never start like that. */
	readonly gated: boolean
	/** Since its process was started and not just planned. */
	readonly running: boolean
	/** A process of it has run at some time, so its volume may hold data. */
	readonly everRan: boolean
	/** A restart with an empty directory would be refused: the process has forgotten whom it could join. */
	readonly sealed: boolean
	/** Its kubelet knows of the seal: whatever it starts from now on is refused without its data. */
	readonly firm: boolean
	/** Its process said that it found no data and was given nobody to join: what it had is gone for good. */
	readonly refusedEmpty: boolean
	/** Its process ran, reached the members, and heard that it is none of them yet. */
	readonly unlisted: boolean
	/** It has our labels; without them no Service finds it. */
	readonly labelled: boolean
	/** Peer URLs of those whom its process may join, itself among them; nothing for one that begins or returns. */
	readonly told: readonly string[] | undefined
	readonly serving: boolean
	/** In milliseconds since 1970, by the API server. */
	readonly createdAt: number
	/** How many learners its process takes at once. */
	readonly takesLearners: number
	/** The claim it mounts; none when its data goes with it. */
	readonly claimName: string | undefined
	readonly version: string
	readonly template: string
	readonly token: string | undefined
	/** Why it does not run, in Kubernetes' words: Unschedulable, ImagePullBackOff, CrashLoopBackOff and the like. */
	readonly trouble: { readonly reason: string; readonly message: string } | undefined
}

export interface ClaimSeen {
	readonly name: string
	readonly uid: string
	readonly resourceVersion: string
	readonly deleting: boolean
	readonly labelled: boolean
	/** Its volume is gone. */
	readonly lost: boolean
	readonly bound: boolean
	readonly storageClass: string | undefined
	readonly memberId: string | undefined
	readonly clusterId: string | undefined
	readonly version: string | undefined
	/** Made for this birth, or never written to: it may go when its member has. */
	readonly mayGo: boolean
}

export type Health =
	| {
			readonly answers: true
			/** A quorum confirmed a read through this very member. */
			readonly confirmed: boolean
			/** Nothing while it votes and does not serve clients yet. */
			readonly status: Reported | undefined
			readonly because: string
	  }
	| { readonly answers: false; readonly because: string }

export interface MemberSeen {
	readonly id: string
	readonly name: string
	readonly peerUrl: string
	/** Its peer URL is of this cluster's domain; a hand-made one's is not. */
	readonly ours: boolean
	readonly started: boolean
	readonly isLearner: boolean
	readonly isLeader: boolean
	/** In step with the leader, twice in a row. */
	readonly caughtUp: boolean
	readonly health: Health
	/** How long it has been silent, as far as this process remembers. */
	readonly silentMs: number
	/** Whether another member has a connection to it; unknown when nobody could be asked. */
	readonly seenByOthers: boolean | undefined
}

/** What the members agreed on when asked just now, or why they could not be asked. */
export type Members =
	| {
			readonly fresh: true
			readonly clusterId: string
			readonly all: readonly MemberSeen[]
			readonly leader: string | undefined
			readonly alarms: readonly Alarm[]
	  }
	| {
			readonly fresh: false
			readonly because: string
			/** They ask for a user, and we have none. */
			readonly denied: boolean
			/** Whoever answers without a quorum. */
			readonly reachable: readonly { readonly name: string; readonly revision: bigint }[]
	  }

export interface Wanted {
	readonly size: number
	readonly spec: ClusterSpec
	readonly version: string
	readonly minor: Minor
	readonly image: string
	/** Members keep their data on claims. */
	readonly onClaims: boolean
	/** Of a pod that would be made now. */
	readonly template: string
}

export interface Observed {
	readonly namespace: string
	readonly name: string
	readonly uid: string
	readonly generation: number
	readonly resourceVersion: string
	/** Marked for deletion: what it owns goes with it. */
	readonly deleting: boolean
	readonly paused: boolean
	/** Why nobody may act on it now, whatever the rules say: another operator runs, or it asks for what we cannot do. */
	readonly heldBecause: { readonly reason: string; readonly message: string } | undefined
	readonly findings: readonly Finding[]
	/** What shall be: the spec, or the last good one while the spec breaks a rule; nothing when there never was a good one. */
	readonly wanted: Wanted | undefined
	readonly specIsGood: boolean
	readonly spec: ClusterSpec
	readonly status: ClusterStatus
	/** Something of this cluster exists that we only make after its birth was recorded. */
	readonly hasTraces: boolean
	readonly pods: readonly PodSeen[]
	readonly claims: readonly ClaimSeen[]
	/** Pods with our labels that are not ours. */
	readonly strangers: readonly string[]
	/** Pods of our name that are ending: of an earlier cluster, mostly. */
	readonly ending: readonly string[]
	/** Claims with our labels that nobody owns. */
	readonly unowned: readonly string[]
	/** Names of objects that are missing or not as they should be. */
	readonly drifted: readonly string[]
	/** Why they cannot be put right for now. */
	readonly objectsRefused: string | undefined
	/** Shared objects of ours that are not wanted any more. */
	readonly superfluous: readonly string[]
	/** Objects of our names that belong to somebody else, and so are left alone. */
	readonly blocked: readonly string[]
	readonly members: Members
	/** Names that no object has, for members to come. */
	readonly freshNames: readonly string[]
	/** A member silent for so long is lost. */
	readonly lostAfterMs: number
}
