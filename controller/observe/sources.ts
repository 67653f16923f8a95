// Where a look gets objects from: our copies, which are quick, or the API server itself, which is certain.
import { kinds } from '../../kube/objects.ts'
import type { Claim, Pod } from '../../kube/pod.ts'
import { isNotFound } from '../../kube/errors.ts'
import type { StoredRestore } from '../restore/asked.ts'
import { isInScope } from '../scope.ts'
import { idOf, type Key, type StoredCluster, type World } from '../world.ts'

export interface Found {
	readonly cluster: StoredCluster | undefined
	/** With the labels of the cluster, whoever owns them. */
	readonly pods: readonly Pod[]
	readonly claims: readonly Claim[]
	/** Of the cluster, or of others in its namespace. */
	readonly restores: readonly StoredRestore[]
}

export function fromCopies({ copies }: World, key: Key): Found {
	return {
		cluster: copies.clusters.get(key.namespace, key.name),
		pods: [...copies.pods.of(idOf(key))],
		claims: [...copies.claims.of(idOf(key))],
		restores: [...copies.restores.of(idOf(key))],
	}
}

/** Where nobody has installed that kind there are none. */
const restoresIn = async (kube: World['kube'], namespace: string): Promise<readonly StoredRestore[]> =>
	await kube.list<StoredRestore>(kinds.restore, { namespace }).catch((reason: unknown) => {
		if (isNotFound(reason)) return []
		throw reason
	})

/** One that has gone into somebody else's scope is gone for us. */
export async function fromServer({ kube, options }: World, { namespace, name }: Key): Promise<Found> {
	const query = `?labelSelector=${encodeURIComponent(`etcd_cluster=${name}`)}`
	const [cluster, pods, claims, restores] = await Promise.all([
		kube.get<StoredCluster>(kinds.cluster, { namespace, name }),
		kube.list<Pod>(kinds.pod, { namespace }, query),
		kube.list<Claim>(kinds.claim, { namespace }, query),
		restoresIn(kube, namespace),
	])
	const isOurs = cluster !== undefined && isInScope(cluster.metadata.annotations, options)
	return { cluster: isOurs ? cluster : undefined, pods, claims, restores }
}
