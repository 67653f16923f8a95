// What npm test runs, in the order in which it is quickest to learn that something is wrong.
import { certManagerPrograms } from '../playground/addons/cert-manager.ts'
import { prepare } from '../playground/prepare.ts'
import { ensureInstalled } from '../playground/programs/debian.ts'
import { programs } from '../playground/programs/families.ts'
import { ensurePrograms } from '../playground/programs/find.ts'
import { ava, lines } from './ava.ts'
import { inBun } from './in-bun/stage.ts'
import { platforms } from './release/platforms.ts'
import { runtimeFor } from './release/runtime.ts'
import { live } from './live.ts'
import { places } from './places.ts'
import { nothingRan, type Counts } from './tap.ts'

export interface Stage {
	readonly name: string
	run(): Promise<Counts>
}

/** One check that passes or fails as a whole. */
const check = (name: string, ...argv: readonly string[]): Stage => ({
	name,
	async run() {
		const code = await lines(argv, {}, (line) => console.log(line))
		return code === 0 ? { ...nothingRan, passed: 1 } : { ...nothingRan, failed: 1 }
	},
})

/** Everything that later stages would otherwise build in the middle of a test. */
async function prepareAll(): Promise<Counts> {
	await prepare('test', 3)
	await ensureInstalled('terminal')
	await ensurePrograms([...certManagerPrograms(), ...programs('krew', 'minio', 'fake-gcs-server')])
	for (const platform of platforms) await runtimeFor(platform)
	return { ...nothingRan, passed: 1 }
}

const demo = async (name: string): Promise<Counts> =>
	await check('demo', 'npm', 'run', '--silent', 'demo', '--', '--name', name).run()

// Most of what tests against real servers do is waiting.
const three = '--concurrency=3'
const four = '--concurrency=4'

export const stages: readonly Stage[] = [
	check('tsc', 'tsc', '--project', '.'),
	check('format', 'prettier', '--check', '--log-level=warn', '.'),
	check('lint', 'oxlint', '--quiet'),
	check('knip', 'knip', '--no-progress'),
	{
		name: 'unit',
		run: async () => await ava({}, three, ...places.unit),
	},
	{ name: 'prepare', run: prepareAll },
	{ name: 'etcd', run: async () => await ava({}, four, ...places.etcd) },
	{ name: 'backup', run: async () => await ava({}, three, ...places.backup) },
	{ name: 'kube', run: async () => await ava({}, three, ...places.kube) },
	{ name: 'admission', run: async () => await ava({}, '--concurrency=1', ...places.admission) },
	{ name: 'plugin', run: async () => await ava({}, three, ...places.plugin) },
	{ name: 'bun', run: inBun },
	{ name: 'release', run: async () => await ava({}, three, ...places.release) },
	{ name: 'machine', run: async () => await ava({}, '--concurrency=1', ...places.machine) },
	{ name: 'live', run: async () => await live(demo) },
]
