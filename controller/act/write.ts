// Single writes, each safe with two that write: by resourceVersion, by UID, or by server-side apply.
import type { ClusterStatus } from '../../api/schema/cluster.ts'
import { podLabels } from '../../api/names.ts'
import type { Doomed, Kube } from '../../kube/client.ts'
import { KubeError } from '../../kube/errors.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Claim, Pod } from '../../kube/pod.ts'
import type { Copy } from '../../kube/watch.ts'
import { NotNow } from '../not-now.ts'
import type { Observed, Wanted } from '../observed.ts'
import { podOf } from '../rules/facts.ts'
import type { StoredCluster, World } from '../world.ts'

export function wantedIn({ wanted }: Observed): Wanted {
	if (wanted === undefined) throw new NotNow('the spec says nothing that could be done')
	return wanted
}

/** Only if nothing came between: two that look at the same state cannot both write. */
export async function patchStatus(
	world: World,
	seen: Observed,
	status: Partial<ClusterStatus>,
): Promise<void> {
	const { namespace, name, resourceVersion } = seen
	const patch = { metadata: { resourceVersion }, status }
	world.copies.clusters.learn(
		await world.kube.merge<StoredCluster>(kinds.cluster, { namespace, name, subresource: 'status' }, patch),
	)
}

export const seenAt = ({ namespace }: Observed, name: string) => ({ namespace, name })

/** With its UID: a pod of the same name that came later is another. */
export async function patchPod(world: World, seen: Observed, name: string, metadata: object): Promise<void> {
	const uid = podOf(seen, name)?.uid
	const patch = { metadata: { uid, ...metadata } }
	try {
		world.copies.pods.learn(await world.kube.merge<Pod>(kinds.pod, seenAt(seen, name), patch))
	} catch (reason) {
		if (reason instanceof KubeError && reason.status === 422 && reason.message.includes('metadata.uid'))
			throw new NotNow(`${name} is another pod by now`, { cause: reason })
		throw reason
	}
}

export async function relabel(world: World, seen: Observed, member: string): Promise<void> {
	const patch = { metadata: { labels: podLabels(seen.name, member) } }
	const at = seenAt(seen, member)
	if (seen.pods.some(({ name, labelled }) => name === member && !labelled))
		world.copies.pods.learn(await world.kube.merge<Pod>(kinds.pod, at, patch))
	if (seen.claims.some(({ name, labelled }) => name === member && !labelled))
		world.copies.claims.learn(await world.kube.merge<Claim>(kinds.claim, at, patch))
}

export async function remove<T extends KubeObject>(
	kube: Kube,
	kind: Kind,
	copy: Copy<T>,
	what: Doomed,
): Promise<void> {
	const left = await kube.remove<T>(kind, what)
	if (left?.metadata.deletionTimestamp) copy.learn(left)
}

/** Only as it was just seen. */
export function doomed(
	{ namespace }: Observed,
	list: readonly { readonly name: string; readonly uid: string; readonly resourceVersion: string }[],
	{ name, uid }: { readonly name: string; readonly uid: string },
) {
	const found = list.find((one) => one.name === name && one.uid === uid)
	if (found === undefined) throw new NotNow(`${name} is gone already`)
	return { namespace, name, uid, resourceVersion: found.resourceVersion }
}
