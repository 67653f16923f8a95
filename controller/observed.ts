// Everything that a pass knows, read before anything is decided and never changed afterwards. Pure.
import type { LastBackup } from './backups/newest.ts'
import type { ClusterSpec, ClusterStatus, Snapshot } from '../api/schema/cluster.ts'
import type { Finding } from '../api/rules/finding.ts'
import type { Minor } from '../api/releases.ts'
import type { TlsRole } from '../api/names.ts'
import type { Change } from './tls/keeping.ts'
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
	/** Its process ended since what it holds is not what another member holds. It may be the other one that is wrong. */
	readonly saysCorrupt: boolean
	/** Its process ran, reached the members, and heard that it is none of them yet. */
	readonly unlisted: boolean
	/** Its process ended since another member took it for removed. */
	readonly sentAway: boolean
	/** It was made to make its member the only one, for that recovery, and runs no second time. */
	readonly alone: string | undefined
	/** What a process of it that failed said last. */
	readonly lastWords: string | undefined
	/** It has our labels; without them no Service finds it. */
	readonly labelled: boolean
	/** Peer URLs of those whom its process may join, itself among them; nothing for one that begins or returns. */
	readonly told: readonly string[] | undefined
	readonly serving: boolean
	/** Clients were sent elsewhere before its process is stopped. */
	readonly withdrawn: boolean
	/** So long ago that they have heard of it. */
	readonly quiet: boolean
	/** Its process is about to be stopped, whatever it still answers. */
	readonly stopping: boolean
	readonly restarts: number
	/** In milliseconds since 1970, by the API server. */
	readonly createdAt: number
	/** How large its database may become, by its own variables; nothing where they do not say. */
	readonly quotaBytes: number | undefined
	/** How many learners its process takes at once. */
	readonly takesLearners: number
	/** The claim it mounts; none when its data goes with it. */
	readonly claimName: string | undefined
	readonly version: string
	/** The image without its tag; unknown of pods of another operator's making. */
	readonly repository: string | undefined
	/** Its kubelet asks it what only later releases answer. */
	readonly asksReadyz: boolean
	readonly template: string
	/** Which authorities its process trusts, and which certificates it was told to show; unknown of pods of another operator's making. */
	readonly trust: string | undefined
	readonly leaf: string | undefined
	readonly token: string | undefined
	/** What is to be done before its process starts, where it begins from a snapshot. */
	readonly restoring?: Preparing | undefined
	/** Why it does not run, in Kubernetes' words: Unschedulable, ImagePullBackOff, CrashLoopBackOff and the like. */
	readonly trouble: { readonly reason: string; readonly message: string } | undefined
}

/** The task that runs, or runs next, and why it failed when it last did. */
export interface Preparing {
	readonly task: string
	readonly failed: string | undefined
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
	/** A recovery has given its member up: nothing is started on it again. */
	readonly discarded: boolean
	/** Made for this birth, or never written to: it may go when its member has. */
	readonly mayGo: boolean
	/** How many bytes it asks for. */
	readonly requested: number | undefined
	/** How many it has; nothing while it is not bound. */
	readonly capacity: number | undefined
	/** How long it has had less than it asks for, as far as this process remembers. */
	readonly shortMs: number
	/** What Kubernetes says of its growing. */
	readonly resize: { readonly failed: boolean; readonly message: string } | undefined
}

/** What the API server said when a claim was to ask for more. */
export interface GrowthRefused {
	readonly size: string
	readonly because: string
	/** So lately that it is not asked for again. */
	readonly lately: boolean
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
			/** The minor that all of them speak; known where it may change. */
			readonly clusterVersion: string | undefined
			readonly alarms: readonly Alarm[]
	  }
	| {
			readonly fresh: false
			readonly because: string
			/** They ask for a user, and we have none. */
			readonly denied: boolean
			/** Whoever answers without a quorum. */
			readonly reachable: readonly { readonly name: string; readonly revision: bigint }[]
			/** Up to where each of those knows the log to be committed who answer, if only on their plain listener. */
			readonly holding: ReadonlyMap<string, bigint>
	  }

export interface Wanted {
	readonly size: number
	readonly spec: ClusterSpec
	/** What a member that joins now runs. */
	readonly version: string
	readonly minor: Minor
	/** What all of them shall run. */
	readonly target: string
	readonly targetMinor: Minor
	readonly image: string
	/** Members keep their data on claims. */
	readonly onClaims: boolean
	/** Of a pod that would be made now. */
	readonly template: string
}

/** What members show each other and clients, and trust. */
export interface TlsSeen {
	/** What a process that starts now trusts; nothing while there is not all that it needs. */
	readonly trust: string | undefined
	/** What all of them are to show. */
	readonly leaf: string | undefined
	/** What is to become of what they are given. */
	readonly change: Change | undefined
	/** Why what they show waits for the clock. */
	readonly awaited: string | undefined
	/** One of them ends within minutes, or cannot be used: its secret is looked at every few seconds. */
	readonly hurried: boolean
	/** Certificates that cert-manager has not been asked for as they are wanted. */
	readonly unissued: readonly string[]
	readonly troubles: readonly { readonly reason: string; readonly message: string }[]
	readonly certificates: readonly {
		readonly role: TlsRole
		readonly secret: string
		/** In milliseconds since 1970. */
		readonly notAfter: number | undefined
	}[]
}

/** What an EtcdRestore asks for, whose snapshot was found to be whole. */
export interface RestoreAsked {
	readonly name: string
	readonly uid: string
	readonly snapshot: Snapshot
	/** The id of the cluster that it may give up. */
	readonly confirms: string
	/** In milliseconds since 1970, where that is known. */
	readonly takenAt: number | undefined
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
	readonly growthRefused: GrowthRefused | undefined
	/** The newest backup of it that was proved. */
	readonly lastBackup: LastBackup | undefined
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
	/** Nothing without TLS. */
	readonly tls: TlsSeen | undefined
	/** The image of this very operator, if it could tell. */
	readonly operatorImage: string | undefined
	/** Names that no object has, for members to come. */
	readonly freshNames: readonly string[]
	/** A member silent for so long is lost. */
	readonly lostAfterMs: number
	/** In milliseconds since 1970. */
	readonly now: number
	readonly upkeep: UpkeepSeen
	readonly restore?: RestoreAsked | undefined
}

/** What this process remembers of keeping members well; who has forgotten it does some of it once more. */
export interface UpkeepSeen {
	/** When history was last forgotten on purpose, and up to where. */
	readonly compacted: { readonly revision: bigint; readonly at: number } | undefined
	/** When a member last gave space back, by its id. */
	readonly defragmented: ReadonlyMap<string, number>
	/** A call that takes long still goes on. */
	readonly busy: boolean
	/** Why no member may be defragmented: one runs a release that does not survive a crash in it. */
	readonly unsafe: string | undefined
}
