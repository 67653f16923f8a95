// What a person is told when a line cannot be done at all, and what the process ends with. No cluster is needed for any of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'

const main = join(import.meta.dirname, '../../plugin/main.ts')

interface Ran {
	readonly code: number | null
	readonly out: string
	readonly err: string
}

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
	const home = { HOME: '/nonexistent', XDG_CACHE_HOME: '/nonexistent', PATH: process.env['PATH'] ?? '' }
	const child = spawn(process.execPath, [main, ...argv], {
		env: { ...home, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
	return { code, out, err }
}

async function kubeconfig(
	t: ExecutionContext,
	user: object,
	server = 'https://127.0.0.1:1',
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-edge-'))
	t.teardown(async () => await rm(folder, { recursive: true }))
	const file = join(folder, 'config')
	const context = (name: string) => ({ name, context: { cluster: 'c', user: 'u', namespace: 'team-a' } })
	await writeFile(
		file,
		JSON.stringify({
			apiVersion: 'v1',
			kind: 'Config',
			'current-context': 'prod',
			contexts: [context('prod'), context('stage')],
			clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
			users: [{ name: 'u', user }],
		}),
	)
	return file
}

const free = async (): Promise<number> =>
	await new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo
			server.close(() => resolve(port))
		})
	})

const lines: readonly (readonly [argv: readonly string[], says: readonly string[]])[] = [
	[['statsu'], ['error: unknown command "statsu"', '  next  did you mean kubectl etcd status?']],
	[['zzz'], ['error: unknown command "zzz"', '  next  kubectl etcd --help']],
	[
		['help', 'zzz'],
		['error: unknown command "zzz"', '  next  kubectl etcd --help'],
	],
	[
		['status', '--wtach'],
		['error: unknown flag: --wtach', '  next  did you mean --watch?'],
	],
	[['status', '-o'], ['error: flag needs a value: -o FORMAT']],
	[['status', '-o', 'table'], ['error: --output: "table" is none of wide, json, yaml']],
	[['status', '--depth', '7'], ['error: --depth: "7" is none of 0, 1, 2, 3']],
	[
		['alarm'],
		[
			'error: alarm is not a whole command',
			'  next  write one of kubectl etcd alarm ls, kubectl etcd alarm disarm',
		],
	],
	[
		['completion', 'tcsh'],
		['error: "tcsh" is no shell that is known; write one of kubectl, bash, zsh, fish, powershell'],
	],
]

for (const [argv, says] of lines)
	test(`kubectl etcd ${argv.join(' ')}`, async (t) => {
		const { code, out, err } = await run(argv)
		t.is(code, 1)
		t.is(out, '')
		t.deepEqual(err.trimEnd().split('\n'), says)
	})

test('a context that is not there is answered with those that are', async (t) => {
	const file = await kubeconfig(t, {})
	const { code, err } = await run(['status', '--context', 'prodd'], { KUBECONFIG: file })
	t.is(code, 1)
	t.deepEqual(err.trimEnd().split('\n'), [
		'error: context "prodd" does not exist',
		'  why   did you mean "prod"?',
		'  next  known: prod, stage',
	])
})

test('a program for credentials that is not there is answered with how to get it', async (t) => {
	const exec = {
		apiVersion: 'client.authentication.k8s.io/v1',
		command: 'no-such-login',
		interactiveMode: 'Never',
		installHint: 'install no-such-login by your package manager',
	}
	const { code, err } = await run(['get'], { KUBECONFIG: await kubeconfig(t, { exec }) })
	t.is(code, 1)
	t.regex(err, /no-such-login/)
	t.regex(err, / {2}next {2}install no-such-login by your package manager/)
})

test('an API server that does not answer is named as that', async (t) => {
	const file = await kubeconfig(t, {}, `https://127.0.0.1:${await free()}`)
	const { code, out, err } = await run(['status', 'orders'], { KUBECONFIG: file })
	t.is(code, 1)
	t.is(out, '')
	t.regex(err, /^error: the API server does not answer: .*ECONNREFUSED/)
})

test('for programs an error is one line of JSON', async (t) => {
	const file = await kubeconfig(t, {})
	const { err } = await run(['status', '-o', 'json', '--context', 'prodd'], { KUBECONFIG: file })
	t.like(JSON.parse(err), { code: 1, message: 'context "prodd" does not exist' })
})

test('help needs no kubeconfig, however broken it is', async (t) => {
	for (const argv of [[], ['--help'], ['status', '--help'], ['help'], ['help', 'status'], ['flags']]) {
		const { code, out, err } = await run(argv, { KUBECONFIG: main })
		t.deepEqual([code, err], [0, ''], argv.join(' '))
		t.regex(out, /kubectl etcd/)
	}
})

test('a reader who has had enough is no error to anybody', async (t) => {
	const pipe = `"$0" "$1" flags | head -n 1`
	const child = spawn('sh', ['-c', pipe, process.execPath, main], { stdio: ['ignore', 'pipe', 'pipe'] })
	const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
	t.is(out.split('\n')[0], 'Flags that every command takes, anywhere after "kubectl etcd":')
	t.is(err, '')
})

test('what nobody caught is one sentence, and its stack lies in a file', async (t) => {
	await using silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
	await once(silent, 'listening')
	const { port } = silent.address() as AddressInfo
	const file = await kubeconfig(t, {}, `https://127.0.0.1:${port}`)
	const folder = dirname(file)
	for (const [what, ends] of [
		['thrown', 'throw new Error("a plain mistake")'],
		['rejected', 'Promise.reject(new Error("a plain mistake"))'],
	] as const) {
		const mistake = join(folder, `${what}.cjs`)
		await writeFile(mistake, `setTimeout(() => { ${ends} }, 500)`)
		const env = {
			KUBECONFIG: file,
			NODE_OPTIONS: `--require=${mistake}`,
			BUN_OPTIONS: `--preload=${mistake}`,
			XDG_CACHE_HOME: folder,
		}
		const { code, out, err } = await run(['status', 'orders'], env)
		t.deepEqual([code, out], [1, ''])
		const stack = join(folder, 'kubectl-etcd/plugin/last-error.txt')
		t.is(
			err,
			`error: this should not have happened: a plain mistake\n  why   where it happened is in ${stack}\n`,
		)
		t.regex(await readFile(stack, 'utf8'), new RegExp(`at .*${what}\\.cjs`))
		const { err: forPrograms } = await run(['status', 'orders', '-o', 'json'], env)
		t.like(JSON.parse(forPrograms), { code: 1, message: 'this should not have happened: a plain mistake' })
	}
})
