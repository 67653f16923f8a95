// Where answers go, byte by byte. Whoever reads slowly slows us down, so that nothing piles up in memory.
import type { Writable } from 'node:stream'

export interface Sink {
	write(data: string | Uint8Array): Promise<void>
}

export const sinkOf = (stream: Writable, signal: AbortSignal): Sink => ({
	async write(data) {
		signal.throwIfAborted()
		if (data.length === 0 || stream.write(data)) return
		const { promise, resolve, reject } = Promise.withResolvers<void>()
		const stop = (): void => reject(signal.reason as Error)
		stream.once('drain', resolve)
		signal.addEventListener('abort', stop, { once: true })
		try {
			await promise
		} finally {
			stream.off('drain', resolve)
			signal.removeEventListener('abort', stop)
		}
	},
})
