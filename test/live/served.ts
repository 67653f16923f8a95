// Where the API server serves what live tests make and look at. A kubectl for each question would take most of a processor.
import { kinds, pathOf, type Kind } from '../../kube/objects.ts'

interface Named {
	readonly apiVersion: string
	readonly kind: string
	/** A list has none. */
	readonly metadata?: { readonly name: string; readonly namespace?: string }
}

const core = (kind: string): Kind => ({ apiVersion: 'v1', kind, plural: `${kind.toLowerCase()}s` })
const roles = { apiVersion: 'rbac.authorization.k8s.io/v1' } as const

const made: readonly Kind[] = [
	kinds.cluster,
	kinds.backup,
	kinds.restore,
	kinds.pod,
	kinds.claim,
	kinds.service,
	kinds.secret,
	...['ConfigMap', 'ResourceQuota', 'ServiceAccount'].map(core),
	{ ...roles, kind: 'Role', plural: 'roles' },
	{ ...roles, kind: 'RoleBinding', plural: 'rolebindings' },
]

/** As tests ask for them of kubectl. */
const words: Readonly<Record<string, Kind>> = {
	pod: kinds.pod,
	pods: kinds.pod,
	pvc: kinds.claim,
	service: kinds.service,
	secret: kinds.secret,
}

/** Undefined for what only kubectl knows here. */
export function pathOfObject(namespace: string, object: Named): string | undefined {
	const kind = made.find((one) => one.apiVersion === object.apiVersion && one.kind === object.kind)
	return kind && object.metadata && pathOf(kind, { namespace, ...object.metadata })
}

/** Of `get pod NAME` or `get pods`; undefined for whatever says more. */
export function pathOfWords(
	namespace: string,
	[what = '', name, ...more]: readonly string[],
): string | undefined {
	const kind = words[what]
	if (kind === undefined || more.length > 0 || name?.startsWith('-')) return undefined
	return pathOf(kind, { namespace, ...(name !== undefined && { name }) })
}
