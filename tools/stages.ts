// What npm test runs, in the order in which it is quickest to learn that something is wrong.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { certManagerPrograms } from '../playground/addons/cert-manager.ts'
import { Playground } from '../playground/playground.ts'
import { prepare } from '../playground/prepare.ts'
import { ensurePrograms } from '../playground/programs/find.ts'
import { forgetLogs } from '../playground/world/launch.ts'
import { add, count, nothingRan, settle, type Counts } from './tap.ts'

export interface Stage {
	readonly name: string
	run(): Promise<Counts>
}

const root = `${import.meta.dirname}/..`

async function lines(
	argv: readonly string[],
	env: NodeJS.ProcessEnv,
	onLine: (line: string) => void,
): Promise<number> {
	const [program = '', ...args] = argv
	const child = spawn(program, args, {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const ended = new Promise<number>((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => resolve(code ?? 1))
	})
	for await (const line of createInterface({ input: child.stdout })) onLine(line)
	return await ended
}

/** One check that passes or fails as a whole. */
const check = (name: string, ...argv: readonly string[]): Stage => ({
	name,
	async run() {
		const code = await lines(argv, {}, (line) => console.log(line))
		return code === 0 ? { ...nothingRan, passed: 1 } : { ...nothingRan, failed: 1 }
	},
})

async function ava(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Counts> {
	let counts = nothingRan
	let before = performance.now()
	const code = await lines(['ava', '--tap', ...args], env, (line) => {
		counts = count(counts, line)
		if (/^(TAP version|1\.\.|\s*$|# )/.test(line)) return
		const seconds = (performance.now() - before) / 1000
		before = performance.now()
		console.log(/^(not )?ok /.test(line) && seconds > 1 ? `${line} (${seconds.toFixed(0)} s)` : line)
	})
	return settle(counts, code)
}

/** Everything that later stages would otherwise build in the middle of a test. */
async function prepareAll(): Promise<Counts> {
	await prepare('test', 3)
	await ensurePrograms(certManagerPrograms())
	return { ...nothingRan, passed: 1 }
}

/** The README's demo makes the playground that the live tests share; from then on it ends with this process. */
async function live(): Promise<Counts> {
	const name = `test-${process.pid}`
	const demo = await check('demo', 'npm', 'run', '--silent', 'demo', '--', '--name', name).run()
	if (demo.failed > 0) return demo
	const counts = await onPlayground(name)
	if (counts.failed === 0) await forgetLogs(name) // what failed wants to be looked at
	return add(demo, counts)
}

async function onPlayground(name: string): Promise<Counts> {
	await using playground = await Playground.join(name)
	await playground.tie()
	const env = { PLAYGROUND: name }
	const shared = await ava(env, '--concurrency=2', 'test/live/shared')
	return add(shared, await ava(env, '--concurrency=1', 'test/live/alone'))
}

const unit = [
	'test/*.test.ts',
	...['api', 'certificates', 'controller', 'playground', 'runtime', 'tools', 'webhook'].map(
		(name) => `test/${name}`,
	),
	...['pure', 'wire'].map((name) => `test/etcd/${name}`),
]

export const stages: readonly Stage[] = [
	check('tsc', 'tsc', '--project', '.'),
	check('format', 'prettier', '--check', '--log-level=warn', '.'),
	check('lint', 'oxlint', '--quiet'),
	check('knip', 'knip', '--no-progress'),
	{
		name: 'unit',
		run: async () => await ava({}, ...unit),
	},
	{ name: 'prepare', run: prepareAll },
	{ name: 'etcd', run: async () => await ava({}, '--concurrency=1', 'test/etcd/real') },
	{ name: 'kube', run: async () => await ava({}, '--concurrency=1', 'test/kube') },
	{ name: 'admission', run: async () => await ava({}, '--concurrency=1', 'test/admission') },
	{ name: 'machine', run: async () => await ava({}, '--concurrency=1', 'test/machine') },
	{ name: 'live', run: live },
]
