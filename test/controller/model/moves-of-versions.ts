// What etcd does by itself when members come to run another minor, and what their kubelets do. Pure.
import type { Move } from './environment.ts'
import { hasQuorum, memberNames, settle, takesPart } from './raft.ts'
import { hasOthers, minorOf, runs } from './versions.ts'
import { dataOf, namesOf, slotOf, withData, withPod, type World } from './world.ts'

/** Its process goes on for now, and nobody asked for its end. */
export function goesOn(world: World, name: string): boolean {
	const { pod } = slotOf(world, name)
	return takesPart(world, name) && pod?.deleting === false && pod.old === ''
}

const minorsRun = (world: World): readonly number[] =>
	memberNames(world).map((name) => {
		const { pod } = slotOf(world, name)
		return pod === null ? 0 : minorOf(runs(pod))
	})

function written(world: World, name: string): World {
	const data = dataOf(world, name)
	return data === null || data.schema === world.spoken
		? world
		: withData(world, name, { ...data, schema: world.spoken })
}

/** What the leader sees to once it has heard all of them. */
function agreed(world: World): World {
	const minors = minorsRun(world)
	if (!hasQuorum(world) || !memberNames(world).every((name) => takesPart(world, name))) return world
	if (world.down !== 0) {
		if (minors.every((minor) => minor === world.down)) return { ...world, down: 0 }
		return world.spoken === world.down ? world : { ...world, spoken: world.down }
	}
	const spoken = Math.min(...minors)
	// What only the later minor reads is written within moments of it.
	return spoken > world.spoken ? memberNames(world).reduce(written, { ...world, spoken }) : world
}

export function movesOfVersions(world: World): readonly Move[] {
	if (!hasOthers(world.setting)) return []
	const moves: Move[] = [{ what: 'members agree on what they speak', to: agreed(world) }]
	for (const name of namesOf(world)) {
		const { pod } = slotOf(world, name)
		if (pod === null) continue
		if (pod.old !== '' && (pod.mode === 'up' || pod.mode === 'cut') && !pod.ended && !pod.deleting)
			moves.push({
				what: `the kubelet of ${name} ends what is not its image`,
				to: settle(withPod(world, name, { mode: 'down' })),
			})
		if (takesPart(world, name) && (dataOf(world, name)?.schema ?? 0) > world.spoken)
			moves.push({ what: `${name} writes what the earlier minor reads`, to: written(world, name) })
	}
	return moves.filter(({ to }) => to !== world)
}
