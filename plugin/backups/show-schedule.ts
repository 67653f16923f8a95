// A schedule as it is: what it does, what became of the last one, and when the next are due. Pure.
import { backedUp } from '../../api/backed-up.ts'
import { age, bytes as size, grouped } from '../screen/amount.ts'
import type { Backup } from './backup.ts'
import { locationOf, outcomeOf } from './outcome.ts'
import { scheduleLine } from './schedule.ts'

function lastText(backup: Backup, now: number): string {
	const last = backup.status?.last
	if (last === undefined) return 'none was proved yet'
	const { takenAt, bytes = 0, revision = '0', kept } = last
	const when = takenAt === undefined ? '' : `${age(now - Date.parse(takenAt))} ago, `
	const count = kept === undefined ? '' : `, ${kept} there`
	return `${when}${size(bytes)}, revision ${grouped(BigInt(revision))}, ${locationOf(backup, last)}${count}`
}

function stateText(backup: Backup): string | undefined {
	const outcome = outcomeOf(backup)
	const fresh = backup.status?.conditions?.find(({ type }) => type === 'Fresh')
	if (outcome.is === 'failed') return `failed: ${outcome.because}`
	if (fresh?.status === 'False') return `old: ${fresh.message ?? ''}`
	return outcome.is === 'waiting' ? outcome.because : undefined
}

export function scheduleLines(backup: Backup, runs: readonly string[], now: number): readonly string[] {
	const { namespace = '', name } = backup.metadata
	const cluster = backedUp(namespace, backup.spec)
	const state = stateText(backup)
	return [
		`${name}  (${namespace})  of ${cluster?.name ?? 'addresses'}`,
		`WHAT   ${scheduleLine(backup)}`,
		`LAST   ${lastText(backup, now)}`,
		...(state === undefined ? [] : [`STATE  ${state}`]),
		...runs.map((line, at) => `${at === 0 ? 'NEXT ' : '     '}  ${line}`),
	]
}
