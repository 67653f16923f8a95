// Waits for a cluster and says what it still waits for, each time that is something else.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { kinds } from '../../kube/objects.ts'
import { age } from '../screen/amount.ts'
import type { Cluster, Named } from '../target.ts'
import { followObject } from './follow.ts'
import { goalText, type Goal } from './goal.ts'
import { movingLines } from './moving.ts'
import { memberLines } from './members.ts'
import { verdictOf, type Verdict } from './verdict.ts'

export interface Until {
	readonly at: Named
	readonly goal: Goal
	readonly timeoutMs: number
	/** A line for each member, besides the sentence. */
	readonly members?: boolean
}

/** The sentence with which it ended; a time that is over is thrown. */
export async function until(call: Call, { at, goal, timeoutMs, members }: Until): Promise<Verdict> {
	const { terminal, signal } = call
	const lines = movingLines(terminal)
	let last: Verdict = { met: false, because: 'nothing was heard of it' }
	let seen: Cluster | undefined
	const ended = await followObject<Cluster>(await call.reach(), kinds.cluster, {
		at,
		timeoutMs,
		signal,
		look(cluster) {
			last = verdictOf(cluster, goal)
			if (cluster === undefined && goal.what !== 'deleted' && seen !== undefined)
				throw new Failure(`${at.name} was deleted while it was waited for`)
			seen = cluster
			const first = last.met ? [] : [`waiting for ${at.name} to be ${goalText(goal)}: ${last.because}`]
			lines.show([...first, ...(members && cluster ? memberLines(cluster, terminal) : [])])
			return last.met
		},
	})
	lines.end()
	if (ended) return last
	const after = timeoutMs === 0 ? '' : ` after ${age(timeoutMs)}`
	throw new Failure({
		what: `${at.name} is still not ${goalText(goal)}${after}: ${last.because}`,
		next: `kubectl etcd status ${at.name} -n ${at.namespace}`,
		exit: exits.timeout,
	})
}
