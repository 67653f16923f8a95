// Has every member begin its log anew from a snapshot. Early minors were given a low count of entries for that (etcd/arguments.ts); so many
// are written here as change nothing: each question for alarms is one in everybody's log.
import { NotNow } from '../not-now.ts'
import type { Look } from '../observe.ts'
import { plain } from '../observe/witness.ts'
import { mine } from '../rules/facts.ts'
import type { StepOf } from '../step.ts'
import { leaderOf } from './members.ts'

const atOnce = 100

async function snapshotsOf({ seen }: Look): Promise<ReadonlyMap<string, number>> {
	const all = seen.members.fresh ? mine(seen.members) : []
	const counts = await Promise.all(
		all.map(async ({ name }) => {
			const said = await plain(seen.pods, name)()
			if (said === undefined) throw new NotNow(`${name} does not say how often it has begun its log anew`)
			return [name, said.snapshots] as const
		}),
	)
	return new Map(counts)
}

export async function wash(look: Look, { entries }: StepOf<'wash'>): Promise<void> {
	const before = await snapshotsOf(look)
	const leader = leaderOf(look)
	for (let written = 0; written <= entries; written += atOnce)
		await Promise.all(Array.from({ length: atOnce }, async () => await leader.alarms()))
	const after = await snapshotsOf(look)
	const [not] = [...before].filter(([name, count]) => (after.get(name) ?? 0) <= count)
	if (not === undefined) return
	throw new Error(
		`${not[0]} has not begun its log anew after ${entries} entries, and later minors may not read what is in it: leave ETCD_SNAPSHOT_COUNT out of spec.pod.etcdEnv`,
	)
}
