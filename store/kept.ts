// What ends and can be asked for anew: asked for once for all who wait, and again before it ends.

export interface Ending<T> {
	readonly value: T
	/** In milliseconds since 1970. */
	readonly endsAt: number
}

const earlyMs = 5 * 60_000

export function kept<T>(ask: () => Promise<Ending<T>>, now: () => number = Date.now): () => Promise<T> {
	let held: (Ending<T> & { readonly renewAt: number }) | undefined
	let asking: Promise<Ending<T>> | undefined
	return async () => {
		if (held !== undefined && now() < held.renewAt) return held.value
		asking ??= ask().finally(() => (asking = undefined))
		try {
			const got = await asking
			held = { ...got, renewAt: got.endsAt - Math.min(earlyMs, (got.endsAt - now()) / 2) }
			return held.value
		} catch (reason) {
			// Whoever gives them may be away for a while.
			if (held !== undefined && now() < held.endsAt) return held.value
			throw reason
		}
	}
}
