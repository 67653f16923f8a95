// Gives the same files, environment and flags to kubectl and to us, and says what each of them then did.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { KubeFlags } from '../../../kube/config/flags.ts'
import { programs } from '../../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../../playground/programs/find.ts'
import { asked, type Outcome } from './ours.ts'
import type { Recorded, Recorder } from './recorder.ts'

export const kubectl = pathOf(
	await ensurePrograms(programs('kubernetes').filter(({ name }) => name === 'kubectl')),
	'kubernetes/kubectl',
)

interface Ended {
	readonly code: number | null
	readonly stdout: string
	readonly stderr: string
}

export async function runs(
	file: string,
	args: readonly string[],
	env: NodeJS.ProcessEnv,
	cwd: string,
): Promise<Ended> {
	const child = spawn(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
	let [stdout, stderr] = ['', '']
	child.stdout.on('data', (chunk) => (stdout += String(chunk)))
	child.stderr.on('data', (chunk) => (stderr += String(chunk)))
	return await new Promise((resolve, reject) => {
		child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }))
	})
}

export const argumentsOf = (flags: KubeFlags): string[] =>
	Object.entries(flags).flatMap(([name, value]) =>
		[value].flat().map((one: unknown) => `--${name}=${String(one)}`),
	)

export interface Situation {
	readonly dir: string
	readonly env: NodeJS.ProcessEnv
	readonly flags: KubeFlags
}

type Files = Readonly<Record<string, string>>

/** `home` is a folder of its own; files that begin with #! can be run. */
export async function situation(
	files: (dir: string) => Files,
	env: (dir: string) => NodeJS.ProcessEnv,
	flags: (dir: string) => KubeFlags,
): Promise<Situation & AsyncDisposable> {
	const dir = await realpath(await mkdtemp(join(tmpdir(), 'kubectl-etcd-config-')))
	for (const [name, text] of Object.entries(files(dir))) {
		const path = join(dir, name)
		await mkdir(dirname(path), { recursive: true })
		await writeFile(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o600 })
	}
	return {
		dir,
		env: { PATH: `${dir}/bin:/usr/bin:/bin`, HOME: dir, ...env(dir) },
		flags: flags(dir),
		async [Symbol.asyncDispose]() {
			await rm(dir, { recursive: true, force: true })
		},
	}
}

export interface Done extends Recorded {
	/** What credential programs were told, each once. */
	readonly told: readonly unknown[]
	readonly failed: boolean
}

async function toldIn(dir: string): Promise<readonly unknown[]> {
	const path = join(dir, 'told')
	const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
	await rm(path, { force: true })
	return [...new Set(lines)].map((line): unknown => (line.startsWith('{') ? JSON.parse(line) : line))
}

export async function kubectlAt({ dir, env, flags }: Situation, ...args: readonly string[]): Promise<Ended> {
	return await runs(kubectl, [...args, ...argumentsOf(flags)], env, dir)
}

export async function byKubectl(at: Situation, recorder: Recorder): Promise<Done> {
	const { code } = await kubectlAt(at, 'get', '--raw', '/probe')
	return { ...recorder.taken(), told: await toldIn(at.dir), failed: code !== 0 }
}

/** A bundle of ours.ts and what runs it, for another runtime than this: KUBECTL_ETCD_RUNTIME="bun ours.cjs". */
const another = process.env['KUBECTL_ETCD_RUNTIME']

/** What asks in a process of its own. */
export const oursCommand = another?.split(' ') ?? [process.execPath, join(import.meta.dirname, 'ours.ts')]

async function outcome({ dir, env, flags }: Situation): Promise<Outcome> {
	if (!another) return await asked(env, flags)
	const [runtime = '', ...bundle] = oursCommand
	const { stdout, stderr } = await runs(runtime, [...bundle, JSON.stringify({ flags })], env, dir)
	if (stdout === '') throw new Error(stderr)
	return JSON.parse(stdout) as Outcome
}

export async function byUs(at: Situation, recorder: Recorder): Promise<Done & { readonly outcome: Outcome }> {
	const came = await outcome(at)
	const failed = came.statuses?.[0] !== 200
	return { ...recorder.taken(), told: await toldIn(at.dir), failed, outcome: came }
}
