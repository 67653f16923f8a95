// What may be asked again is, a few times and ever later, when a store is busy or a connection breaks.
import { setTimeout as sleep } from 'node:timers/promises'
import { mayPass } from './store.ts'

const most = 6
const firstMs = 200
const mostMs = 10_000

export async function again<T>(
	work: (time: number) => Promise<T>,
	signal: AbortSignal | undefined,
	times = most,
): Promise<T> {
	for (let time = 0; ; time++) {
		try {
			signal?.throwIfAborted()
			return await work(time)
		} catch (reason) {
			if (!mayPass(reason) || time + 1 >= times || signal?.aborted === true) throw reason
			const pauseMs = Math.min(mostMs, firstMs * 2 ** time) * (0.5 + Math.random() / 2)
			await sleep(pauseMs, undefined, { ...(signal && { signal }) })
		}
	}
}
