import { Playground } from '../playground.ts'
import { flags, type Command } from './command.ts'

const usage = 'status [--name NAME]'

export const status: Command = {
	usage,
	describe: 'say which parts run; exit code 1 when one does not',
	async run(args) {
		const { name } = flags(usage, args)
		const playground = await Playground.join(name)
		const { nodes, parts } = await playground.status()
		const off = nodes.filter(({ on }) => !on).map((node) => `${node.name.padEnd(32)} off\n`)
		const lines = parts.map(
			(part) => `${part.name.padEnd(32)} ${part.pid === undefined ? 'ended' : 'running'}\n`,
		)
		process.stdout.write([...lines, ...off, `kubeconfig: ${playground.files.kubeconfig}\n`].join(''))
		return off.length > 0 || parts.some(({ pid }) => pid === undefined) ? 1 : 0
	},
}
