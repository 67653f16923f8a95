// Which of the shared objects are missing, not as wanted, or somebody else's.
import { selectorPatch } from '../objects/selectors.ts'
import { holds, sharedObjects } from '../objects/shared.ts'
import type { Owner } from '../place.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { isOwnedBy, kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Copy } from '../../kube/watch.ts'
import { idOf, type Copies, type World } from '../world.ts'

export interface Shared {
	readonly kind: Kind
	readonly object: KubeObject
}

export function copyOf({ kind }: Shared, { services, budgets, policies }: Copies): Copy<KubeObject> {
	if (kind === kinds.service) return services
	return kind === kinds.budget ? budgets : policies
}

const isAsWanted = (wanted: KubeObject, there: KubeObject): boolean =>
	holds(wanted, there) && selectorPatch(there, wanted) === undefined

export const nameOf = ({ kind, object }: Shared): string => `${kind.kind} ${object.metadata.name}`

export interface SharedSeen {
	readonly drifted: readonly string[]
	readonly blocked: readonly string[]
	/** Ours, and not wanted any more. */
	readonly superfluous: readonly string[]
	/** One of them is there and ours. */
	readonly any: boolean
}

/** What is not among those with our label may be there without it, and be somebody else's: it is asked for by name. */
async function find(
	{ copies, kube }: Pick<World, 'copies' | 'kube'>,
	one: Shared,
): Promise<KubeObject | undefined> {
	const { namespace = '', name } = one.object.metadata
	return copyOf(one, copies).get(namespace, name) ?? (await kube.get(one.kind, { namespace, name }))
}

export async function sharedSeen(
	world: Pick<World, 'copies' | 'kube'>,
	owner: Owner,
	spec: ClusterSpec,
	size: number,
): Promise<SharedSeen> {
	const found = await Promise.all(
		sharedObjects(owner, spec, size).map(async (one) => ({
			name: nameOf(one),
			wanted: one.object,
			there: await find(world, one),
		})),
	)
	const ours = found.filter(({ there }) => there && isOwnedBy(there, owner.uid))
	const names = new Set(found.map(({ name }) => name))
	const owned = everyShared(owner, world.copies)
	return {
		superfluous: owned.map(nameOf).filter((name) => !names.has(name)),
		any: ours.length > 0,
		drifted: found
			.filter(
				({ there, wanted }) =>
					there === undefined || (isOwnedBy(there, owner.uid) && !isAsWanted(wanted, there)),
			)
			.map(({ name }) => name),
		blocked: found
			.filter(({ there }) => there !== undefined && !isOwnedBy(there, owner.uid))
			.map(({ name, there }) => {
				const by = there?.metadata.ownerReferences?.[0]
				return `${name} belongs to ${by ? `${by.kind} ${by.name} (${by.uid})` : 'nobody of ours'}`
			}),
	}
}

/** Every object of the shared kinds that belongs to the cluster, wanted or not, but for those on their way out. */
export const everyShared = (owner: Owner, { services, budgets, policies }: Copies): readonly Shared[] =>
	(
		[
			[kinds.service, services],
			[kinds.budget, budgets],
			[kinds.networkPolicy, policies],
		] as const
	).flatMap(([kind, copy]) =>
		[...copy.of(idOf(owner))]
			.filter((object) => object.metadata.deletionTimestamp === undefined && isOwnedBy(object, owner.uid))
			.map((object) => ({ kind, object })),
	)
