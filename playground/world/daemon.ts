// A program that runs as long as the playground does, with its output in a log of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Complaint } from '../complaint.ts'
import { logsHere } from './layout.ts'

const restartAfterMs = 500

export class Daemon {
	readonly name: string
	readonly #argv: readonly string[]
	readonly #env: NodeJS.ProcessEnv
	#child: ChildProcess | undefined
	#ended: Promise<void> = Promise.resolve()
	#kept = false
	#wanted = false

	constructor(name: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
		this.name = name
		this.#argv = argv
		this.#env = env
	}

	get pid(): number | undefined {
		return this.running ? this.#child?.pid : undefined
	}

	get running(): boolean {
		return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
	}

	start(): this {
		this.#wanted = true
		if (this.running) return this
		const [program = '', ...args] = this.#argv
		const log = openSync(join(logsHere, `${this.name}.log`), 'a')
		const child = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, ...this.#env } })
		closeSync(log)
		this.#child = child
		this.#ended = new Promise((resolve) => {
			child.once('exit', () => {
				resolve()
				if (this.#kept) setTimeout(() => this.#wanted && this.start(), restartAfterMs)
			})
			child.once('error', () => resolve())
		})
		return this
	}

	/** From now on it is started again when it ends by itself, as a real node does with its control plane. */
	keep(): void {
		this.#kept = true
	}

	async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
		this.#wanted = false
		this.#child?.kill(signal)
		await this.#ended
	}

	/** Fails early, with the log's last lines, when the program has ended. */
	async until(what: string, ready: () => Promise<boolean>, seconds = 60): Promise<void> {
		const deadline = performance.now() + seconds * 1000
		while (!(await ready())) {
			await this.mustRun(what)
			if (performance.now() > deadline) throw await this.#complaint(`${what} not within ${seconds} s`)
			await sleep(25)
		}
	}

	/** Complains, with the log's last lines, when the program has ended. */
	async mustRun(what: string): Promise<void> {
		if (!this.running) throw await this.#complaint(`${this.name} ended before ${what}`)
	}

	/** For programs that tell only their log when they are ready. */
	async untilItSays(what: string, text: string): Promise<void> {
		await this.until(what, async () => (await this.#log()).includes(text))
	}

	async #log(): Promise<string> {
		return await readFile(join(logsHere, `${this.name}.log`), 'utf8')
	}

	async #complaint(what: string): Promise<Complaint> {
		const log = await this.#log()
		return new Complaint(`${what}; its log ends with:\n${log.trim().split('\n').slice(-8).join('\n')}`)
	}
}
