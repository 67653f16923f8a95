// Who else keeps a field: a controller that brings it from Git, or somebody who applies it from a file. Pure. Changed here, such a field
// would be changed back, or the next apply would fail.
import type { KubeObject } from '../../kube/objects.ts'

interface Entry {
	readonly manager?: string
	readonly operation?: string
	readonly subresource?: string
	readonly fieldsV1?: unknown
}

const entriesOf = ({ metadata }: KubeObject): readonly Entry[] =>
	(metadata as { readonly managedFields?: readonly Entry[] }).managedFields ?? []

/** {"f:spec": {"f:size": {}}}; an end before the path's keeps all that is below. */
function keeps(fields: unknown, [first, ...rest]: readonly string[]): boolean {
	if (typeof fields !== 'object' || fields === null) return false
	if (first === undefined) return true
	if (Object.keys(fields).length === 0) return true
	const below = (fields as Readonly<Record<string, unknown>>)[`f:${first}`]
	return below !== undefined && keeps(below, rest)
}

/** People with kubectl change a field once and keep nothing: edit, create, patch, scale, and apply from a client. */
const isByHand = ({ manager = '', operation }: Entry): boolean =>
	operation !== 'Apply' && /^kubectl(-|$)/.test(manager)

/** The name of another manager that keeps the field. */
export const keeperOf = (object: KubeObject, path: readonly string[], ours: string): string | undefined =>
	entriesOf(object)
		.filter((entry) => entry.manager !== ours && entry.subresource !== 'status' && !isByHand(entry))
		.find(({ fieldsV1 }) => {
			const root = fieldsV1 as object | undefined
			return root !== undefined && Object.keys(root).length > 0 && keeps(root, path)
		})?.manager
