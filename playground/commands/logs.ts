import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Complaint } from '../complaint.ts'
import { filesOf } from '../places.ts'
import { flags, type Command } from './command.ts'
import { handOver } from './hand-over.ts'

const usage = 'logs [COMPONENT] [--follow] [--name NAME]'

export const logs: Command = {
	usage,
	describe: 'show the log of a part, also after the end; without one, list them',
	async run(args) {
		const wanted = args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--name')
		const { name, values } = flags(usage, args, { follow: 'boolean' }, wanted === undefined ? 0 : 1)
		const { logs: dir } = filesOf(name)
		const files = await readdir(dir).catch(() => [])
		const known = files.map((file) => file.replace(/\.log$/, '')).toSorted()
		if (known.length === 0)
			throw new Complaint(`the playground "${name}" has no logs in ${dir}: it was never up.`)
		if (wanted === undefined) {
			process.stdout.write(`${known.join('\n')}\n`)
			return 0
		}
		if (!known.includes(wanted))
			throw new Complaint(`there is no log of "${wanted}": choose one of ${known.join(', ')}.`)
		const follow = values['follow'] === true ? ['-f'] : []
		return await handOver('tail', ['-n', '+1', ...follow, join(dir, `${wanted}.log`)])
	},
}
