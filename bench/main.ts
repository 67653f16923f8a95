// npm run bench: floors, rivals and ours in one run, as ratios, since machines are noisy and shared. Never part of a test.
import { benchCli } from './cli/main.ts'
import { benchController } from './controller/main.ts'
import { Complaint } from '../playground/complaint.ts'
import { benchSnapshot, parts, type Part } from './snapshot/main.ts'
import { benchWebhook } from './webhook.ts'

const benches = {
	webhook: benchWebhook,
	controller: benchController,
	cli: benchCli,
	snapshot: async () => await benchSnapshot(chosen.length > 0 ? chosen : parts),
} as const

const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name)
const told = process.argv.slice(2)
/** A bench of parts is told which after its name. */
const chosen = told.includes('snapshot') ? told.filter(isPart) : []
const wanted = told.filter((name) => !(isPart(name) && chosen.includes(name)))
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
	console.error(
		`"${unknown.join(', ')}" is no bench: use npm run bench -- ${Object.keys(benches).join(' ')}, or none for all; snapshot may be followed by ${parts.join(' or ')}.`,
	)
	process.exit(2)
}
try {
	for (const [name, bench] of Object.entries(benches))
		if (wanted.length === 0 || wanted.includes(name)) await bench()
} catch (reason) {
	if (!(reason instanceof Complaint)) throw reason
	console.error(reason.message)
	process.exitCode = 1
}
