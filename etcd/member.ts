// What etcd says of members. Pure.

export interface Member {
	/** In hex, as etcd prints it. */
	readonly id: string
	/** Empty until its process first started. */
	readonly name: string
	/** By it a member is recognised before it has a name. */
	readonly peerUrl: string
	readonly started: boolean
	readonly isLearner: boolean
	/** Where it says that clients find it. */
	readonly clientUrls?: readonly string[]
}

export interface Membership {
	readonly clusterId: string
	/** Through whom the quorum was asked. */
	readonly askedOf: string
	/** By id, so that the order means nothing and never changes. */
	readonly members: readonly Member[]
}

export interface Confirmed {
	readonly clusterId: string
	readonly memberId: string
	/** Unknown when auth is on. */
	readonly revision: bigint | undefined
	readonly term: bigint
}

export interface Reported {
	readonly clusterId: string
	readonly memberId: string
	readonly revision: bigint
	readonly version: string
	readonly leader: string | undefined
	readonly isLearner: boolean
	readonly term: bigint
	readonly raftIndex: bigint
	readonly appliedIndex: bigint
	readonly dbSize: bigint
	/** 0 from minors that do not tell. */
	readonly dbSizeInUse: bigint
	readonly quota: bigint
	/** As etcd writes it, "3.6.0"; empty before 3.6. */
	readonly storageVersion: string
	/** Where a downgrade that is enabled leads, written like storageVersion; never told before 3.6. */
	readonly downgradeTo: string | undefined
	readonly errors: readonly string[]
}

/** Of the keys, values and history of one member: equal on all of them at the same two revisions. */
export interface HashKv {
	readonly hash: number
	/** Up to which it was made. */
	readonly revision: bigint
	readonly compactRevision: bigint
}

export interface Alarm {
	readonly memberId: string
	readonly kind: string
}

/**
 * Asking for alarms is an entry in everybody's log; what a member says of itself names them, too (from 3.4 on). An alarm for nobody in
 * particular is for member 0, which is left out.
 */
export const alarmsIn = (errors: readonly string[]): readonly Alarm[] =>
	errors.flatMap((error) => {
		const [, memberId = '0', kind] = /^(?:memberID:(\d+)\s+)?alarm:(\w+)/.exec(error) ?? []
		return kind === undefined ? [] : [{ memberId: BigInt(memberId).toString(16), kind }]
	})
