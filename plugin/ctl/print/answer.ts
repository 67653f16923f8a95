// What etcd said to a command, before it is known how it is shown. Pure.
import type * as said from '../../../etcd/rpc_pb.ts'

export const formats = ['simple', 'json', 'fields', 'table'] as const

export interface Format {
	readonly as: (typeof formats)[number]
	/** Ids, keys and values in hex. */
	readonly hex: boolean
	/** Of keys with values only the values. */
	readonly valueOnly: boolean
	/** Somebody looks at it: nothing may command their terminal. */
	readonly isTerminal: boolean
}

export interface Health {
	readonly endpoint: string
	readonly health: boolean
	readonly took: string
	readonly error: string
}

interface Of<T> {
	readonly endpoint: string
	readonly answer: T
}

type StatusOf = Of<said.StatusResponse>
type HashOf = Of<said.HashKVResponse>

export type Answer =
	| { readonly kind: 'put'; readonly answer: said.PutResponse }
	| { readonly kind: 'del'; readonly answer: said.DeleteRangeResponse }
	| { readonly kind: 'watch'; readonly answer: said.WatchResponse }
	| { readonly kind: 'grant'; readonly answer: said.LeaseGrantResponse }
	| { readonly kind: 'revoke'; readonly answer: said.LeaseRevokeResponse; readonly id: bigint }
	| { readonly kind: 'keepAlive'; readonly answer: said.LeaseKeepAliveResponse }
	| { readonly kind: 'timeToLive'; readonly answer: said.LeaseTimeToLiveResponse; readonly keys: boolean }
	| { readonly kind: 'leases'; readonly answer: said.LeaseLeasesResponse }
	| { readonly kind: 'members'; readonly answer: said.MemberListResponse }
	| { readonly kind: 'alarms'; readonly answer: said.AlarmResponse }
	| { readonly kind: 'users'; readonly answer: said.AuthUserListResponse }
	| { readonly kind: 'user'; readonly answer: said.AuthUserGetResponse; readonly name: string }
	| { readonly kind: 'roles'; readonly answer: said.AuthRoleListResponse }
	| { readonly kind: 'role'; readonly answer: said.AuthRoleGetResponse; readonly name: string }
	| { readonly kind: 'health'; readonly answers: readonly Health[] }
	| { readonly kind: 'status'; readonly answers: readonly StatusOf[] }
	| { readonly kind: 'hashes'; readonly answers: readonly HashOf[] }
