import { Playground } from '../playground.ts'
import { flags, wholeNumber, type Command } from './command.ts'
import { parseFault } from './parse-fault.ts'

const usage = 'fault KIND [PLACE…] [--one-way] [--for SECONDS] [--name NAME]'

export const fault: Command = {
	usage,
	describe: 'break something for a while',
	async run(args) {
		const places = args.filter(
			(arg, index) => !arg.startsWith('--') && !['--for', '--name'].includes(args[index - 1] ?? ''),
		)
		const { name, values, rest } = flags(usage, args, { for: 'string', 'one-way': 'boolean' }, places.length)
		const wanted = parseFault(rest, values['one-way'] === true)
		const seconds = wholeNumber('for', values['for'], 86_400)
		const playground = await Playground.join(name)
		await using held = await playground.fault(wanted)
		const once = wanted.fault === 'kill' || wanted.fault === 'restart-apiserver'
		process.stdout.write(
			once
				? 'done\n'
				: `${wanted.fault} holds ${seconds === undefined ? 'until Ctrl-C' : `for ${seconds} s`}\n`,
		)
		if (!once)
			await Promise.race([held.closed, interrupted(), ...(seconds === undefined ? [] : [passed(seconds)])])
		return undefined
	},
}

const interrupted = async (): Promise<void> =>
	await new Promise((resolve) => process.once('SIGINT', () => resolve()))
const passed = async (seconds: number): Promise<void> =>
	await new Promise((resolve) => {
		setTimeout(resolve, seconds * 1000).unref() // the open connection keeps us, not the clock
	})
