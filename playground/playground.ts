// The playground as other programs use it: start one that ends with you, or join one that is up.
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Complaint } from './complaint.ts'
import { ask, hold, notUp, type Line } from './line.ts'
import { filesOf } from './places.ts'
import { prepare, type Prepared } from './prepare.ts'
import { controlPlanePrograms, programs } from './programs/families.ts'
import { ensurePrograms, pathOf } from './programs/find.ts'
import { run, type RunOptions } from './run.ts'
import type { Status } from './world/asks.ts'
import type { Fault } from './world/faults/faults.ts'
import { launch, type Launched } from './world/launch.ts'

export interface StartOptions {
	readonly name: string
	/** 3, or 0 for an API server alone. */
	readonly nodes: 0 | 3
	readonly port?: number
}

export class Playground implements AsyncDisposable {
	readonly name: string
	readonly #launched: Launched | undefined

	private constructor(name: string, launched?: Launched) {
		this.name = name
		this.#launched = launched
	}

	/** Ends when this process does, however that ends, unless it is let go. */
	static async start(options: StartOptions): Promise<Playground> {
		return await this.boot(options, await prepare(options.name, options.nodes))
	}

	/** The part of a start that takes seconds, when everything is there. */
	static async boot({ name, nodes, port = 0 }: StartOptions, prepared: Prepared): Promise<Playground> {
		return new Playground(name, await launch({ name, nodes, ...prepared }, port))
	}

	static async join(name: string): Promise<Playground> {
		await ask<Status>(name, { do: 'status' })
		return new Playground(name)
	}

	get files() {
		return filesOf(this.name)
	}

	async letGo(): Promise<void> {
		await this.#launched?.letGo()
	}

	async status(): Promise<Status> {
		return await ask<Status>(this.name, { do: 'status' })
	}

	/** What the world's outermost process is to others: its end ends everything. */
	async pid(): Promise<number> {
		const text = await readFile(this.files.record, 'utf8').catch(() => {
			throw notUp(this.name)
		})
		return (JSON.parse(text) as { pid: number }).pid
	}

	/** `await using` undoes the fault at the end of the block. */
	async fault(fault: Fault): Promise<Line<unknown>> {
		return await hold(this.name, { do: 'fault', ...fault })
	}

	/** The archive is copied in: what is on the machine's disks is not always seen inside. */
	async load(archive: string): Promise<void> {
		const images = join(this.files.state, 'images')
		await mkdir(images, { recursive: true })
		const file = basename(archive)
		await copyFile(archive, join(images, file))
		try {
			await ask(this.name, { do: 'load', file })
		} catch (reason) {
			await rm(join(images, file), { force: true })
			throw reason
		}
	}

	/** From now on it ends when this process does; for one that was let go. */
	async tie(): Promise<void> {
		await hold(this.name, { do: 'tie' })
	}

	async kubectl(args: readonly string[], options: RunOptions = {}): Promise<string> {
		const env = { ...process.env, KUBECONFIG: this.files.kubeconfig }
		return await run(await kubectlPath(), args, { env, ...options })
	}

	/** Returns when the last process is gone and nothing is left to clean. */
	async down(): Promise<void> {
		await ask(this.name, { do: 'down' }).catch((reason: unknown) => {
			if (!(reason instanceof Complaint)) throw reason
		})
		await waitUntilGone(this.name)
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.down()
	}
}

/** Everyone in the playground holds its lock, and the janitor after them. */
async function waitUntilGone(name: string): Promise<void> {
	const lock = join(filesOf(name).state, 'lock')
	const wait = 'flock --timeout 20 "$0" true; while [ -e "$1" ]; do sleep 0.05; done'
	await run('timeout', ['30', 'sh', '-c', wait, lock, filesOf(name).record])
}

export async function kubectlPath(): Promise<string> {
	const kubectl = controlPlanePrograms().filter(({ name }) => name === 'kubectl')
	return pathOf(await ensurePrograms(kubectl, 'or from kubebuilder'), 'kubernetes/kubectl')
}

export async function etcdctlPath(): Promise<string> {
	const etcdctl = programs('etcd-3.6').filter(({ name }) => name === 'etcdctl')
	return pathOf(await ensurePrograms(etcdctl), 'etcd-3.6/etcdctl')
}
