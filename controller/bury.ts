// What a deleted cluster leaves. The garbage collector takes everything that it owned; we only hurry the pods of our making along, since
// leader and follower that end together wait for each other. Each goes only if its owner is gone for certain.
import { annotations } from '../api/names.ts'
import { isConflict } from '../kube/errors.ts'
import { kinds } from '../kube/objects.ts'
import type { Pod } from '../kube/pod.ts'
import type { Key, StoredCluster, World } from './world.ts'

const isCluster = ({ kind, apiVersion }: { readonly kind: string; readonly apiVersion: string }): boolean =>
	kind === kinds.cluster.kind && apiVersion.startsWith('etcd.database.coreos.com/')

/** Pods of a cluster of this name that is not the one that lives; one that was let go by its owner has no reference and stays. */
export const orphans = (pods: readonly Pod[], { name }: Key, living: string | undefined): readonly Pod[] =>
	pods.filter(({ metadata }) => {
		const owner = metadata.ownerReferences?.find(({ controller }) => controller)
		return owner !== undefined && isCluster(owner) && owner.name === name && owner.uid !== living
	})

const isUnhurried = ({ metadata }: Pod): boolean =>
	metadata.annotations?.[annotations.template] !== undefined &&
	(metadata.deletionTimestamp === undefined || (metadata.deletionGracePeriodSeconds ?? 0) > 1)

/** Once all that it owns is to go first it never comes back. */
function livesOn(cluster: StoredCluster | undefined): string | undefined {
	const { uid, deletionTimestamp, finalizers } = cluster?.metadata ?? {}
	return deletionTimestamp && finalizers?.includes('foregroundDeletion') ? undefined : uid
}

export async function bury(world: World, key: Key, pods: readonly Pod[]): Promise<void> {
	if (world.heldBecause() !== undefined) return
	const { clusters, ended } = world.copies
	const copied = livesOn(clusters.get(key.namespace, key.name))
	const dying = orphans(pods, key, copied).filter(isUnhurried)
	if (dying.length === 0) return
	// Nobody of whose end we were told comes back, and to ask again would leave the garbage collector the time to be first.
	const isCertain = (pod: Pod): boolean =>
		pod.metadata.ownerReferences?.some(({ controller, uid }) => controller && ended.has(uid)) === true
	const living = dying.every(isCertain)
		? copied
		: livesOn(await world.kube.get<StoredCluster>(kinds.cluster, key))
	await Promise.all(dying.map(async (pod) => await hurry(world, key, pod, living)))
}

/**
 * Sooner than the garbage collector, whose grace a kubelet keeps to once it has begun: so first as the copy has it, which is right if
 * the pod has not changed since. Whoever lets it go takes its reference off first.
 */
async function hurry(world: World, key: Key, seen: Pod, living: string | undefined): Promise<void> {
	const { name, namespace = '' } = seen.metadata
	let pod: Pod | undefined = seen
	for (let tries = 0; tries < 3; tries++) {
		if (pod === undefined || orphans([pod], key, living).length === 0 || !isUnhurried(pod)) return
		const { uid = '', resourceVersion = '' } = pod.metadata
		try {
			await world.kube.remove(kinds.pod, { namespace, name, uid, resourceVersion, graceSeconds: 1 })
			return
		} catch (reason) {
			if (!isConflict(reason)) return world.log.debug({ pod: name, because: String(reason) }, 'not hurried')
			pod = await world.kube.get<Pod>(kinds.pod, { namespace, name })
		}
	}
}
