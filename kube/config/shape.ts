// Whether what stands in a kubeconfig has the types that it must have. Pure. Unknown fields are left out, null is as good as absent.
import type { Cluster, Context, Kubeconfig, User } from './kubeconfig.ts'
import { KubeconfigError } from './trouble.ts'

type Shape =
	'text' | 'true or false' | 'base64' | 'anything' | { list: Shape } | { map: Shape } | { fields: Fields }
type Fields = Readonly<Record<string, Shape>>

const texts = (...names: readonly string[]): Fields =>
	Object.fromEntries(names.map((name) => [name, 'text' as const]))

const truths = (...names: readonly string[]): Fields =>
	Object.fromEntries(names.map((name) => [name, 'true or false' as const]))

const extensions: Shape = { list: { fields: { name: 'text', extension: 'anything' } } }

const cluster: Fields = {
	...texts('server', 'tls-server-name', 'certificate-authority', 'proxy-url'),
	...truths('insecure-skip-tls-verify', 'disable-compression'),
	'certificate-authority-data': 'base64',
	extensions,
}

const exec: Fields = {
	...texts('apiVersion', 'command', 'installHint', 'interactiveMode'),
	...truths('provideClusterInfo'),
	args: { list: 'text' },
	env: { list: { fields: texts('name', 'value') } },
}

const user: Fields = {
	...texts('client-certificate', 'client-key', 'token', 'tokenFile', 'username', 'password', 'as', 'as-uid'),
	'client-certificate-data': 'base64',
	'client-key-data': 'base64',
	'as-groups': { list: 'text' },
	'as-user-extra': { map: { list: 'text' } },
	exec: { fields: exec },
	'auth-provider': { fields: { name: 'text', config: { map: 'text' } } },
}

const context = texts('cluster', 'user', 'namespace')

const named = (field: string, fields: Fields): Shape => ({
	list: { fields: { name: 'text', [field]: { fields } } },
})

const file: Shape = {
	fields: {
		...texts('apiVersion', 'kind', 'current-context'),
		contexts: named('context', context),
		clusters: named('cluster', cluster),
		users: named('user', user),
	},
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value itself is not said: it may be a secret. */
const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'a list'
	if (typeof value === 'object') return 'an object'
	return typeof value === 'string' ? 'text' : `a ${typeof value}`
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function mismatch(at: string, wanted: string, value: unknown): never {
	const what = kindOf(value)
	const mend = wanted === 'text' && /number|boolean/.test(what) ? ': put it in quotes' : ''
	throw new KubeconfigError(`${at || 'the whole file'} must be ${wanted} and is ${what}${mend}`)
}

/** As YAML once spelled them. */
const truth = new Map<unknown, boolean>([
	...[true, 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'y', 'Y'].map((word) => [word, true] as const),
	...[false, 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'n', 'N'].map((word) => [word, false] as const),
])

function fitted(value: unknown, shape: Shape, at: string): unknown {
	if (value === null || value === undefined) return undefined
	if (shape === 'anything') return value
	if (shape === 'true or false') return truth.get(value) ?? mismatch(at, shape, value)
	if (shape === 'text') return typeof value === 'string' ? value : mismatch(at, shape, value)
	if (shape === 'base64') {
		if (typeof value !== 'string') mismatch(at, 'base64', value)
		const bare = value.replaceAll(/[\r\n]/g, '')
		if (base64.test(bare)) return bare
		throw new KubeconfigError(`${at} must be base64 and is not`)
	}
	if ('list' in shape) {
		if (!Array.isArray(value)) mismatch(at, 'a list', value)
		return value.map((one, index) => fitted(one, shape.list, `${at}[${index}]`))
	}
	if (!isObject(value)) mismatch(at, 'an object', value)
	const shapeOf = 'map' in shape ? () => shape.map : (name: string) => shape.fields[name]
	const entries = Object.entries(value).flatMap(([name, one]) => {
		const wanted = shapeOf(name)
		const fits = wanted && fitted(one, wanted, at === '' ? name : `${at}.${name}`)
		return fits === undefined ? [] : [[name, fits] as const]
	})
	return Object.fromEntries(entries)
}

function byName<T>(list: readonly unknown[] | undefined, field: string): Map<string, T> {
	const all = new Map<string, T>()
	for (const entry of list ?? []) {
		const one = (entry ?? {}) as Readonly<Record<string, unknown>>
		const name = (one['name'] as string | undefined) ?? ''
		if (all.has(name))
			throw new KubeconfigError(`two ${field}s are named "${name}": rename or remove one of them`)
		all.set(name, (one[field] ?? {}) as T)
	}
	return all
}

/** Throws one sentence without the file's name. */
export function kubeconfigIn(document: unknown): Kubeconfig {
	const {
		apiVersion = 'v1',
		kind = 'Config',
		...said
	} = (fitted(document, file, '') ?? {}) as {
		readonly [list: string]: readonly unknown[] | undefined
	} & { readonly apiVersion?: string; readonly kind?: string; readonly 'current-context'?: string }
	if ((apiVersion || 'v1') !== 'v1' || (kind || 'Config') !== 'Config')
		throw new KubeconfigError(`it says ${apiVersion} ${kind}, and a kubeconfig is v1 Config`)
	return {
		current: said['current-context'] ?? '',
		contexts: byName<Context>(said['contexts'], 'context'),
		clusters: byName<Cluster>(said['clusters'], 'cluster'),
		users: byName<User>(said['users'], 'user'),
	}
}
