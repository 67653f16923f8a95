// One pass over one cluster: the whole operator on one screen.
import { act } from './act.ts'
import { bury, orphans } from './bury.ts'
import { fromCopies } from './observe/sources.ts'
import { observe } from './observe.ts'
import type { Observed } from './observed.ts'
import { plan } from './plan.ts'
import { report, type Reporter } from './report.ts'
import type { Plan } from './step.ts'
import { explain, isPatience } from './trouble.ts'
import { idOf, type Key, type World } from './world.ts'

/** When to look again: at once, soon (etcd is expected to move), later, or only when something changes. */
export type Again = 'now' | 'soon' | 'later' | 'resync' | 'never'

export async function reconcile(world: World, reporter: Reporter, key: Key): Promise<Again> {
	const found = fromCopies(world, key)
	await bury(world, key, found.pods) // only what a dead owner left
	const look = await observe(world, key, found) // reads, never writes
	if (look === undefined) return gone(world, reporter, key)
	const next = plan(look.seen) // decides, never reads
	if (!isAct(next)) {
		await report(world, reporter, key, look, next)
		return againAfter(next, look.seen)
	}
	const { why, rule, ...step } = { ...next, ...('name' in next && { member: next.name }) }
	try {
		await act(world, key, look, next) // writes, never decides
		world.log.info({ ...step, ...key, rule, why }, 'step')
		reporter.metrics.stepped(key, next)
		void reporter.events.tell(key, look.stored, look.seen, next)
		return 'now'
	} catch (reason) {
		const said = { ...step, ...key, rule, why, because: explain(reason) }
		if (isPatience(reason)) {
			world.log.debug(said, 'step not taken')
			await report(world, reporter, key, look, next)
			return 'soon'
		}
		world.log.info(said, 'step failed')
		await report(world, reporter, key, look, next, `${why}, but ${explain(reason)}`).catch(() => {}) // the step's own reason counts
		throw reason
	}
}

const isAct = (next: Plan): boolean => !['rest', 'wait', 'halt'].includes(next.do)

function againAfter(next: Plan, { tls }: Observed): Again {
	if (next.do === 'wait') return next.soon ? 'soon' : 'later'
	return tls?.hurried ? 'later' : 'resync'
}

function gone({ memory, copies }: World, { metrics }: Reporter, key: Key): Again {
	memory.forget(idOf(key))
	metrics.gone(key)
	return orphans([...copies.pods.of(idOf(key))], key, undefined).length > 0 ? 'later' : 'never'
}
