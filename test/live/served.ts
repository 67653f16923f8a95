// Where the API server serves what live tests make and look at. A kubectl for each question would take most of a processor.
import { definitions } from '../../api/crd.ts'
import { group } from '../../api/names.ts'
import { kinds } from '../../api/types.ts'

interface Named {
	readonly apiVersion: string
	readonly kind: string
	/** A list has none. */
	readonly metadata?: { readonly name: string; readonly namespace?: string }
}

const core = [
	'Pod',
	'Secret',
	'ConfigMap',
	'Service',
	'PersistentVolumeClaim',
	'ResourceQuota',
	'ServiceAccount',
]

/** Namespaced ones only: `v1 Pod` to its plural. */
const plurals: Readonly<Record<string, string>> = {
	...Object.fromEntries(core.map((kind) => [`v1 ${kind}`, `${kind.toLowerCase()}s`])),
	...Object.fromEntries(kinds.map((kind) => [`${group}/v1beta2 ${kind}`, definitions[kind].plural])),
	'rbac.authorization.k8s.io/v1 Role': 'roles',
	'rbac.authorization.k8s.io/v1 RoleBinding': 'rolebindings',
}

/** As tests ask for them of kubectl. */
const words: Readonly<Record<string, string>> = {
	pod: 'v1 Pod',
	pods: 'v1 Pod',
	pvc: 'v1 PersistentVolumeClaim',
	service: 'v1 Service',
	secret: 'v1 Secret',
}

const root = (apiVersion: string): string =>
	apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`

function pathIn(namespace: string, typed: string, name?: string): string | undefined {
	const plural = plurals[typed]
	const [apiVersion = ''] = typed.split(' ')
	return (
		plural && `${root(apiVersion)}/namespaces/${namespace}/${plural}${name === undefined ? '' : `/${name}`}`
	)
}

/** Undefined for what only kubectl knows here. */
export const pathOfObject = (namespace: string, { apiVersion, kind, metadata }: Named): string | undefined =>
	metadata && pathIn(metadata.namespace ?? namespace, `${apiVersion} ${kind}`, metadata.name)

/** Of `get pod NAME` or `get pods`; undefined for whatever says more. */
export const pathOfWords = (
	namespace: string,
	[what = '', name, ...more]: readonly string[],
): string | undefined =>
	more.length > 0 || name?.startsWith('-') || words[what] === undefined
		? undefined
		: pathIn(namespace, words[what], name)
