// An answer, or why there is none; at the deadline at the latest.

export type Answer<T> = { readonly value: T } | { readonly because: unknown }

/** Whoever is late is answered for by the deadline. */
export async function within<T>(until: AbortSignal, work: () => Promise<T>): Promise<Answer<T>> {
	const late = Promise.withResolvers<Answer<T>>()
	const give = (): void => late.resolve({ because: until.reason })
	until.addEventListener('abort', give, { once: true })
	try {
		const done = work().then(
			(value) => ({ value }),
			(because: unknown) => ({ because }),
		)
		return await Promise.race([done, late.promise])
	} finally {
		until.removeEventListener('abort', give)
	}
}
