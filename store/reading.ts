// An object as its pieces: from the end of what has come, when the connection breaks; never of another object that has the name by then.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { again } from './again.ts'
import { piecesIn } from './http.ts'
import { mayPass, StoreError } from './store.ts'

/** Breaks in a row after which nothing came. */
const mostFruitless = 5

export interface Reading {
	readonly host: string
	readonly from: number
	readonly signal: AbortSignal | undefined
	/** The answer from that byte on, of that version if one is known. */
	readonly ask: (from: number, version: string | undefined) => Promise<IncomingMessage>
	readonly versionOf: (answer: IncomingMessage) => string | undefined
}

export async function* reading({ host, from, signal, ask, versionOf }: Reading): AsyncGenerator<Uint8Array> {
	let [at, fruitless] = [from, 0]
	let total: number | undefined
	let version: string | undefined
	while (total === undefined || at < total) {
		const before = at
		const answer = await again(async () => await ask(at, version), signal)
		version ??= versionOf(answer)
		total ??= at + Number(answer.headers['content-length'] ?? 0)
		try {
			for await (const piece of piecesIn(answer, host)) {
				at += piece.length
				yield piece
			}
			if (at < total) throw new StoreError('unreachable', `${host}: it ended at byte ${at} of ${total}`)
		} catch (reason) {
			signal?.throwIfAborted()
			fruitless = at === before ? fruitless + 1 : 0
			if (!mayPass(reason) || fruitless > mostFruitless) throw reason
			await sleep(100 * 2 ** fruitless, undefined, { ...(signal && { signal }) })
		}
	}
}
