import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Complaint } from '../complaint.ts'
import { Playground } from '../playground.ts'
import { step } from '../progress.ts'
import { flags, type Command } from './command.ts'

const usage = 'load IMAGE.tar [--name NAME]'

export const load: Command = {
	usage,
	describe: 'give an image archive (OCI or docker) to every node',
	async run(args) {
		const { name, rest } = flags(usage, args, {}, 1)
		const archive = resolve(rest[0] ?? '')
		await access(archive).catch(() => {
			throw new Complaint(
				`${archive} cannot be read: name an image archive, such as one that \`docker save\` wrote.`,
			)
		})
		const playground = await Playground.join(name)
		await step(`loading ${archive}`, async () => await playground.load(archive))
		return undefined
	},
}
