// What a task does and how far it is, in its log, and not with each piece.
import { createLog } from '../runtime/log.ts'

const tellEachMs = 5000

export function telling(): (what: string, bytes: number, of: number | undefined) => void {
	const log = createLog('backup')
	let [last, doing] = [-Infinity, '']
	return (what, bytes, of) => {
		if (what === doing && performance.now() - last < tellEachMs) return
		;[last, doing] = [performance.now(), what]
		log.info({ bytes, of }, what)
	}
}
