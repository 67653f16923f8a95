// Which cluster and which user the flags and the kubeconfig choose together, by kubectl's precedence. Pure.
import type { KubeFlags } from './flags.ts'
import type { Cluster, Context, Kubeconfig, User } from './kubeconfig.ts'
import { KubeconfigError, UnknownName } from './trouble.ts'

export interface Selected {
	readonly context: string | undefined
	/** Empty where flags alone say which. */
	readonly clusterName: string
	readonly userName: string
	/** As it was written somewhere; nothing when nobody said. */
	readonly namespace: string | undefined
	readonly cluster: Cluster & { readonly server: string }
	readonly user: User
	/** Nobody named a server. */
	readonly isDefault: boolean
}

/** What is not empty, under its name in a kubeconfig. */
const said = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
	Object.fromEntries(
		Object.entries(fields).filter(
			([, value]) => Boolean(value) && !(Array.isArray(value) && value.length === 0),
		),
	)

function extras(pairs: readonly string[]): Readonly<Record<string, readonly string[]>> {
	const all: Record<string, string[]> = {}
	for (const pair of pairs) {
		const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
		if (key === undefined || value === undefined)
			throw new KubeconfigError(`--as-user-extra "${pair}" has no value: write --as-user-extra KEY=VALUE`)
		all[key] = [...(all[key] ?? []), value]
	}
	return all
}

function overriddenUser(user: User, flags: KubeFlags): User {
	const more = extras(flags['as-user-extra'] ?? [])
	// Who gives a token does not want the one in a file.
	const { tokenFile: _, ...rest } = user
	return {
		...(flags.token ? rest : user),
		...said({
			'client-certificate': flags['client-certificate'],
			'client-key': flags['client-key'],
			token: flags.token,
			tokenFile: flags.tokenFile,
			username: flags.username,
			password: flags.password,
			as: flags.as,
			'as-uid': flags['as-uid'],
			'as-groups': flags['as-group'],
		}),
		...(Object.keys(more).length > 0 && { 'as-user-extra': { ...user['as-user-extra'], ...more } }),
	}
}

const trust = ['certificate-authority', 'certificate-authority-data', 'insecure-skip-tls-verify']

function overriddenCluster(cluster: Cluster, flags: KubeFlags): Cluster {
	const authority = flags['certificate-authority']
	const insecure = flags['insecure-skip-tls-verify']
	const replaced = [
		...(authority || insecure ? trust : []),
		// The name in the certificate belongs to the server that it was written for.
		...(flags.server ? ['tls-server-name'] : []),
	]
	return {
		...Object.fromEntries(Object.entries(cluster).filter(([name]) => !replaced.includes(name))),
		...said({
			server: flags.server,
			'certificate-authority': authority,
			'insecure-skip-tls-verify': insecure,
			'tls-server-name': flags['tls-server-name'],
			'proxy-url': flags['proxy-url'],
		}),
	}
}

function contextOf(config: Kubeconfig, flags: KubeFlags): Context {
	const name = flags.context || config.current
	if (name === '') return {}
	const context = config.contexts.get(name)
	if (context) return context
	throw new UnknownName(
		'context',
		name,
		[...config.contexts.keys()],
		flags.context ? '' : ', the current one,',
	)
}

/** An entry that is named and not there would silently be another cluster, or nobody. */
function entry<T>(
	kind: 'cluster' | 'user',
	all: ReadonlyMap<string, T>,
	name: string,
	asked: string,
): T | undefined {
	const found = all.get(name)
	if (found === undefined && name !== '') throw new UnknownName(kind, name, [...all.keys()], asked)
	return found
}

/** `defaultServer` is asked when nobody names one. */
export function select(config: Kubeconfig, flags: KubeFlags, defaultServer: string): Selected {
	const context = contextOf(config, flags)
	const contextName = flags.context || config.current
	const clusterName = flags.cluster || context.cluster || ''
	const userName = flags.user || context.user || ''
	const asked = contextName === '' ? '' : ` of context "${contextName}"`
	const found = entry('cluster', config.clusters, clusterName, flags.cluster ? '' : asked)
	const user = entry('user', config.users, userName, flags.user ? '' : asked)
	const { server = '', ...cluster } = overriddenCluster(found ?? {}, flags)
	if (found !== undefined && server === '')
		throw new KubeconfigError(`cluster "${clusterName}" has no server: write --server URL`)
	return {
		context: contextName || undefined,
		clusterName,
		userName,
		namespace: flags.namespace || context.namespace || undefined,
		cluster: { ...cluster, server: server || defaultServer },
		user: overriddenUser(user ?? {}, flags),
		isDefault: server === '',
	}
}
