// Inside a pod: its service account, and the namespace that it is in.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Where } from '../where.ts'

const mounted = '/var/run/secrets/kubernetes.io/serviceaccount'

export function inCluster(env: NodeJS.ProcessEnv, folder = mounted): Where | undefined {
	const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env
	if (!host) return undefined
	return {
		host,
		port: Number(port ?? 443),
		async credentials() {
			const [token = '', ca = ''] = await Promise.all(
				['token', 'ca.crt'].map(async (file) => await readFile(join(folder, file), 'utf8')),
			)
			return { token: token.trim(), ca }
		},
	}
}

export const isInCluster = async (env: NodeJS.ProcessEnv, folder = mounted): Promise<boolean> =>
	Boolean(env['KUBERNETES_SERVICE_HOST'] && env['KUBERNETES_SERVICE_PORT']) &&
	(await stat(join(folder, 'token')).then(
		(found) => found.isFile(),
		() => false,
	))

export const namespaceInCluster = async (env: NodeJS.ProcessEnv, folder = mounted): Promise<string> => {
	const file = async (): Promise<string> => await readFile(join(folder, 'namespace'), 'utf8').catch(() => '')
	return env['POD_NAMESPACE'] || (await file()).trim() || 'default'
}
