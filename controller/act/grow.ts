// Lets a claim ask for more. What the API server says to that is remembered: it keeps nobody from being looked after.
import { KubeError } from '../../kube/errors.ts'
import { NotNow } from '../not-now.ts'
import type { Observed } from '../observed.ts'
import type { StepOf } from '../step.ts'
import { explain, isPatience } from '../trouble.ts'
import { idOf, type World } from '../world.ts'
import { doomed, patchClaim } from './write.ts'

/** Only as it was seen: since then it may have been told to ask for yet more. */
export async function growClaim(world: World, seen: Observed, step: StepOf<'growClaim'>): Promise<void> {
	const { name, size } = step
	const told = (because?: string): void => world.memory.grew(idOf(seen), size, because)
	const { resourceVersion } = doomed(seen, seen.claims, step)
	try {
		await patchClaim(world, seen, name, { resourceVersion }, { resources: { requests: { storage: size } } })
		told()
	} catch (reason) {
		if (isPatience(reason) || !(reason instanceof KubeError)) throw reason
		told(explain(reason))
		throw new NotNow(`claim ${name} does not grow`, { cause: reason })
	}
}
