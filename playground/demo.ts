// npm run demo: from nothing to a running operator that a person can play with, saying how long each step took.
import { installCertManager } from './addons/cert-manager.ts'
import { flags } from './commands/command.ts'
import { up } from './commands/up.ts'
import { Complaint } from './complaint.ts'
import { install, loadOperator } from './install.ts'
import { isUp } from './line.ts'
import { Playground } from './playground.ts'
import { step } from './progress.ts'
import { tell } from './story.ts'

/** What is up already is used as it is: a second demo is a refresh. */
async function playground(name: string): Promise<Playground> {
	if (!(await isUp(name))) await up.run(['--name', name])
	const found = await Playground.join(name)
	if ((await found.status()).nodes.length > 0) return found
	throw new Complaint(`the playground "${name}" has no nodes: end it, or choose another --name.`)
}

async function main(): Promise<void> {
	const { name } = flags('demo', process.argv.slice(2), {}, 0, 'npm run demo -- [--name NAME]')
	const named = name === 'default' ? '' : ` --name ${name}`
	const began = performance.now()
	const cluster = await playground(name)
	await installCertManager(cluster)
	await step('building our image and loading it into every node', async () => await loadOperator(cluster))
	await step('installing from config/default', async () => await install(cluster, 'default'))
	await tell(cluster)
	process.stdout.write(`
Ready after ${((performance.now() - began) / 1000).toFixed(1)} s, and yours to play with:
  npm run playground -- shell${named}     a shell with kubectl, kubectl etcd and etcdctl
  npm run playground -- help      everything else: logs, faults, images
  npm run playground -- down${named}      end it; nothing remains
`)
}

try {
	await main()
} catch (reason) {
	if (!(reason instanceof Complaint)) throw reason
	process.stderr.write(`${reason.message}\n`)
	process.exitCode = 1
}
