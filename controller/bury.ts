// What a deleted cluster leaves. The garbage collector takes everything that it owned; we only hurry the pods along, since leader and
// follower that end together wait for each other. Each goes only if its owner is gone for certain.
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

export async function bury(world: World, key: Key, pods: readonly Pod[]): Promise<void> {
	const dying = orphans(pods, key, world.copies.clusters.get(key.namespace, key.name)?.metadata.uid).filter(
		({ metadata }) =>
			metadata.deletionTimestamp === undefined || (metadata.deletionGracePeriodSeconds ?? 0) > 1,
	)
	if (dying.length === 0) return
	const living = await world.kube.get<StoredCluster>(kinds.cluster, key)
	await Promise.all(
		orphans(dying, key, living?.metadata.uid).map(async ({ metadata }) => {
			world.mayAct()
			const { name, uid = '', resourceVersion = '' } = metadata
			await world.kube
				.remove(kinds.pod, { namespace: key.namespace, name, uid, resourceVersion, graceSeconds: 1 })
				.catch((reason: unknown) => world.log.debug({ pod: name, because: String(reason) }, 'not hurried'))
		}),
	)
}
