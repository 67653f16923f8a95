// Where the API server is and as whom we ask: in a pod, its service account; elsewhere a kubeconfig with a certificate or a token.
// Kubeconfigs that run programs or log in are the plugin's business.
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'

export interface Credentials {
	readonly ca?: string
	readonly cert?: string
	readonly key?: string
	readonly token?: string
}

export interface Where {
	readonly host: string
	readonly port: number
	/** Files are replaced while we run, so credentials are read again from time to time. */
	readonly credentials: () => Promise<Credentials>
}

const mounted = '/var/run/secrets/kubernetes.io/serviceaccount'

function inCluster(env: NodeJS.ProcessEnv): Where | undefined {
	const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env
	if (!host) return undefined
	return {
		host,
		port: Number(port ?? 443),
		async credentials() {
			const [token = '', ca = ''] = await Promise.all(
				['token', 'ca.crt'].map(async (file) => await readFile(join(mounted, file), 'utf8')),
			)
			return { token: token.trim(), ca }
		},
	}
}

interface KubeconfigFile {
	readonly 'current-context'?: string
	readonly contexts?: readonly {
		readonly name: string
		readonly context: { readonly cluster: string; readonly user: string }
	}[]
	readonly clusters?: readonly { readonly name: string; readonly cluster: Readonly<Record<string, string>> }[]
	readonly users?: readonly { readonly name: string; readonly user: Readonly<Record<string, string>> }[]
}

async function fromFile(path: string): Promise<Where> {
	const file = ((parse(await readFile(path, 'utf8')) as unknown) ?? {}) as KubeconfigFile
	const context = file.contexts?.find(({ name }) => name === file['current-context'])?.context
	const cluster = file.clusters?.find(({ name }) => name === context?.cluster)?.cluster
	const user = file.users?.find(({ name }) => name === context?.user)?.user
	if (cluster?.['server'] === undefined || user === undefined)
		throw new Error(`${path}: the current context names no cluster and user that are in it`)
	const { hostname, port } = new URL(cluster['server'])
	const either = async (
		fields: Readonly<Record<string, string>>,
		name: string,
	): Promise<string | undefined> => {
		const data = fields[`${name}-data`]
		if (data !== undefined) return Buffer.from(data, 'base64').toString()
		return fields[name] === undefined
			? undefined
			: await readFile(resolve(dirname(path), fields[name]), 'utf8')
	}
	return {
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port || 443),
		async credentials() {
			const [ca, cert, key] = await Promise.all([
				either(cluster, 'certificate-authority'),
				either(user, 'client-certificate'),
				either(user, 'client-key'),
			])
			const { token } = user
			return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), ...(token && { token }) }
		},
	}
}

/** A named kubeconfig wins over the pod's account. */
export async function whereIsKubernetes(env: NodeJS.ProcessEnv): Promise<Where> {
	const [path] = (env['KUBECONFIG'] ?? '').split(':')
	if (path) return await fromFile(path)
	const here = inCluster(env)
	if (here === undefined) throw new Error('not in a cluster, and KUBECONFIG names no file')
	return here
}
