// Waits until nothing speaks against the next step: after each one members need a moment, and more than that is a refusal.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sight } from '../sight/sight.ts'
import { mustWaitBecause } from './unwell.ts'

const betweenMs = 1000

/** The look in which all was well, or why it was not until the end. */
export async function calm(
	look: () => Promise<Sight>,
	patienceMs: number,
	signal: AbortSignal,
): Promise<Sight | string> {
	const end = performance.now() + patienceMs
	for (;;) {
		const sight = await look()
		signal.throwIfAborted()
		const why = mustWaitBecause(sight)
		if (why === undefined) return sight
		if (performance.now() >= end) return why
		await sleep(betweenMs, undefined, { signal })
	}
}
