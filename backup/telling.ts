// How far a task is, in its log, and not with each piece.
import { createLog } from '../runtime/log.ts'

const tellEachMs = 5000

export function telling(): (what: string, bytes: number, of: number | undefined) => void {
	const log = createLog('backup')
	let last = -Infinity
	return (what, bytes, of) => {
		if (performance.now() - last < tellEachMs) return
		last = performance.now()
		log.info({ bytes, of }, what)
	}
}
