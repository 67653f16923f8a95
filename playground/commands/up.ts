import { step } from '../progress.ts'
import { Playground } from '../playground.ts'
import { prepare } from '../prepare.ts'
import { flags, wholeNumber, type Command } from './command.ts'

const usage = 'up [--control-plane] [--port N] [--name NAME]'

export const up: Command = {
	usage,
	describe: 'start three nodes, or an API server alone, and leave them running',
	async run(args) {
		const { name, values } = flags(usage, args, { port: 'string', 'control-plane': 'boolean' })
		const port = wholeNumber('port', values['port'], 65_535) ?? 0
		const nodes = values['control-plane'] === true ? 0 : 3
		const prepared = await prepare(name, nodes)
		const playground = await step(`starting the playground "${name}"`, async () => {
			return await Playground.boot({ name, nodes, port }, prepared)
		})
		await playground.letGo()
		const named = name === 'default' ? '' : ` --name ${name}`
		process.stdout.write(`${nodes === 0 ? 'The API server is' : 'Three nodes are'} ready.
  npm run playground -- kubectl${named} get nodes    one command
  npm run playground -- shell${named}                a shell with kubectl, kubectl etcd and etcdctl
  export KUBECONFIG=${playground.files.kubeconfig}
  npm run playground -- down${named}                 end it; nothing remains
`)
		return undefined
	},
}
