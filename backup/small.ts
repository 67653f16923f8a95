// Small objects beside a snapshot, written and read whole.
import type { Store } from '../store/store.ts'

/** Larger ones are none of ours. */
export const most = 64 * 1024

export async function putText(
	store: Pick<Store, 'put'>,
	name: string,
	text: string,
	signal?: AbortSignal,
): Promise<void> {
	async function* pieces(): AsyncGenerator<Uint8Array> {
		yield await Promise.resolve(Buffer.from(text))
	}
	await store.put(name, pieces(), { ...(signal && { signal }) })
}

/** Nothing where it is larger than any of ours. */
export async function textAt(store: Store, name: string, signal?: AbortSignal): Promise<string | undefined> {
	const pieces: Uint8Array[] = []
	let bytes = 0
	for await (const piece of store.get(name, 0, signal)) {
		if ((bytes += piece.length) > most) return undefined
		pieces.push(piece)
	}
	return Buffer.concat(pieces).toString()
}
