// Services, disruption budget and network policy: made, mended, dropped.
import type { KubeObject } from '../../kube/objects.ts'
import { selectorPatch } from '../objects/selectors.ts'
import { protectedSize, sharedObjects } from '../objects/shared.ts'
import type { Observed } from '../observed.ts'
import { copyOf, everyShared, nameOf, type Shared } from '../observe/shared.ts'
import { explain, isPatience } from '../trouble.ts'
import { idOf, type Key, type World } from '../world.ts'
import { remove, seenAt, wantedIn } from './write.ts'

export async function applyShared(
	world: World,
	key: Key,
	seen: Observed,
	names: readonly string[],
): Promise<void> {
	const wanted = wantedIn(seen)
	const all = sharedObjects(seen, wanted.spec, protectedSize(seen.members, seen.status.size, wanted))
	const told = (because?: string): void => world.memory.putRight(idOf(key), because)
	try {
		await Promise.all(
			all
				.filter((one) => names.includes(nameOf(one)))
				.map(async (one) => copyOf(one, world.copies).learn(await putRight(world, one))),
		)
		told()
	} catch (reason) {
		if (!isPatience(reason)) told(explain(reason))
		throw reason
	}
}

/** An apply leaves alone what others have added. */
async function putRight({ kube }: World, { kind, object }: Shared): Promise<KubeObject> {
	const applied = await kube.apply<KubeObject>(kind, object)
	const patch = selectorPatch(applied, object)
	return patch === undefined ? applied : await kube.merge(kind, object.metadata, patch)
}

export async function dropShared(world: World, seen: Observed, names: readonly string[]): Promise<void> {
	for (const { kind, object } of everyShared(seen, world.copies).filter((one) =>
		names.includes(nameOf(one)),
	)) {
		const { name, uid = '', resourceVersion = '' } = object.metadata
		await remove(world.kube, kind, copyOf({ kind, object }, world.copies), {
			...seenAt(seen, name),
			uid,
			resourceVersion,
		})
	}
}
