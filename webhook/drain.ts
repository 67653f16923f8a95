// Ends without refusing anybody. Callers learn late that we are going, and keep their connections: so we first only say that we
// are not ready, then ask each caller to reconnect, and close what stayed silent at the very end.
import type { Server } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Drain {
	/** Until every node has heard that we are not ready. */
	readonly stillServingMs: number
	/** Until whoever is busy has had an answer that tells it to reconnect. */
	readonly reconnectingMs: number
	/** For what is then still under way. */
	readonly finishingMs: number
}

export const usualDrain: Drain = { stillServingMs: 15_000, reconnectingMs: 5_000, finishingMs: 10_000 }

export async function drain(server: Server, phase: Drain, askToReconnect: () => void): Promise<void> {
	await sleep(phase.stillServingMs)
	askToReconnect()
	await sleep(phase.reconnectingMs)
	const closed = new Promise<void>((resolve) => server.close(() => resolve())) // also ends idle connections
	await Promise.race([closed, sleep(phase.finishingMs, undefined, { ref: false })])
	server.closeAllConnections()
}
