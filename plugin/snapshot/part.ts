// An object as it lies in its store, piece by piece: first what an earlier call has left of it on this disk, then the rest, which is written
// there as it comes. A connection that breaks is made anew, and goes on where the other ended.
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { NotGiven, type Reader } from '../reader/asking.ts'

export interface Fetching {
	readonly object: string
	/** All of it. */
	readonly bytes: number
	readonly part: FileHandle
	readonly signal: AbortSignal
	readonly tell: (bytes: number) => void
	/** A connection broke, and the next one is tried. */
	readonly broke: (because: string) => void
}

/** The disk, and not the way to the store. */
export class NotWritten extends Error {}

/** Nobody could be reached any more; what came is on the disk. */
export class Cut extends Error {
	readonly bytes: number

	constructor(bytes: number, cause: Error) {
		super(cause.message, { cause })
		this.bytes = bytes
	}
}

const readBytes = 1024 * 1024
/** In a row, without a byte between them. */
const pausesMs = [250, 500, 1000, 2000, 4000]

async function* here(part: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes;) {
		const { buffer, bytesRead } = await part.read(
			Buffer.alloc(Math.min(readBytes, bytes - at)),
			0,
			undefined,
			at,
		)
		if (bytesRead === 0) throw new NotWritten('what was there of it has become shorter')
		at += bytesRead
		yield buffer.subarray(0, bytesRead)
	}
}

async function keep(part: FileHandle, piece: Uint8Array): Promise<void> {
	await part.appendFile(piece).catch((reason: unknown) => {
		throw new NotWritten((reason as Error).message, { cause: reason })
	})
}

const isFinal = (reason: unknown): boolean =>
	reason instanceof Failure || reason instanceof NotGiven || reason instanceof NotWritten

/** `already` bytes of it are in the part. */
export async function* asStored(
	reader: Reader,
	already: number,
	{ object, bytes, part, signal, tell, broke }: Fetching,
): AsyncGenerator<Uint8Array> {
	yield* here(part, already)
	let [come, failures]: [number, number] = [already, 0]
	let etag: string | undefined
	while (come < bytes) {
		const before = come
		try {
			const given = await reader.get(object, come, etag, signal)
			if (given.bytes !== bytes - come) throw new NotGiven(412, 'the object is another one than it was')
			etag = given.etag
			for await (const piece of given.pieces) {
				await keep(part, piece)
				tell((come += piece.length))
				yield piece
			}
		} catch (reason) {
			signal.throwIfAborted()
			if (isFinal(reason) || !(reason instanceof Error)) throw reason
			failures = come > before ? 1 : failures + 1
			const pause = pausesMs[failures - 1]
			if (pause === undefined) throw new Cut(come, reason)
			broke(reason.message)
			await sleep(pause, undefined, { signal })
		}
	}
}
