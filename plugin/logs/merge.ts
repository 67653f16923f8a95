// Lines of several logs, each in its own order, as one in the order of time. Pure. No more than one line of each is held.

interface Timed {
	readonly at: number
}

export async function* merged<T extends Timed>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
	const readers = sources.map((source) => source[Symbol.asyncIterator]())
	try {
		const heads = await Promise.all(readers.map(async (reader) => await reader.next()))
		for (;;) {
			let first = -1
			for (const [index, head] of heads.entries()) {
				const best = heads[first]
				if (head.done !== true && (best === undefined || (best.value as T).at > head.value.at)) first = index
			}
			const [head, reader] = [heads[first], readers[first]]
			if (head === undefined || reader === undefined) return
			yield head.value as T
			heads[first] = await reader.next()
		}
	} finally {
		await Promise.all(readers.map(async (reader) => await reader.return?.()))
	}
}
