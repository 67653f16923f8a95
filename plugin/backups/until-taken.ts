// Waits until a backup was taken, and says what it still waits for each time that is something else.
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { age } from '../screen/amount.ts'
import type { Named } from '../target.ts'
import { followObject } from '../wait/follow.ts'
import { movingLines } from '../wait/moving.ts'
import type { Backup } from './backup.ts'
import { outcomeOf, takenLine, type Outcome } from './outcome.ts'

/** The sentence of what was taken; what failed, and a time that is over, are thrown. */
export async function untilTaken(call: Call, at: Named, timeoutMs: number | undefined): Promise<string> {
	const { terminal, signal } = call
	const ref = `etcdbackup ${at.name} -n ${at.namespace}`
	const lines = movingLines(terminal)
	let seen: Backup | undefined
	let outcome: Outcome = { is: 'waiting', because: 'nothing was heard of it' }
	await followObject<Backup>(await call.reach(), kinds.backup, {
		at,
		timeoutMs,
		signal,
		look(backup) {
			if (backup === undefined) throw new Failure(`${at.name} was deleted while it was waited for`)
			seen = backup
			outcome = outcomeOf(backup)
			lines.show(outcome.is === 'waiting' ? [`waiting for ${at.name}: ${outcome.because}`] : [])
			return outcome.is !== 'waiting'
		},
	})
	lines.end()
	const ended = outcome as Outcome
	if (ended.is === 'taken' && seen !== undefined) return takenLine(seen, ended.last)
	if (ended.is === 'failed')
		throw new Failure({
			what: `${at.name} was not saved: ${ended.because}`,
			next: `mend that, and it is tried again by itself; to give it up: kubectl delete ${ref}`,
		})
	throw new Failure({
		what: `${at.name} is still not saved after ${age(timeoutMs ?? 0)}: ${ended.is === 'waiting' ? ended.because : ''}`,
		why: 'it goes on in the cluster',
		next: `kubectl describe ${ref}`,
		exit: exits.timeout,
	})
}
