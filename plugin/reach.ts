// From the kubeconfig and the flags to a Kubernetes that can be asked.
import { kubeApi, type KubeApi, type Witness } from '../kube/api.ts'
import { kubeClient, type Kube } from '../kube/client.ts'
import { chooseCluster } from '../kube/config/choose.ts'
import type { KubeFlags } from '../kube/config/flags.ts'
import { kubeOptions } from './line/everywhere.ts'
import type { Flags } from './line/flags.ts'
import type { Terminal } from './terminal.ts'

export interface Reach {
	readonly api: KubeApi
	readonly kube: Kube
	/** Where clusters are looked for; --all-namespaces is the command's business. */
	readonly namespace: string
	readonly context: string | undefined
	readonly user: string | undefined
	readonly server: string
}

/** Under kubectl's own names, as the loader takes them. */
export const kubeFlagsOf = (flags: Flags): KubeFlags =>
	Object.fromEntries(
		kubeOptions
			.filter(({ name }) => flags.isGiven(name))
			.map(({ name, value, many }) => [
				name,
				many ? flags.all(name) : value === undefined ? flags.truth(name) : flags.text(name),
			]),
	)

/** From 6 on every request is told, as kubectl does; secrets are in none of it. */
const requestsAt = 6

export async function reachOf(
	env: NodeJS.ProcessEnv,
	flags: Flags,
	terminal: Pick<Terminal, 'err' | 'canAsk'>,
	stop?: AbortSignal,
): Promise<Reach> {
	const chosen = await chooseCluster(env, kubeFlagsOf(flags), { interactive: terminal.canAsk })
	const told = new Set<string>()
	const level = flags.whole('v') ?? 0
	const witness: Witness = {
		warned(text) {
			if (!told.has(text)) terminal.err(`Warning: ${text}\n`)
			told.add(text)
		},
		...(level >= requestsAt && {
			asked: ({ method, url, status, ms }) =>
				terminal.err(`${method} ${url} ${status === 0 ? 'no answer' : status} in ${Math.round(ms)} ms\n`),
		}),
	}
	const api = kubeApi(chosen.where, witness, stop)
	const { namespace, context, user, server } = chosen
	return { api, kube: kubeClient(api), namespace, context, user, server }
}
