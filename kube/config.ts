// Where the API server is for what runs by itself: in a pod, its service account; elsewhere a kubeconfig.
import { inCluster } from './config/in-cluster.ts'
import type { Where } from './where.ts'

export type { Credentials, Where } from './where.ts'

/** A named kubeconfig wins over the pod's account. Nobody is there to be asked, and nothing is guessed. */
export async function whereIsKubernetes(env: NodeJS.ProcessEnv): Promise<Where> {
	const { KUBECONFIG: named } = env
	if (named) {
		const { chooseCluster } = await import('./config/choose.ts')
		const { where, context } = await chooseCluster(env, {}, { interactive: false })
		if (context !== undefined) return where
		throw new Error(`${named}: no kubeconfig is there that says which context is current`)
	}
	const here = inCluster(env)
	if (here === undefined) throw new Error('not in a cluster, and KUBECONFIG names no file')
	return here
}
