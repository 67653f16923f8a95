// An API server with clusters on it, and kubectl and the plugin as the processes that people start.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stage as bareStage, type Stage } from '../../admission/support.ts'
import { kubectlPath } from '../../../playground/playground.ts'
import { documents, namespaces } from './clusters.ts'

const plugin = join(import.meta.dirname, '../../../plugin/main.ts')

export interface Ended {
	readonly code: number | null
	readonly out: string
	readonly err: string
}

export interface Running {
	readonly child: ChildProcess
	readonly out: () => string
	readonly ended: Promise<Ended>
}

function start(program: string, args: readonly string[], kubeconfig: string): Running {
	const child = spawn(program, [...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: join(tmpdir(), 'kubectl-etcd-test-cache') },
	})
	let [out, err] = ['', '']
	child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
	child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
	const ended = new Promise<Ended>((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => resolve({ code, out, err }))
	})
	return { child, out: () => out, ended }
}

/** Without the ages, of which one may be a second later, and without the width that they give to their column. */
export const ageless = (text: string): string =>
	text.replaceAll(/ (?:AGE|(?:\d+m)?\d+[sm])(?= |$) */gm, ' AGE ')

export interface World extends AsyncDisposable {
	readonly bare: Stage
	readonly folder: string
	readonly kubeconfig: string
	/** As people type them: behind `kubectl get`, and behind `kubectl etcd get`. */
	readonly kubectl: (kubeconfig: string, ...args: readonly string[]) => Running
	readonly plugin: (kubeconfig: string, ...args: readonly string[]) => Running
	/** What must succeed. */
	readonly must: (args: readonly string[], input?: string) => Promise<string>
	readonly fill: () => Promise<void>
}

export async function world(word: string): Promise<World> {
	const bare = await bareStage(word)
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-get-'))
	const { kubeconfig } = bare.playground.files
	const path = await kubectlPath()
	const must = async (args: readonly string[], input?: string): Promise<string> =>
		await bare.playground.kubectl(args, input === undefined ? {} : { input })
	return {
		bare,
		folder,
		kubeconfig,
		kubectl: (config, ...args) => start(path, args, config),
		plugin: (config, ...args) => start(process.execPath, [plugin, ...args], config),
		must,
		async fill() {
			await bare.useSchema('whole')
			for (const name of namespaces) await must(['create', 'namespace', name])
			for (const { name, namespace, text, status } of documents) {
				await must(['create', '-f', '-'], text)
				if (status === undefined) continue
				const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })]
				await must(['patch', 'etcdcluster', name, '-n', namespace, ...patch])
			}
			await writeFile(join(folder, 'path'), '{.metadata.name}\n')
			await writeFile(join(folder, 'columns'), 'NAME   SIZE\n.metadata.name  {.spec.size}\n')
			await writeFile(join(folder, 'uneven'), 'NAME SIZE\n.metadata.name\n')
		},
		async [Symbol.asyncDispose]() {
			await bare[Symbol.asyncDispose]()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
