// Keys and values. Answers are etcd's own messages, so that whoever prints them leaves nothing out.
import type { MessageInitShape } from '@bufbuild/protobuf'
import type { Caller } from './caller.ts'
import { deadlines } from './deadlines.ts'
import {
	KV,
	type DeleteRangeRequestSchema,
	type DeleteRangeResponse,
	type PutRequestSchema,
	type PutResponse,
	type RangeRequestSchema,
	type RangeResponse,
	type TxnRequestSchema,
	type TxnResponse,
} from './rpc_pb.ts'

export type Ranged = MessageInitShape<typeof RangeRequestSchema>
type Put = MessageInitShape<typeof PutRequestSchema>
type Deleted = MessageInitShape<typeof DeleteRangeRequestSchema>

export interface KeyValues {
	/** All in one answer; etcd/pages.ts asks for a part at a time. */
	readonly range: (asked: Ranged) => Promise<RangeResponse>
	readonly put: (asked: Put) => Promise<PutResponse>
	readonly deleteRange: (asked: Deleted) => Promise<DeleteRangeResponse>
	/** One list of changes or the other, by what is compared; all of it or nothing. */
	readonly txn: (asked: MessageInitShape<typeof TxnRequestSchema>) => Promise<TxnResponse>
}

export const keyValues = (caller: Caller, deadlineMs: number = deadlines.changeMs): KeyValues => ({
	range: async (asked) => await caller.call(KV.method.range, asked, deadlineMs),
	put: async (asked) => await caller.call(KV.method.put, asked, deadlineMs),
	deleteRange: async (asked) => await caller.call(KV.method.deleteRange, asked, deadlineMs),
	txn: async (asked) => await caller.call(KV.method.txn, asked, deadlineMs),
})
