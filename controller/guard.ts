// Before anything that cannot be undone everything is read anew: the cluster and its objects from the API server itself, the members
// through a quorum. Only if the same rule then asks for the same step is it done, on what was just read.
import { fromServer } from './observe/sources.ts'
import { observe, type Look } from './observe.ts'
import { plan } from './plan.ts'
import type { Plan } from './step.ts'
import { NotNow } from './not-now.ts'
import type { Key, World } from './world.ts'

/** The step without its sentence, whose figures may have moved on. */
const identity = (step: Plan): string => JSON.stringify({ ...step, why: undefined })

export async function guarded(world: World, key: Key, look: Look, step: Plan): Promise<Look> {
	const again = await observe(world, key, await fromServer(world, key))
	if (again === undefined || again.seen.uid !== look.seen.uid) throw new NotNow('the cluster is gone')
	if (again.seen.generation < look.seen.generation)
		throw new NotNow('the API server answered from an older state')
	const now = plan(again.seen)
	if (identity(now) !== identity(step))
		throw new NotNow(`${step.rule} asked for ${step.do}, and now ${now.rule} for ${now.do}`)
	return again
}
