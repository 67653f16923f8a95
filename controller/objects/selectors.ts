// Whom a shared object selects. Pure. What others add to an object is theirs, but for this: with another label in its selector a Service
// leads to nobody, and a budget protects nobody.
import type { KubeObject } from '../../kube/objects.ts'
import { patchBetween } from '../merge-patch.ts'

function selectorsOf(object: KubeObject): Readonly<Record<string, unknown>> {
	const { selector, podSelector } =
		(object as { readonly spec?: Readonly<Record<string, unknown>> }).spec ?? {}
	return { selector, podSelector }
}

/** What must be said so that it selects what is wanted; nothing when it does. */
export function selectorPatch(found: KubeObject, wanted: KubeObject): object | undefined {
	const spec = patchBetween(selectorsOf(found), selectorsOf(wanted))
	return spec && { spec }
}
