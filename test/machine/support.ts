// What tests of the playground as a guest on its machine share: its command line, and what the machine looks like around it.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { attempt, run, type Ran } from '../../playground/run.ts'

const main = join(import.meta.dirname, '../../playground/main.ts')

export const cli = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
	await attempt(process.execPath, [main, ...args], { env: { ...process.env, ...env } })

/** The command line as another process, to be killed at will. */
export const cliProcess = (args: readonly string[]) =>
	spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

export async function ownDirectory(t: ExecutionContext): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	return dir
}

/** A PATH on which only the named programs are, wherever they are on ours. */
export async function pathWithOnly(t: ExecutionContext, ...programs: readonly string[]): Promise<string> {
	const dir = await ownDirectory(t)
	for (const program of programs) await run('sh', ['-c', 'ln -s "$(command -v "$0")" "$1/"', program, dir])
	return dir
}

/** Playgrounds of a test are named by it, and their processes are known by that name: in their groups, words or environment. */
export const testName = (word: string): string => `test-${word}-${process.pid}`

const isOurs = (text: string): boolean => new RegExp(`test-\\w+-${process.pid}\\b`).test(text)

async function processes(): Promise<string[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
	const all = await Promise.all(
		pids.map(async (pid) => {
			const read = async (file: string) => await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
			const texts = await Promise.all(['cgroup', 'cmdline', 'environ'].map(read))
			return texts.some(isOurs) ? `${pid} ${texts[1]?.replaceAll('\0', ' ').slice(0, 60)}` : undefined
		}),
	)
	return all.filter((line) => line !== undefined)
}

async function namespaces(): Promise<string[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
	const kinds = ['net', 'cgroup'] // programs that build each other also make others, and come and go
	const links = pids.flatMap((pid) =>
		kinds.map(async (kind) => await readlink(`/proc/${pid}/ns/${kind}`).catch(() => undefined)),
	)
	return [...new Set(await Promise.all(links))].filter((link) => link !== undefined).toSorted()
}

const lines = (text: string): string[] =>
	text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Where container programs write when they are not told otherwise. */
const usualPlaces = [
	'/var/lib/kubelet',
	'/var/lib/cni',
	'/var/lib/containerd',
	'/var/log/containers',
	'/var/log/pods',
	'/usr/libexec/kubernetes',
	'/opt/containerd',
	'/etc/cni/net.d',
	'/run/containerd',
	'/run/netns',
]

/** Settings of the whole machine that kubelets, proxies and CNI plugins like to change. */
const settings = [
	'vm/overcommit_memory',
	'vm/panic_on_oom',
	'kernel/panic',
	'kernel/panic_on_oops',
	'kernel/keys/root_maxkeys',
	'net/ipv4/ip_forward',
	'net/netfilter/nf_conntrack_max',
]

/** Counters and times aside: what a guest could leave behind. */
export async function machine() {
	const rules = await Promise.all(
		['iptables-save', 'ip6tables-save'].map(async (save) => lines((await attempt(save, [])).stdout)),
	)
	return {
		processes: await processes(),
		namespaces: await namespaces(),
		mounts: lines(await readFile('/proc/self/mounts', 'utf8')),
		rules: rules.flat().map((line) => line.replace(/\[\d+:\d+\]/, '')),
		links: lines(await run('ip', ['-brief', 'link'])).map((line) => line.split(/\s/)[0] ?? ''),
		files: lines((await attempt('find', [...usualPlaces])).stdout),
		settings: await Promise.all(
			settings.map(async (name) => `${name} ${await readFile(`/proc/sys/${name}`, 'utf8').catch(() => '')}`),
		),
		groups: lines(await run('find', ['/sys/fs/cgroup', '-maxdepth', '2', '-type', 'd'])).toSorted(),
	}
}

export type Machine = Awaited<ReturnType<typeof machine>>

/** What is there now and was not before; the kernel takes a moment to end a namespace's last processes. */
export async function leftBehind(before: Machine): Promise<Partial<Machine>> {
	let left: Partial<Machine> = {}
	for (let attempts = 0; attempts < 50; attempts++) {
		const now = await machine()
		const added = Object.entries(now).map(([kind, list]) => {
			const had = new Set(before[kind as keyof Machine])
			return [kind, list.filter((one) => !had.has(one))] as const
		})
		left = Object.fromEntries(added.filter(([, list]) => list.length > 0))
		if (Object.keys(left).length === 0) return {}
		await sleep(100)
	}
	return left
}
