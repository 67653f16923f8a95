// Says what was seen and done: status, events, metrics, log. Decides nothing.
import { patchBetween } from './merge-patch.ts'
import { writeStatus } from './act/write.ts'
import type { Events } from './events.ts'
import type { Metrics } from './metrics.ts'
import { anotherRuns } from './rival.ts'
import type { Look } from './observe.ts'
import { statusOf } from './status.ts'
import type { Plan } from './step.ts'
import { timeText } from './time-text.ts'
import type { Key, World } from './world.ts'

export interface Reporter {
	readonly events: Events
	readonly metrics: Metrics
}

export async function report(
	world: World,
	{ events, metrics }: Reporter,
	key: Key,
	{ seen, stored }: Look,
	plan: Plan,
	failure?: string,
): Promise<void> {
	metrics.saw(key, seen, plan)
	void events.tell(key, stored, seen, plan, failure)
	const after = statusOf(seen, plan, timeText(Date.now()), failure)
	const patch = patchBetween({ ...stored.status }, { ...after })
	// While its old operator runs, the status is that one's to write.
	if (patch === undefined || seen.deleting || seen.heldBecause?.reason === anotherRuns) return
	await writeStatus(world, key, seen.resourceVersion, patch)
}
