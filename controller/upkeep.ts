// What one process remembers of keeping the members of a cluster well, and the calls of it that still go on. Who has forgotten it does some
// of it once more.
import type { UpkeepSeen } from './observed.ts'

export interface UpkeepMemory {
	readonly seen: () => Omit<UpkeepSeen, 'unsafe'>
	/** At some time since 1970. */
	compacted(revision: bigint, at: number): void
	defragmented(memberId: string, at: number): void
	/** What may take minutes and is asked for again meanwhile is one call. */
	once(what: string, call: () => Promise<void>): Promise<void>
}

export function rememberUpkeep(): UpkeepMemory {
	let compacted: UpkeepSeen['compacted']
	const defragmented = new Map<string, number>()
	const calls = new Map<string, Promise<void>>()
	return {
		seen: () => ({ compacted, defragmented: new Map(defragmented), busy: calls.size > 0 }),
		compacted(revision, at) {
			compacted = { revision, at }
		},
		defragmented(memberId, at) {
			defragmented.set(memberId, at)
		},
		async once(what, call) {
			let running = calls.get(what)
			if (running === undefined) {
				running = call().finally(() => calls.delete(what))
				// Whoever waited may have gone on: then nobody hears of it, and the next look tells.
				running.catch(() => {})
				calls.set(what, running)
			}
			await running
		},
	}
}
