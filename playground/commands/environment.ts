// The commands that put a person, or another program, in front of the playground's API.
import { dirname } from 'node:path'
import { pluginFolder } from '../plugin.ts'
import { etcdctlPath, kubectlPath, Playground } from '../playground.ts'
import { flags, type Command } from './command.ts'
import { handOver } from './hand-over.ts'

const onlyKubectl = async (name: string) => {
	const playground = await Playground.join(name)
	const PATH = [dirname(await kubectlPath()), await pluginFolder(), process.env['PATH'] ?? ''].join(':')
	return { KUBECONFIG: playground.files.kubeconfig, PATH }
}

async function environment(name: string): Promise<{ KUBECONFIG: string; PATH: string }> {
	const { KUBECONFIG, PATH } = await onlyKubectl(name)
	return { KUBECONFIG, PATH: `${dirname(await etcdctlPath())}:${PATH}` }
}

export const env: Command = {
	usage: 'env [--name NAME]',
	describe: 'print shell lines that set KUBECONFIG and PATH: eval "$(npm run -s playground -- env)"',
	async run(args) {
		const { name } = flags(env.usage, args)
		for (const [variable, value] of Object.entries(await environment(name)))
			process.stdout.write(`export ${variable}='${value.replaceAll("'", `'\\''`)}'\n`)
		return undefined
	},
}

export const shell: Command = {
	usage: 'shell [--name NAME]',
	describe: 'open a shell with kubectl, kubectl etcd and etcdctl for it',
	async run(args) {
		const { name } = flags(shell.usage, args)
		return await handOver(process.env['SHELL'] ?? 'sh', [], { ...process.env, ...(await environment(name)) })
	},
}

export const kubectl: Command = {
	usage: 'kubectl [--name NAME] ARGUMENTS…',
	describe: 'run kubectl on it',
	async run(args) {
		const own = args[0] === '--name' ? 2 : Number(args[0]?.startsWith('--name=') ?? false)
		const { name } = flags(kubectl.usage, args.slice(0, own))
		return await handOver('kubectl', args.slice(own), { ...process.env, ...(await onlyKubectl(name)) })
	},
}
