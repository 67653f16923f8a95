import { installCertManager } from '../addons/cert-manager.ts'
import { installCsi } from '../addons/csi.ts'
import { Complaint } from '../complaint.ts'
import { Playground } from '../playground.ts'
import { flags, type Command } from './command.ts'

const usage = 'install ADDON [--name NAME]'

const addons: Readonly<Record<string, (playground: Playground) => Promise<void>>> = {
	'cert-manager': installCertManager,
	csi: installCsi,
}

export const install: Command = {
	usage,
	describe: `add a part that many clusters have: ${Object.keys(addons).join(', ')}`,
	async run(args) {
		const { name, rest } = flags(usage, args, {}, 1)
		const [wanted = ''] = rest
		const addon = Object.hasOwn(addons, wanted) ? addons[wanted] : undefined
		if (addon === undefined)
			throw new Complaint(`"${wanted}" is no addon: choose one of ${Object.keys(addons).join(', ')}.`)
		await addon(await Playground.join(name))
		return undefined
	},
}
