// Single writes, each safe with two that write: by resourceVersion, by UID, or by server-side apply.
import { podLabels } from '../../api/names.ts'
import type { Doomed, Kube } from '../../kube/client.ts'
import { isNotFound, KubeError } from '../../kube/errors.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Copy } from '../../kube/watch.ts'
import { patchBetween } from '../merge-patch.ts'
import { NotNow } from '../not-now.ts'
import type { Observed, Wanted } from '../observed.ts'
import { claimOf, podOf } from '../rules/facts.ts'
import type { Key, StoredCluster, World } from '../world.ts'
import type { Note } from './notes.ts'

export function wantedIn({ wanted }: Observed): Wanted {
	if (wanted === undefined) throw new NotNow('the spec says nothing that could be done')
	return wanted
}

/** Only if nothing came between: two that look at the same state cannot both write. */
export async function writeStatus(
	{ kube, copies }: World,
	key: Key,
	resourceVersion: string,
	status: object,
): Promise<void> {
	const patch = { metadata: { resourceVersion }, status }
	try {
		const at = { ...key, subresource: 'status' }
		copies.clusters.learn(await kube.merge<StoredCluster>(kinds.cluster, at, patch))
	} catch (reason) {
		if (isNotFound(reason) && (await kube.get(kinds.cluster, key)))
			throw new Error(
				'the CustomResourceDefinition etcdclusters has no status of its own, as in 2018: kubectl apply -k config/crd',
				{ cause: reason },
			)
		throw reason
	}
}

export async function patchStatus(world: World, seen: Observed, status: Note): Promise<void> {
	const { namespace, name, resourceVersion } = seen
	const before = Object.fromEntries(Object.entries(seen.status).filter(([key]) => key in status))
	const patch = patchBetween(before, status) ?? {}
	await writeStatus(world, { namespace, name }, resourceVersion, patch)
}

export const seenAt = ({ namespace }: Observed, name: string) => ({ namespace, name })

/** With its UID: one of the same name that came later is another. */
async function patchAs<T extends KubeObject>(
	world: World,
	kind: Kind,
	copy: Copy<T>,
	seen: Observed,
	{ name, uid }: { readonly name: string; readonly uid: string },
	metadata: object,
	spec?: object,
): Promise<void> {
	const patch = { metadata: { uid, ...metadata }, ...(spec && { spec }) }
	await ofThatOne(kind, name, async () => {
		copy.learn(await world.kube.merge<T>(kind, seenAt(seen, name), patch))
	})
}

async function ofThatOne(kind: Kind, name: string, write: () => Promise<void>): Promise<void> {
	try {
		await write()
	} catch (reason) {
		if (reason instanceof KubeError && reason.status === 422 && reason.message.includes('metadata.uid'))
			throw new NotNow(`${kind.kind} ${name} is another one by now`, { cause: reason })
		throw reason
	}
}

/** Its kubelet stops the process and starts the other one in the same pod, with the same data. */
export async function changeImage(
	world: World,
	seen: Observed,
	{ name, uid, resourceVersion }: { name: string; uid: string; resourceVersion: string },
	image: string,
	notes: Readonly<Record<string, string>>,
): Promise<void> {
	const patch = {
		metadata: { uid, resourceVersion, annotations: notes },
		spec: { containers: [{ name: 'etcd', image }] },
	}
	await ofThatOne(kinds.pod, name, async () => {
		const { pods } = world.copies
		pods.learn(await world.kube.patchParts<Pod>(kinds.pod, seenAt(seen, name), patch))
	})
}

export async function patchPod(
	world: World,
	seen: Observed,
	name: string,
	metadata: object,
	spec?: object,
): Promise<void> {
	const pod = podOf(seen, name)
	if (pod) await patchAs(world, kinds.pod, world.copies.pods, seen, pod, metadata, spec)
}

export async function patchClaim(
	world: World,
	seen: Observed,
	name: string,
	metadata: object,
	spec?: object,
): Promise<void> {
	const claim = claimOf(seen, name)
	if (claim) await patchAs(world, kinds.claim, world.copies.claims, seen, claim, metadata, spec)
}

export async function relabel(world: World, seen: Observed, member: string): Promise<void> {
	const labels = podLabels(seen.name, member)
	if (podOf(seen, member)?.labelled === false) await patchPod(world, seen, member, { labels })
	if (claimOf(seen, member)?.labelled === false) await patchClaim(world, seen, member, { labels })
}

export async function remove<T extends KubeObject>(
	kube: Kube,
	kind: Kind,
	copy: Copy<T>,
	what: Doomed,
): Promise<void> {
	const left = await kube.remove<T>(kind, what)
	// One with a finalizer stays for as long as that takes.
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
