// Many small pieces as few large writes, of which one is under way while the next is gathered. Who writes slowly slows down who reads.

/** Enough that a write costs what its bytes cost, and little beside what a process needs anyway. */
const gatherBytes = 256 * 1024

/** `write` is never called before the one before it is done. The pieces are its own until then: whoever gave them must not write over them. */
export async function inLargeWrites(
	pieces: AsyncIterable<Uint8Array>,
	write: (gathered: readonly Uint8Array[], bytes: number) => Promise<void>,
): Promise<void> {
	let [gathered, bytes]: [Uint8Array[], number] = [[], 0]
	let underWay: Promise<void> | undefined
	try {
		for await (const piece of pieces) {
			gathered.push(piece)
			bytes += piece.length
			if (bytes < gatherBytes) continue
			await underWay
			underWay = write(gathered, bytes)
			// It is awaited before the next one, and what went wrong is heard of then.
			underWay.catch(() => {})
			;[gathered, bytes] = [[], 0]
		}
	} catch (reason) {
		await underWay?.catch(() => {})
		throw reason
	}
	await underWay
	if (bytes > 0) await write(gathered, bytes)
}
