// Waits until the controller says of an object what is waited for, and says what it says meanwhile, each time that is something else.
import type { Kind, KubeObject } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { age } from '../screen/amount.ts'
import type { Named } from '../target.ts'
import { followObject } from './follow.ts'
import { movingLines } from './moving.ts'
import { unanswered } from './unanswered.ts'

interface Awaited<T, Ended> {
	readonly kind: Kind
	readonly at: Named
	/** 0 looks once; without one there is no end. */
	readonly timeoutMs: number | undefined
	/** What it still waits for, or how it ended. */
	readonly look: (object: T) => { readonly waits: string } | { readonly ended: Ended }
	/** "is not saved": of a time that is over. */
	readonly not: string
}

export async function untilSaid<T extends KubeObject, Ended>(
	call: Call,
	{ kind, at, timeoutMs, look, not }: Awaited<T, Ended>,
): Promise<Ended> {
	const lines = movingLines(call.terminal)
	let said: ReturnType<typeof look> = { waits: unanswered }
	await followObject<T>(await call.reach(), kind, {
		at,
		timeoutMs,
		signal: call.signal,
		look(object) {
			if (object === undefined) throw new Failure(`${at.name} was deleted while it was waited for`)
			said = look(object)
			lines.show('waits' in said ? [`waiting for ${at.name}: ${said.waits}`] : [])
			return 'ended' in said
		},
	})
	lines.end()
	const last = said as ReturnType<typeof look>
	if ('ended' in last) return last.ended
	throw new Failure({
		what: `${at.name} ${not}${timeoutMs ? ` after ${age(timeoutMs)}` : ''}: ${last.waits}`,
		why: 'it goes on in the cluster',
		next: `kubectl describe ${kind.kind.toLowerCase()} ${at.name} -n ${at.namespace}`,
		exit: exits.timeout,
	})
}
