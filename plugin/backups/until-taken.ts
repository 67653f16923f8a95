// Waits until a backup was taken, and tells what was.
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Named } from '../target.ts'
import { untilSaid } from '../wait/until-said.ts'
import type { Backup } from './backup.ts'
import { outcomeOf, takenLine } from './outcome.ts'

/** The sentence of what was taken; what failed, and a time that is over, are thrown. */
export const untilTaken = async (call: Call, at: Named, timeoutMs: number | undefined): Promise<string> =>
	await untilSaid<Backup, string>(call, {
		kind: kinds.backup,
		at,
		timeoutMs,
		not: 'is still not saved',
		look(backup) {
			const outcome = outcomeOf(backup)
			if (outcome.is === 'taken') return { ended: takenLine(backup, outcome.last) }
			if (outcome.is === 'waiting') return { waits: outcome.because }
			throw new Failure({
				what: `${at.name} was not saved: ${outcome.because}`,
				next: `mend that, and it is tried again by itself; to give it up: kubectl delete etcdbackup ${at.name} -n ${at.namespace}`,
			})
		},
	})
