// The plugin as a process, as people run it, against an API server with our schema, our webhook and no nodes.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathOf, type Api } from '../../admission/api.ts'
import { stage, type Stage } from '../../admission/support.ts'

const main = join(import.meta.dirname, '../../../plugin/main.ts')

export interface Ran {
	readonly code: number | null
	readonly out: string
	readonly err: string
}

export interface Started {
	/** Once it has said so on stderr. */
	said(part: RegExp): Promise<void>
	/** As Ctrl-C does. */
	interrupt(): void
	readonly ended: Promise<Ran>
}

interface How {
	/** A kubeconfig. */
	readonly as?: string
	readonly input?: string
	readonly env?: Readonly<Record<string, string>>
	/** What leads to the plugin instead of its own first file. */
	readonly by?: readonly string[]
}

export interface Ground extends AsyncDisposable {
	readonly on: Stage
	readonly api: Api
	/** kubectl etcd LINE, as the administrator or with another kubeconfig. */
	run(line: readonly string[], options?: How): Promise<Ran>
	/** As run, for what is still to go on. */
	start(line: readonly string[]): Started
	/** A namespace of its own. */
	namespace(): Promise<string>
	/** A kubeconfig of a service account that may do what the YAML says and nothing else. */
	account(namespace: string, roles: string): Promise<string>
}

interface Kubeconfig {
	readonly clusters: readonly unknown[]
	readonly contexts: readonly { readonly context: { readonly cluster: string } }[]
}

function started(kubeconfig: string, line: readonly string[], { input = '', env, by }: How = {}): Started {
	const [program = '', ...words] = by ?? [process.execPath, main]
	const child = spawn(program, [...words, ...line], {
		env: { PATH: process.env['PATH'], HOME: tmpdir(), KUBECONFIG: kubeconfig, LANG: 'C.UTF-8', ...env },
		stdio: ['pipe', 'pipe', 'pipe'],
	})
	child.stdin.end(input)
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject)
		child.once('close', resolve)
	})
	const out = text(child.stdout)
	let err = ''
	const listeners = new Set<() => void>()
	child.stderr.setEncoding('utf8').on('data', (more: string) => {
		err += more
		for (const listener of listeners) listener()
	})
	return {
		said: async (part) =>
			await new Promise((resolve, reject) => {
				const listen = (): void => void (part.test(err) && resolve())
				listeners.add(listen)
				listen()
				void ended.then(() => reject(new Error(`it ended and never said ${String(part)}: ${err}`)), reject)
			}),
		interrupt: () => void child.kill('SIGINT'),
		ended: ended.then(async (code) => ({ code, out: await out, err })),
	}
}

export async function ground(word: string): Promise<Ground> {
	await using undo = new AsyncDisposableStack()
	const on = undo.use(await stage(word))
	await on.useSchema('whole')
	await on.startWebhook()
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-plugin-'))
	undo.defer(async () => await rm(dir, { recursive: true, force: true }))
	const { kubeconfig } = on.playground.files
	let made = 0
	const held = undo.move()
	return {
		on,
		api: on.api,
		run: async (line, how = {}) => await started(how.as ?? kubeconfig, line, how).ended,
		start: (line) => started(kubeconfig, line),
		async namespace() {
			const name = `own-${made++}`
			await on.playground.kubectl(['create', 'namespace', name])
			return name
		},
		async account(namespace, printed) {
			const name = `account-${made++}`
			// Several in one namespace must not share a role.
			const roles = printed.replaceAll(/\bkubectl-etcd-[a-z-]+/g, (role) => `${role}-${name}`)
			const call = async (...args: Parameters<typeof on.playground.kubectl>) =>
				await on.playground.kubectl(...args)
			await call(['create', 'serviceaccount', name, '-n', namespace])
			const kinds = [...roles.matchAll(/^# kubectl create (.*)$/gm)].map(([, line = '']) => line)
			if (roles !== '') await call(['apply', '-f', '-'], { input: roles })
			for (const line of kinds)
				await call([
					'create',
					...line.replace('--user=USER', `--serviceaccount=${namespace}:${name}`).split(' '),
				])
			const token = (await call(['create', 'token', name, '-n', namespace])).trim()
			const { clusters, contexts } = JSON.parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig
			const context = { ...contexts[0]?.context, user: name }
			const file = join(dir, `${name}.json`)
			const config = {
				apiVersion: 'v1',
				kind: 'Config',
				'current-context': name,
				contexts: [{ name, context }],
				clusters,
				users: [{ name, user: { token } }],
			}
			await writeFile(file, JSON.stringify(config))
			return file
		},
		[Symbol.asyncDispose]: async () => await held.disposeAsync(),
	}
}

export const merge = 'application/merge-patch+json'

/** Three members that are well, as the controller would report them. */
export const wellStatus = (version = '3.5.35', generation = 1) => ({
	clusterID: 'c1',
	observedGeneration: generation,
	health: 'Healthy',
	ready: '3/3',
	currentVersion: version,
	targetVersion: '',
	leader: 'orders-a',
	memberStates: ['a', 'b', 'c'].map((letter) => ({
		name: `orders-${letter}`,
		id: letter,
		role: letter === 'a' ? 'Leader' : 'Voter',
		version,
		ready: true,
		claimName: `orders-${letter}`,
	})),
	conditions: [
		{ type: 'Available', status: 'True', reason: 'Cluster available' },
		{ type: 'Degraded', status: 'False', reason: 'Settled' },
		{ type: 'Upgrading', status: 'False', reason: 'Settled' },
	],
})

interface Wanted {
	readonly name?: string
	readonly version?: string
	readonly status?: object
	readonly spec?: object
}

export async function storeCluster(
	{ api }: Pick<Ground, 'api'>,
	namespace: string,
	{ name = 'orders', version = '3.5.35', status = wellStatus(version), spec: more = {} }: Wanted = {},
): Promise<string> {
	const spec = {
		...more,
		size: 3,
		version,
		pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '1Gi' } } } },
	}
	const object = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name, namespace },
		spec,
	}
	await api.must('POST', `${pathOf('EtcdCluster', namespace)}?fieldManager=kubectl-create`, object)
	const path = pathOf('EtcdCluster', namespace, name)
	await api.must('PATCH', `${path}/status`, { status }, merge)
	return path
}
