// An object that comes in pieces and whose size nobody knows: in parts, a few at once, and one request when it is small. It is there
// when the last of it is, and not before.
import { mayPass, StoreError, type Writing } from './store.ts'

export interface Part {
	/** From one. */
	readonly number: number
	/** Where it begins. */
	readonly at: number
	readonly body: Buffer
}

export interface Begun {
	readonly put: (part: Part) => Promise<void>
	/** From then on it is there. */
	readonly complete: (bytes: number) => Promise<void>
	readonly abandon: () => Promise<void>
}

export interface Parts {
	readonly partBytes: number
	/** On their way; one more is in memory, which is being gathered. */
	readonly atOnce: number
	/** All of it, when it is smaller than a part. */
	readonly whole: (body: Buffer) => Promise<void>
	readonly begin: () => Promise<Begun>
}

/** Pieces of any size as pieces of that size, but for the last one; in memory that is done with, where there is some. */
async function* parted(
	pieces: AsyncIterable<Uint8Array>,
	partBytes: number,
	spare: Buffer[],
): AsyncGenerator<Buffer> {
	let buffer: Buffer = Buffer.allocUnsafeSlow(partBytes)
	let filled = 0
	for await (const piece of pieces) {
		for (let at = 0; at < piece.length;) {
			const taken = Math.min(piece.length - at, partBytes - filled)
			buffer.set(piece.subarray(at, at + taken), filled)
			at += taken
			filled += taken
			if (filled < partBytes) continue
			yield buffer
			buffer = spare.pop() ?? Buffer.allocUnsafeSlow(partBytes)
			filled = 0
		}
	}
	yield buffer.subarray(0, filled)
}

/** How many bytes are there now. */
export async function inParts(
	pieces: AsyncIterable<Uint8Array>,
	{ partBytes, atOnce, whole, begin }: Parts,
	{ signal, progress }: Writing,
): Promise<number> {
	let begun: Begun | undefined
	let [bytes, taken, number] = [0, 0, 0]
	const under = new Set<Promise<void>>()
	const spare: Buffer[] = []
	let failure: Error | undefined
	const send = async (to: Begun, part: Part): Promise<void> => {
		try {
			await to.put(part)
			progress?.((taken += part.body.length))
			// Of one that failed nobody knows whether it is still being sent.
			if (part.body.length === partBytes) spare.push(part.body)
		} catch (reason) {
			const error = reason instanceof Error ? reason : new Error(String(reason))
			// Of what went wrong with several the first is told, or what will not pass by itself.
			if (failure === undefined || (mayPass(failure) && !mayPass(error))) failure = error
		}
	}
	try {
		for await (const body of parted(pieces, partBytes, spare)) {
			signal?.throwIfAborted()
			if (begun === undefined && body.length < partBytes) {
				await whole(body)
				progress?.(body.length)
				return body.length
			}
			if (body.length === 0) break
			begun ??= await begin()
			// While they were on their way this one was gathered.
			if (under.size >= atOnce) await Promise.race(under)
			if (failure !== undefined) break
			const one = send(begun, { number: ++number, at: bytes, body }).finally(() => under.delete(one))
			bytes += body.length
			under.add(one)
		}
		await Promise.all(under)
		if (failure !== undefined) throw failure
		signal?.throwIfAborted()
		if (begun === undefined) throw new StoreError('other', 'nothing was given to be stored')
		await begun.complete(bytes)
		return bytes
	} catch (reason) {
		await Promise.all(under)
		await begun?.abandon()
		throw reason
	}
}
