// What of one backup is in its store, each with its manifest.
import type { Opened } from '../store/open.ts'
import { StoreError, type Stored } from '../store/store.ts'
import type { Listed, ListedObject } from './listed.ts'
import { isCalledBy, manifestName, ofManifest } from './name.ts'
import { textAt } from './small.ts'

/** Manifests are small, and each is a question of its own. */
const atOnce = 16

export async function listed({ store, name }: Opened, signal: AbortSignal): Promise<Listed> {
	const objects: Stored[] = []
	const manifests = new Set<string>()
	for await (const one of store.list(name)) {
		signal.throwIfAborted()
		const of = ofManifest(one.name)
		if (of !== undefined) manifests.add(of)
		else if (isCalledBy(name, one.name)) objects.push(one)
	}
	/** Nothing where it was removed meanwhile, as a backup does with what is too much. */
	const withManifest = async ({ name: object, bytes, at }: Stored): Promise<readonly ListedObject[]> => {
		if (!manifests.has(object)) return [{ name: object, bytes, at }]
		try {
			// What is larger than any of ours is none, and is said to be there.
			const manifest = (await textAt(store, manifestName(object), signal)) ?? ''
			return [{ name: object, bytes, at, manifest }]
		} catch (reason) {
			if (reason instanceof StoreError && reason.code === 'missing') return []
			throw reason
		}
	}
	const all: ListedObject[] = []
	for (let index = 0; index < objects.length; index += atOnce)
		all.push(...(await Promise.all(objects.slice(index, index + atOnce).map(withManifest))).flat())
	return { place: store.place, objects: all }
}
