// The commands that put a person, or another program, in front of the playground's API.
import { dirname } from 'node:path'
import { etcdctlPath, kubectlPath, Playground } from '../playground.ts'
import { flags, type Command } from './command.ts'
import { handOver } from './hand-over.ts'

async function environment(name: string): Promise<{ KUBECONFIG: string; PATH: string }> {
	const playground = await Playground.join(name)
	const path = [dirname(await kubectlPath()), dirname(await etcdctlPath()), process.env['PATH'] ?? '']
	return { KUBECONFIG: playground.files.kubeconfig, PATH: path.join(':') }
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
	describe: 'open a shell with kubectl and etcdctl for it',
	async run(args) {
		const { name } = flags(shell.usage, args)
		return await handOver(process.env['SHELL'] ?? 'sh', [], { ...process.env, ...(await environment(name)) })
	},
}

export const kubectl: Command = {
	usage: 'kubectl [--name NAME] ARGUMENTS…',
	describe: 'run kubectl on it',
	async run(args) {
		const named = args[0] === '--name'
		const { name } = flags(kubectl.usage, named ? args.slice(0, 2) : [])
		const rest = named ? args.slice(2) : args
		return await handOver(await kubectlPath(), rest, { ...process.env, ...(await environment(name)) })
	},
}
