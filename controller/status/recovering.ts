// What became of the last wish to go on from one member. Pure.
import type { News } from '../../api/conditions.ts'
import type { Observed } from '../observed.ts'
import { isRecovering } from '../rules/recover.ts'
import type { Plan } from '../step.ts'

const reasons: Readonly<Record<string, string>> = { refused: 'Refused', done: 'Done' }

/** Nothing where nobody ever asked. */
export function recoveryNews(seen: Observed, { why }: Plan): News | undefined {
	const { recovery } = seen.status
	if (recovery?.state === undefined) return undefined
	if (isRecovering(seen)) return { type: 'Recovering', status: 'True', reason: 'Recovering', message: why }
	const reason = reasons[recovery.state] ?? recovery.state
	return { type: 'Recovering', status: 'False', reason, message: recovery.message ?? '' }
}
