import { Playground } from '../playground.ts'
import { step } from '../progress.ts'
import { flags, type Command } from './command.ts'

const usage = 'down [--name NAME]'

export const down: Command = {
	usage,
	describe: 'end it, with every process, mount and namespace',
	async run(args) {
		const { name } = flags(usage, args)
		const playground = await Playground.join(name)
		await step(`ending the playground "${name}"`, async () => await playground.down())
		return undefined
	},
}
