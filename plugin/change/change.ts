// A change as a value: what is sent where, and what is said of it. Pure. It is printed or sent, and is the same either way.
import { same } from '../../api/rules/finding.ts'
import { kinds, pathOf, type Kind, type KubeObject } from '../../kube/objects.ts'
import { merged } from './merge.ts'

export interface Change {
	/** What is said once it is done: "scaled". */
	readonly verb: string
	/** "etcdcluster.etcd.database.coreos.com/orders". */
	readonly title: string
	readonly method: 'POST' | 'PATCH' | 'DELETE'
	readonly path: string
	readonly type: string
	readonly body: unknown
	/** The object as it will be, as far as that is known before anybody was asked. */
	readonly after: KubeObject
	/** Before → after, and what follows from it, a line each. */
	readonly lines: readonly string[]
}

export const titleOf = ({ apiVersion, kind }: Kind, name: string): string => {
	const [theirs, version] = apiVersion.split('/')
	return `${kind.toLowerCase()}${version === undefined ? '' : `.${theirs}`}/${name}`
}

/** What is asked of one object, before it is known whether anything has to change. */
export interface Wish {
	readonly verb: string
	/** As a merge patch. */
	readonly patch: { readonly metadata?: object; readonly spec?: object }
	/** Which fields it is about, such as spec.size, for who else keeps them. */
	readonly fields: readonly (readonly string[])[]
	readonly lines: readonly string[]
}

/** Refused with a conflict if anybody wrote since it was read: what was judged is what is changed. */
export function changeOf(
	object: KubeObject,
	{ verb, patch, lines }: Wish,
	kind: Kind = kinds.cluster,
): Change {
	const { name, namespace, resourceVersion } = object.metadata
	return {
		verb,
		title: titleOf(kind, name),
		method: 'PATCH',
		path: pathOf(kind, { namespace, name }),
		type: 'application/merge-patch+json',
		body: { ...patch, metadata: { ...patch.metadata, resourceVersion } },
		after: merged(object, patch) as KubeObject,
		lines,
	}
}

export const changesNothing = (object: KubeObject, { after }: Change): boolean => same(object, after, 64)

export function creation(kind: Kind, object: KubeObject, lines: readonly string[] = []): Change {
	const { name, namespace } = object.metadata
	return {
		verb: 'created',
		title: titleOf(kind, name),
		method: 'POST',
		path: pathOf(kind, { namespace }),
		type: 'application/json',
		body: object,
		after: object,
		lines,
	}
}
