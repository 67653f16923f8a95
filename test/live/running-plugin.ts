// kubectl etcd as a process that runs until it is told to end, against the playground; and as somebody with few rights.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { apply, kubectl, playground } from './support.ts'

const main = join(import.meta.dirname, '../../plugin/main.ts')

export interface Ended {
	readonly code: number
	readonly out: string
	readonly err: string
}

export interface Running {
	out(): string
	err(): string
	/** As Ctrl-C does. */
	interrupt(): Promise<Ended>
	readonly ended: Promise<Ended>
}

interface How {
	readonly kubeconfig?: string
	readonly cwd?: string
}

export function startPlugin(args: readonly string[], { kubeconfig, cwd }: How = {}): Running {
	const child = spawn(process.execPath, [main, ...args], {
		env: { ...process.env, LANG: 'C.UTF-8', KUBECONFIG: kubeconfig ?? playground.files.kubeconfig },
		stdio: ['ignore', 'pipe', 'pipe'],
		...(cwd !== undefined && { cwd }),
	})
	let [out, err] = ['', '']
	child.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text))
	child.stderr.setEncoding('utf8').on('data', (text: string) => void (err += text))
	const ended = new Promise<Ended>((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => resolve({ code: code ?? -1, out, err }))
	})
	return {
		out: () => out,
		err: () => err,
		ended,
		async interrupt() {
			child.kill('SIGINT')
			return await ended
		},
	}
}

export const runPlugin = async (args: readonly string[], how: How = {}): Promise<Ended> =>
	await startPlugin(args, how).ended

interface Rule {
	readonly apiGroups: readonly string[]
	readonly resources: readonly string[]
	readonly verbs: readonly string[]
	readonly resourceNames?: readonly string[]
}

export async function ownFolder(t: ExecutionContext): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-plugin-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	return dir
}

/** A kubeconfig of a service account that may do this in its namespace and nothing else. */
export async function whoMay(
	t: ExecutionContext,
	namespace: string,
	name: string,
	rules: readonly Rule[],
): Promise<string> {
	const rbac = 'rbac.authorization.k8s.io'
	await apply(namespace, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } })
	await apply(namespace, { apiVersion: `${rbac}/v1`, kind: 'Role', metadata: { name }, rules })
	await apply(namespace, {
		apiVersion: `${rbac}/v1`,
		kind: 'RoleBinding',
		metadata: { name },
		roleRef: { apiGroup: rbac, kind: 'Role', name },
		subjects: [{ kind: 'ServiceAccount', name, namespace }],
	})
	const token = (await kubectl('-n', namespace, 'create', 'token', name)).trim()
	const file = JSON.parse(await readFile(playground.files.kubeconfig, 'utf8')) as {
		readonly users: readonly { readonly name: string }[]
	}
	const path = join(await ownFolder(t), 'kubeconfig')
	const users = file.users.map((user) => ({ name: user.name, user: { token } }))
	await writeFile(path, JSON.stringify({ ...file, users }), { mode: 0o600 })
	return path
}
