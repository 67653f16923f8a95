// What was begun and not ended: written down before a snapshot is, so that what a killed Job left is known as its own and is removed, and
// nothing else ever is.
import type { Store } from '../store/store.ts'
import { manifestName } from './name.ts'
import { putText, textAt } from './small.ts'

const ending = '.pending.json'
const pendingName = (object: string): string => `${object}${ending}`

export async function begin(store: Store, object: string, uid: string, signal?: AbortSignal): Promise<void> {
	await putText(store, pendingName(object), `${JSON.stringify({ form: 1, uid })}\n`, signal)
}

export const end = async (store: Store, object: string): Promise<void> =>
	await store.remove(pendingName(object))

async function isOf(store: Store, name: string, uid: string): Promise<boolean> {
	const text = await textAt(store, name)
	try {
		return (JSON.parse(text ?? '') as { readonly uid?: unknown } | null)?.uid === uid
	} catch {
		return false
	}
}

/** Of one EtcdBackup, among names that begin so. */
export async function sweep(store: Store, beginning: string, uid: string): Promise<void> {
	const left: string[] = []
	for await (const { name } of store.list(beginning)) if (name.endsWith(ending)) left.push(name)
	for (const name of left) {
		if (!(await isOf(store, name, uid))) continue
		const object = name.slice(0, -ending.length)
		// With its manifest it is a backup, of which only this was left to do.
		if ((await store.head(manifestName(object))) === undefined) await store.remove(object)
		await store.remove(name)
	}
}
