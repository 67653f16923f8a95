// Services, disruption budget and network policy: made, mended, dropped.
import { protectedSize, sharedObjects } from '../objects/shared.ts'
import type { Observed } from '../observed.ts'
import { copyOf, everyShared, nameOf } from '../observe/shared.ts'
import type { World } from '../world.ts'
import { seenAt, wantedIn } from './write.ts'

export async function applyShared(world: World, seen: Observed, names: readonly string[]): Promise<void> {
	const wanted = wantedIn(seen)
	const all = sharedObjects(seen, wanted.spec, protectedSize(seen.members, seen.status.size, wanted))
	await Promise.all(
		all
			.filter((one) => names.includes(nameOf(one)))
			.map(async (one) => copyOf(one, world.copies).learn(await world.kube.apply(one.kind, one.object))),
	)
}

export async function dropShared(world: World, seen: Observed, names: readonly string[]): Promise<void> {
	for (const { kind, object } of everyShared(seen, world.copies).filter((one) =>
		names.includes(nameOf(one)),
	)) {
		const { name, uid = '' } = object.metadata
		await world.kube.remove(kind, { ...seenAt(seen, name), uid })
	}
}
