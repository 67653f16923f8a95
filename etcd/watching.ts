// What changes in a range of keys, as it happens. One stream asks for one watch.
import type { MessageInitShape } from '@bufbuild/protobuf'
import type { Caller } from './caller.ts'
import { EtcdError, isTransient } from './errors.ts'
import { Watch, type Event, type WatchCreateRequestSchema, type WatchResponse } from './rpc_pb.ts'

export type Watched = MessageInitShape<typeof WatchCreateRequestSchema>

/** Of history that is gone 3.2 says only how much. */
export const isOver = ({ canceled, compactRevision }: WatchResponse): boolean =>
	canceled || compactRevision > 0n

/** Ends after an answer that says so; each answer is whole, however many pieces it came in. */
async function* watch(
	caller: Caller,
	asked: Watched,
	signal?: AbortSignal,
): AsyncGenerator<WatchResponse, void, undefined> {
	// A member that lost the others says so instead of saying nothing.
	const metadata = { hasleader: 'true' }
	await using stream = await caller.stream(Watch.method.watch, { metadata, ...(signal && { signal }) })
	await stream.send({ asks: { case: 'createRequest', value: { ...asked, fragment: true } } })
	let events: Event[] = []
	for await (const said of stream) {
		events.push(...said.events)
		if (said.fragment) continue
		yield { ...said, events }
		events = []
		if (isOver(said)) return
	}
}

interface Following {
	/** Through whom to watch on; asked for anew after each end. */
	readonly open: () => Promise<Caller>
	/** Told why, and from which revision on it goes. */
	readonly onLost: (why: EtcdError, from: bigint) => Promise<void>
	readonly signal?: AbortSignal
}

/**
 * The same for ever: when a member goes away it watches on through whoever `open` gives, and neither leaves out an event nor tells one
 * twice. Only what the first member says at once is thrown.
 */
export async function* follow(
	{ open, onLost, signal }: Following,
	asked: Watched,
): AsyncGenerator<WatchResponse, void, undefined> {
	let from = asked.startRevision ?? 0n
	for (let hasBegun = false; ;) {
		try {
			for await (const said of watch(await open(), { ...asked, startRevision: from }, signal)) {
				hasBegun = true
				const { created, header, events } = said
				if (!created || isOver(said)) yield said
				if (isOver(said)) return
				if (from === 0n || (!created && events.length === 0)) from = (header?.revision ?? 0n) + 1n
				const last = events.at(-1)?.kv?.modRevision
				if (last !== undefined) from = last + 1n
			}
			throw new EtcdError('unreachable', 'the member ended the watch without a word')
		} catch (reason) {
			if (signal?.aborted === true) return
			if (!hasBegun || !(reason instanceof EtcdError) || !isTransient(reason)) throw reason
			await onLost(reason, from)
		}
	}
}
