// The cluster that the flags, the environment and the kubeconfigs choose together, as kubectl would choose it.
import type { Where } from '../where.ts'
import { conflicts } from './conflicts.ts'
import { credentialsOf } from './credentials.ts'
import { requestTimeoutMs } from './duration.ts'
import type { KubeFlags } from './flags.ts'
import { impersonation } from './impersonate.ts'
import { inCluster, isInCluster, namespaceInCluster } from './in-cluster.ts'
import { proxyFor } from './proxy.ts'
import { readKubeconfigs } from './read.ts'
import { select, type Selected } from './select.ts'
import { parseServer } from './server.ts'
import { KubeconfigError } from './trouble.ts'

export interface Chosen {
	readonly where: Where
	readonly namespace: string
	readonly context: string | undefined
	readonly user: string | undefined
	readonly server: string
}

interface Terminal {
	/** Whether a person can be asked on standard input. */
	readonly interactive: boolean
}

async function whereOf(
	selected: Selected,
	env: NodeJS.ProcessEnv,
	flags: KubeFlags,
	{ interactive }: Terminal,
): Promise<{ readonly where: Where; readonly server: string }> {
	const { cluster, user } = selected
	const { url: server, ...at } = parseServer(cluster.server)
	const proxy = proxyFor(cluster['proxy-url'], env, at)
	const timeout = flags['request-timeout']
	const own = at.plain
		? { credentials: async () => await Promise.resolve({}) }
		: await credentialsOf(selected, { env, interactive, server: cluster.server })
	return {
		server,
		where: {
			...at,
			...own,
			headers: impersonation(user),
			...(cluster['tls-server-name'] && { serverName: cluster['tls-server-name'] }),
			...(cluster['insecure-skip-tls-verify'] && { insecure: true }),
			...(proxy && { proxy }),
			...(timeout && { timeoutMs: requestTimeoutMs(timeout) }),
		},
	}
}

/** A pod without a kubeconfig is itself; flags change what they name. */
async function chosenInCluster(
	env: NodeJS.ProcessEnv,
	flags: KubeFlags,
	selected: Selected,
): Promise<Chosen> {
	const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = env
	const account = inCluster(env)
	const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`
	const { where } = await whereOf({ ...selected, cluster: { ...selected.cluster, server } }, env, flags, {
		interactive: false,
	})
	return {
		where: {
			...where,
			async credentials() {
				return { ...(await account?.credentials()), ...(await where.credentials()) }
			},
		},
		namespace: flags.namespace || (await namespaceInCluster(env)),
		context: undefined,
		user: undefined,
		server,
	}
}

export async function chooseCluster(
	env: NodeJS.ProcessEnv,
	flags: KubeFlags,
	terminal: Terminal,
): Promise<Chosen> {
	const config = await readKubeconfigs(env, flags.kubeconfig)
	const selected = select(config, flags, env['KUBERNETES_MASTER'] || 'http://localhost:8080')
	const wrong = conflicts(selected, selected)
	if (wrong.length > 0) throw new KubeconfigError(wrong.join('; '))
	const inside = await isInCluster(env)
	if (inside && selected.isDefault && !env['KUBERNETES_MASTER'])
		return await chosenInCluster(env, flags, selected)
	const { where, server } = await whereOf(selected, env, flags, terminal)
	const { cluster } = selected
	const hasAuthority = cluster['certificate-authority'] || cluster['certificate-authority-data']
	if (!where.plain && !where.insecure && !hasAuthority) (await import('./system-trust.ts')).trustTheSystem()
	const { namespace = inside ? await namespaceInCluster(env) : 'default' } = selected
	return { where, namespace, context: selected.context, user: selected.userName || undefined, server }
}

/** The names of all contexts, and which one is current. */
export async function knownContexts(
	env: NodeJS.ProcessEnv,
	flags: KubeFlags,
): Promise<{ readonly names: readonly string[]; readonly current: string | undefined }> {
	const { contexts, current } = await readKubeconfigs(env, flags.kubeconfig)
	return { names: [...contexts.keys()].toSorted(), current: current || undefined }
}
