// A process that asks as the plugin will: node ours.ts '{"flags": {…}, "paths": ["/probe"]}' prints what came of it as JSON.
import { chooseCluster } from '../../../kube/config/choose.ts'
import type { KubeFlags } from '../../../kube/config/flags.ts'
import { kubeApi } from '../../../kube/api.ts'

export interface Outcome {
	readonly namespace?: string
	readonly server?: string
	readonly statuses?: readonly number[]
	readonly wrong?: string
	readonly hint?: string
}

export async function asked(
	env: NodeJS.ProcessEnv,
	flags: KubeFlags,
	interactive = false,
	paths: readonly string[] = ['/probe'],
): Promise<Outcome> {
	try {
		const { where, namespace, server } = await chooseCluster(env, flags, { interactive })
		const api = kubeApi(where)
		const statuses: number[] = []
		for (const path of paths) statuses.push((await api.ask('GET', path)).status)
		return { namespace, server, statuses }
	} catch (reason) {
		const { message, hint } = reason as Error & { readonly hint?: string }
		return { wrong: message, ...(hint !== undefined && { hint }) }
	}
}

async function main(argument: string): Promise<void> {
	const { flags, paths } = JSON.parse(argument) as { flags: KubeFlags; paths?: readonly string[] }
	const outcome = await asked(process.env, flags, process.stdin.isTTY, paths)
	process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit())
}

const [, , argument] = process.argv
if (argument?.startsWith('{') === true) void main(argument)
