// Our controller as a process of this checkout inside a playground's network, with the rights of its service account and nothing more:
// for shows that end it in ways in which Kubernetes would make them wait before it starts again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Playground } from './playground.ts'

const root = join(import.meta.dirname, '..')
const inside = ['-n', 'kubectl-etcd']

interface Kubeconfig {
	readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[]
}

export class OutsidePod {
	readonly #argv: readonly string[]
	readonly #env: NodeJS.ProcessEnv
	#child: ChildProcess | undefined

	private constructor(argv: readonly string[], env: NodeJS.ProcessEnv) {
		this.#argv = argv
		this.#env = env
	}

	/** Instead of the Deployment, which is scaled to nothing. */
	static async prepare(
		playground: Playground,
		name: string,
		...args: readonly string[]
	): Promise<OutsidePod> {
		await playground.kubectl([...inside, 'scale', 'deployment/kubectl-etcd-controller', '--replicas=0'])
		const pods = ['-l', 'app.kubernetes.io/component=controller', '--timeout=60s']
		await playground.kubectl([...inside, 'wait', '--for=delete', 'pod', ...pods])
		const token = await playground.kubectl([
			...inside,
			'create',
			'token',
			'kubectl-etcd-controller',
			'--duration=3h',
		])
		const config = JSON.parse(
			await playground.kubectl(['config', 'view', '--raw', '-o', 'json']),
		) as Kubeconfig
		const cluster = { ...config.clusters[0]?.cluster, server: 'https://127.0.0.1:6443' }
		const file = join(playground.files.state, `${name}.json`)
		const context = { name, context: { cluster: name, user: name } }
		const users = [{ name, user: { token: token.trim() } }]
		const own = { 'current-context': name, contexts: [context], clusters: [{ name, cluster }], users }
		await writeFile(file, JSON.stringify(own), { mode: 0o600 })
		const image = ['-o', 'jsonpath={.spec.template.spec.containers[0].image}']
		const ours = await playground.kubectl([...inside, 'get', 'deployment/kubectl-etcd-controller', ...image])
		const pid = await playground.pid()
		const argv = [
			'--target',
			String(pid),
			'--net',
			'--',
			process.execPath,
			join(root, 'controller/main.ts'),
			'--port=0',
			...args,
		]
		return new OutsidePod(argv, {
			...process.env,
			KUBECONFIG: file,
			POD_NAME: name,
			POD_NAMESPACE: 'kubectl-etcd',
			OPERATOR_IMAGE: ours.trim(),
		})
	}

	/** Whoever wants to know hears of each step right after it was taken. */
	start(onStep?: (step: string) => void): void {
		const child = spawn('nsenter', [...this.#argv], {
			env: this.#env,
			stdio: ['ignore', onStep ? 'pipe' : 'ignore', 'inherit'],
		})
		this.#child = child
		if (child.stdout === null || onStep === undefined) return
		createInterface({ input: child.stdout }).on('line', (line) => {
			const said = JSON.parse(line) as { readonly msg?: string; readonly do?: string }
			if (said.msg === 'step') onStep(said.do ?? '')
		})
	}

	/** Killed and started again right after each step, while something goes on. Which steps those were. */
	async killedAtEachStep(during: () => Promise<void>): Promise<readonly string[]> {
		const steps: string[] = []
		const work = { on: true }
		let last: Promise<void> = Promise.resolve()
		const again = async (): Promise<void> => {
			await this.kill()
			if (work.on) begin()
		}
		const begin = (): void => {
			let alive = true
			this.start((step) => {
				steps.push(step)
				if (alive) last = again()
				alive = false
			})
		}
		begin()
		try {
			await during()
		} finally {
			work.on = false
			await last
			await this.kill()
		}
		return steps
	}

	/** kill -9, and until it is dead. */
	async kill(): Promise<void> {
		const child = this.#child
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
		const ended = once(child, 'exit')
		child.kill('SIGKILL')
		await ended
	}

	signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
		this.#child?.kill(signal)
	}
}
