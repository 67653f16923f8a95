// What of one backup is in its store, each with its manifest.
import type { Opened } from '../store/open.ts'
import type { Stored } from '../store/store.ts'
import type { Listed, ListedObject } from './listed.ts'
import { isCalledBy, manifestName, ofManifest } from './name.ts'
import { textAt } from './small.ts'

/** Manifests are small, and each is a question of its own. */
const atOnce = 8

export async function listed({ store, name }: Opened, signal: AbortSignal): Promise<Listed> {
	const objects: Stored[] = []
	const manifests = new Set<string>()
	for await (const one of store.list(name)) {
		signal.throwIfAborted()
		const of = ofManifest(one.name)
		if (of !== undefined) manifests.add(of)
		else if (isCalledBy(name, one.name)) objects.push(one)
	}
	const withManifest = async ({ name: object, bytes, at }: Stored): Promise<ListedObject> => {
		if (!manifests.has(object)) return { name: object, bytes, at }
		// What is larger than any of ours is none, and is said to be there.
		const manifest = (await textAt(store, manifestName(object), signal)) ?? ''
		return { name: object, bytes, at, manifest }
	}
	const all: ListedObject[] = []
	for (let index = 0; index < objects.length; index += atOnce)
		all.push(...(await Promise.all(objects.slice(index, index + atOnce).map(withManifest))))
	return { place: store.place, objects: all }
}
