// A backup that always has the same name, as one that is taken once has: what was there stays until the new one was proved beside it.
import type { Store } from '../store/store.ts'
import { Refused } from './failure.ts'
import { manifestIn, NoManifest, textOf, type Manifest } from './manifest.ts'
import { manifestName } from './name.ts'
import { begin, end } from './pending.ts'
import { manifestsIn } from './prune.ts'
import { putText, textAt } from './small.ts'
import { proveStored, type Wish } from './take.ts'

/** Whether nothing has the name; throws when it is of another cluster, or nobody says of which. */
export async function isFree(store: Store, name: string, clusterId: string): Promise<boolean> {
	const [object, manifest] = [await store.head(name), await store.head(manifestName(name))]
	if (object === undefined) return true
	const at = `${store.place}/${name}`
	if (manifest === undefined)
		throw new Refused(
			'taken',
			`${at} is there and nothing says of which cluster it is: write another path, or remove it`,
		)
	let before: Manifest
	try {
		before = manifestIn((await textAt(store, manifestName(name))) ?? '')
	} catch (reason) {
		if (!(reason instanceof NoManifest)) throw reason
		throw new Refused('taken', `${at} is there and its manifest cannot be read: ${reason.message}`)
	}
	if (before.clusterId === clusterId) return false
	throw new Refused(
		'taken',
		`${at} is of the cluster ${before.clusterId}, and this one is ${clusterId}: write another path, or remove it`,
	)
}

/** At each moment one of them is whole and says so. */
export async function replace(
	store: Store,
	beside: Manifest,
	name: string,
	wish: Pick<Wish, 'key' | 'signal' | 'tell'>,
): Promise<Manifest> {
	const { signal } = wish
	const manifest: Manifest = { ...beside, object: name }
	await begin(store, name, beside.backup.uid, signal)
	// From here on it is none, and the one beside it is.
	await store.remove(manifestName(name))
	await store.put(name, store.get(beside.object, 0, signal), { signal })
	await proveStored(store, manifest, wish.key, wish)
	await putText(store, manifestName(name), textOf(manifest), signal)
	await end(store, name)
	return manifest
}

/** Those that were taken beside the one that has the name now. */
export async function removeBeside(store: Store, { object, backup }: Manifest): Promise<void> {
	const { whole, bare } = await manifestsIn(store, `${object}_v`)
	for (const one of [...whole, ...bare]) {
		if (one.backup.uid !== backup.uid) continue
		await store.remove(one.object)
		await store.remove(manifestName(one.object))
	}
}
