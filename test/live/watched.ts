// kubectl etcd status --watch in a terminal, by Node or by the executable: what is seen of it is a whole frame each time, or is told.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uncoloured } from '../../plugin/screen/width.ts'
import { nativeExecutable } from '../../tools/release/native.ts'
import type { Recorded } from './recorded.ts'
import { eventually, playground } from './support.ts'
import { Terminal, type Size, type State } from './tmux.ts'

const beside = (file: string): string => join(import.meta.dirname, file)

export type Runtime = 'Node' | 'the executable'
export const runtimes: readonly Runtime[] = ['Node', 'the executable']

export type Mistake = 'drawing' | 'anywhere'

interface How {
	readonly size: Size
	/** The terminal says of itself that it has no lines and no columns. */
	readonly isUnsized?: boolean
	readonly mistake?: Mistake | undefined
}

export interface Ended {
	readonly code: number
	/** All that stands there, with what has left the screen. */
	readonly screen: string
	readonly state: State
}

/** What the shell says once the program has ended; it stands in no frame. */
export const afterwards = 'it ended with'

type File = (name: string) => string

const watch = (plugin: string, namespace: string): string =>
	`${plugin} status orders -n ${namespace} -w --interval 1s`

async function environment(
	runtime: Runtime,
	namespace: string,
	mistake: Mistake | undefined,
	file: File,
): Promise<Record<string, string>> {
	const spoiled = mistake === undefined ? [] : [beside('spoiled.ts')]
	const { kubeconfig: KUBECONFIG } = playground.files
	const both = { KUBECONFIG, MISTAKE: mistake ?? '', FRAMES: file('frames'), ERRORS: file('errors') }
	if (runtime === 'the executable')
		return {
			...both,
			WATCH: watch(await nativeExecutable(), namespace),
			BUN_OPTIONS: spoiled.map((path) => `--preload=${path}`).join(' '),
		}
	return {
		...both,
		WATCH: watch(`${process.execPath} ${beside('../../plugin/main.ts')}`, namespace),
		NODE_OPTIONS: [beside('recorded.ts'), ...spoiled].map((path) => `--import=${path}`).join(' '),
	}
}

export class Watched implements AsyncDisposable {
	readonly terminal: Terminal
	readonly before: State
	readonly runtime: Runtime
	#size: Size
	readonly #frames: string

	private constructor(terminal: Terminal, runtime: Runtime, size: Size, before: State) {
		this.terminal = terminal
		this.before = before
		this.runtime = runtime
		this.#size = size
		this.#frames = terminal.file('frames')
	}

	static async begin(
		namespace: string,
		runtime: Runtime,
		{ size, isUnsized, mistake }: How,
	): Promise<Watched> {
		const terminal = await Terminal.open(
			size,
			async (file) => await environment(runtime, namespace, mistake, file),
		)
		const watched = new Watched(terminal, runtime, size, await terminal.state())
		await writeFile(watched.#frames, '')
		const unsized = isUnsized ? 'stty cols 0 rows 0; ' : ''
		await terminal.type(`${unsized}$WATCH 2> $ERRORS; echo ${afterwards} $?; cat $ERRORS`)
		await watched.until('a frame', /q quit/)
		return watched
	}

	async recorded(): Promise<readonly Recorded[]> {
		const text = await readFile(this.#frames, 'utf8')
		return text
			.split('\n')
			.slice(0, -1)
			.map((line) => JSON.parse(line) as Recorded)
	}

	async resize(size: Size): Promise<void> {
		this.#size = size
		await this.terminal.resize(size)
	}

	/** A frame as a person sees it; looked at again when it was caught in the middle of being written. */
	async seen(): Promise<readonly string[]> {
		let [screen, wrong]: [readonly string[], string | undefined] = [[], '']
		for (let tries = 0; tries < 20; tries++) {
			screen = await this.terminal.screen()
			wrong = await this.#wrong(screen)
			if (wrong === undefined) return screen
			await sleep(50)
		}
		throw new Error(`${wrong}:\n${screen.join('\n')}`)
	}

	async #wrong(screen: readonly string[]): Promise<string | undefined> {
		const { columns, rows } = this.#size
		const last = screen.findLastIndex((line) => line !== '')
		if (screen.length !== rows) return `there are ${screen.length} lines in ${rows} rows`
		if (!/^orders {2}\(/.test(screen[0] ?? '')) return 'its first line is not what it is about'
		if (screen.findIndex((line) => line.includes('q quit')) !== last)
			return 'its last line is not the only one with keys'
		if (screen.some((line) => Array.from(line).length > columns)) return 'a line is wider than the terminal'
		if (this.runtime !== 'Node') return undefined
		const meant = (await this.recorded()).slice(-5).map(({ lines }) => visible(lines, rows))
		return meant.includes(screen.join('\n')) ? undefined : 'it is no frame that was drawn'
	}

	/** The first frame that says so. */
	async until(what: string, says: RegExp, seconds = 60): Promise<string> {
		let text = ''
		await eventually(what, async () => says.test((text = (await this.seen()).join('\n'))), seconds).catch(
			(reason: unknown) => {
				throw new Error(`${String(reason)}; last seen:\n${text}`, { cause: reason })
			},
		)
		return text
	}

	async pid(): Promise<number> {
		const { program } = await this.terminal.pids()
		if (program === undefined) throw new Error('it does not run')
		return program
	}

	async ended(): Promise<Ended> {
		let screen = ''
		await eventually('it ends', async () => {
			screen = (await this.terminal.screen(200)).join('\n').trimEnd()
			return new RegExp(`^${afterwards} \\d+$[^]*^ready>$`, 'm').test(screen)
		})
		const [, code] = new RegExp(`^${afterwards} (\\d+)$`, 'm').exec(screen) ?? []
		return { code: Number(code), screen, state: await this.terminal.state() }
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.terminal[Symbol.asyncDispose]()
	}
}

const visible = (lines: readonly string[], rows: number): string =>
	Array.from({ length: rows }, (_, row) => uncoloured(lines[row] ?? '').trimEnd()).join('\n')
