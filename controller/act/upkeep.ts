// History forgotten and space given back. Either may take minutes, in which the cluster is looked at all the same: who else needs help
// must not wait for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { defragmentMs } from '../../etcd/deadlines.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { NotNow } from '../not-now.ts'
import type { Look } from '../observe.ts'
import { reportOf } from '../rules/facts.ts'
import { revisionOf } from '../rules/space.ts'
import type { StepOf } from '../step.ts'
import { idOf, type Key, type World } from '../world.ts'
import { leaderOf } from './members.ts'

const patienceMs = 2000

/** A call that takes longer was begun, which is the step; the look after it says that it goes on, and whether it must be done again. */
async function patiently(work: Promise<void>): Promise<void> {
	await Promise.race([work, sleep(patienceMs)])
}

export async function defragment(
	world: World,
	key: Key,
	{ seen, clients }: Look,
	{ id, name }: StepOf<'defragment'>,
): Promise<void> {
	const client = clients.get(name)
	const member = seen.members.fresh ? seen.members.all.find((one) => one.id === id) : undefined
	const report = member && reportOf(member)
	if (client === undefined || report === undefined) throw new NotNow(`${name} cannot be asked`)
	const upkeep = world.memory.upkeep(idOf(key))
	const work = upkeep.once(`defragment ${id}`, async () => {
		await client.defragment(defragmentMs(report.dbSize))
		upkeep.defragmented(id, Date.now())
	})
	await patiently(work)
}

export async function compact(world: World, key: Key, look: Look): Promise<void> {
	const { members } = look.seen
	const revision = members.fresh ? revisionOf(members) : 0n
	const leader = leaderOf(look)
	const upkeep = world.memory.upkeep(idOf(key))
	const work = upkeep.once('compact', async () => {
		try {
			await leader.compact(revision)
		} catch (reason) {
			// Somebody else has done it up to there.
			if (!(reason instanceof EtcdError && reason.code === 'compacted')) throw reason
		}
		upkeep.compacted(revision, Date.now())
	})
	await patiently(work)
}
