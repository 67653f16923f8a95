// What the members answered. Pure.
import type { EtcdClient } from '../../etcd/client.ts'
import type { Alarm, Confirmed, Membership, Reported } from '../../etcd/member.ts'
import type { Peeked } from '../../etcd/peek.ts'

/** What one member answered. */
export interface Reached {
	readonly name: string
	readonly client: EtcdClient
	readonly status: Reported | undefined
	readonly confirmed: Confirmed | undefined
	/** What it said where it does not serve clients yet. */
	readonly peeked: Peeked | undefined
	/** What a learner had applied when asked again, after the leader. */
	readonly appliedThen: bigint | undefined
	/** It asks for a user. */
	readonly denied: boolean
	readonly because: string
}

export interface Asked {
	readonly reached: readonly Reached[]
	readonly list: Membership | undefined
	readonly alarms: readonly Alarm[]
	/** Those who answered ask for a user. */
	readonly denied: boolean
	/** Why there is no list. */
	readonly because: string
}

export const leads = ({ status }: Reached): boolean =>
	status !== undefined && status.leader === status.memberId
