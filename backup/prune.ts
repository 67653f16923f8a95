// Removes what there is too much of, as retention decides: the snapshot first, and then what says that there is one.
import type { Store } from '../store/store.ts'
import { manifestIn, NoManifest, type Manifest } from './manifest.ts'
import { manifestName, ofManifest } from './name.ts'
import { textAt } from './small.ts'
import { retention, type Kept } from './retention.ts'

export interface Pruning {
	/** The beginning of all names of this backup. */
	readonly beginning: string
	readonly newest: Manifest
	readonly keep: number
	readonly now: number
}

export interface Pruned {
	readonly kept: number
	readonly removed: number
	readonly note: string | undefined
}

async function manifestAt(store: Store, name: string): Promise<Manifest | undefined> {
	try {
		return manifestIn((await textAt(store, name)) ?? '')
	} catch (reason) {
		// Somebody else's, or of a later day: whatever it is, it is not ours to remove.
		if (reason instanceof NoManifest) return undefined
		throw reason
	}
}

const keptOf = ({ object, backup, clusterId, revision, takenAt, verifiedAt }: Manifest): Kept => ({
	object,
	owner: backup.uid,
	clusterId,
	revision: BigInt(revision),
	at: Date.parse(takenAt),
	verified: verifiedAt !== undefined,
})

/** Manifests by the names of their snapshots: those whose snapshot is there, and those of which only the manifest is left. */
export async function manifestsIn(
	store: Store,
	beginning: string,
): Promise<{ readonly whole: readonly Manifest[]; readonly bare: readonly Manifest[] }> {
	const names = new Set<string>()
	for await (const { name } of store.list(beginning)) names.add(name)
	const [whole, bare]: [Manifest[], Manifest[]] = [[], []]
	for (const name of names) {
		const object = ofManifest(name)
		const manifest = object === undefined ? undefined : await manifestAt(store, name)
		// One that names another snapshot was copied there, and says nothing of this one.
		if (manifest === undefined || manifest.object !== object) continue
		;(names.has(object) ? whole : bare).push(manifest)
	}
	return { whole, bare }
}

export async function prune(store: Store, wish: Pruning): Promise<Pruned> {
	const { beginning, newest, keep, now } = wish
	const { whole, bare } = await manifestsIn(store, beginning)
	const { remove, because } = retention(whole.map(keptOf), { newest: newest.object, keep, now, minAgeMs: 0 })
	const failures: string[] = []
	const removed: string[] = []
	// An earlier run may have been ended between the two removals.
	const own = bare.filter(({ backup }) => backup.uid === newest.backup.uid).map(({ object }) => object)
	for (const object of [...own, ...remove])
		try {
			await store.remove(object)
			await store.remove(manifestName(object))
			if (!own.includes(object)) removed.push(object)
		} catch (reason) {
			failures.push((reason as Error).message)
		}
	const mine = whole.filter(({ backup }) => backup.uid === newest.backup.uid).length
	return {
		kept: mine - removed.length,
		removed: removed.length,
		note: because ?? (failures.length > 0 ? `not removed: ${failures[0]}` : undefined),
	}
}
