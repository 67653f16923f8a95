// A terminal of a definite size, which is tmux with a server of its own: what a person types into it and sees of it, every byte that came
// to it, and how its line is set.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt, run } from '../../playground/run.ts'
import { eventually } from './support.ts'

export interface Size {
	readonly columns: number
	readonly rows: number
}

/** What is left behind of a program that went wrong with its terminal. */
export interface State {
	readonly isCursorShown: boolean
	readonly isAlternate: boolean
	/** As stty says it: echo, whole lines, what Ctrl-C does. */
	readonly line: string
}

/** A shell without colours, history and an editor of its own. */
const shell = "PS1='ready> ' exec sh"

/** Nothing but the program's own lines. */
const settings = ['status off', 'escape-time 0']

export class Terminal {
	readonly #dir: string

	private constructor(dir: string) {
		this.#dir = dir
	}

	/** Its environment may name files of its own. */
	static async open(
		{ columns, rows }: Size,
		environment: (file: (name: string) => string) => Promise<Readonly<Record<string, string>>>,
	): Promise<Terminal> {
		const terminal = new Terminal(await mkdtemp(join(tmpdir(), 'kubectl-etcd-tmux-')))
		const env = await environment((name) => terminal.file(name))
		const all = { LANG: 'C.UTF-8', TERM: 'tmux-256color', ...env }
		await writeFile(terminal.file('settings'), settings.map((line) => `set-option -g ${line}\n`).join(''))
		const variables = Object.entries(all).flatMap(([name, value]) => ['-e', `${name}=${value}`])
		const size = ['-x', String(columns), '-y', String(rows)]
		await terminal.#tmux('new-session', '-d', ...size, ...variables, shell)
		await terminal.#tmux('pipe-pane', `exec cat >> '${terminal.file('raw')}'`)
		await eventually('the shell asks', async () => (await terminal.screen()).includes('ready>'))
		return terminal
	}

	/** Gone with the terminal. */
	file(name: string): string {
		return join(this.#dir, name)
	}

	async #tmux(...args: readonly string[]): Promise<string> {
		const { TMUX: _, ...env } = process.env
		const own = ['-u', '-f', this.file('settings'), '-S', this.file('socket')]
		return await run('tmux', [...own, ...args], { env: { ...env, LANG: 'C.UTF-8' } })
	}

	async #told(what: string): Promise<string> {
		return (await this.#tmux('display-message', '-p', what)).trimEnd()
	}

	/** And the key that sends it. */
	async type(line: string): Promise<void> {
		await this.#tmux('send-keys', '-l', line)
		await this.press('Enter')
	}

	/** One key, by the name that tmux has for it. */
	async press(key: string): Promise<void> {
		await this.#tmux('send-keys', key)
	}

	/** Lines as they are seen, without colours; with those above that have left the screen where they are asked for. */
	async screen(history = 0): Promise<readonly string[]> {
		const seen = await this.#tmux('capture-pane', '-p', '-S', `-${history}`)
		return seen
			.replace(/\n$/, '')
			.split('\n')
			.map((line) => line.trimEnd())
	}

	/** With the escapes for colours, as a person's eye gets it. */
	async coloured(): Promise<string> {
		return await this.#tmux('capture-pane', '-p', '-e')
	}

	async resize({ columns, rows }: Size): Promise<void> {
		await this.#tmux('resize-window', '-x', String(columns), '-y', String(rows))
	}

	async state(): Promise<State> {
		const [cursor, alternate, tty = ''] = (
			await this.#told('#{cursor_flag} #{alternate_on} #{pane_tty}')
		).split(' ')
		const line = await run('stty', ['-a', '-F', tty])
		// How large it is belongs to the window.
		return {
			isCursorShown: cursor === '1',
			isAlternate: alternate === '1',
			line: line.replace(/^speed.*\n/, ''),
		}
	}

	/** Everything that programs have written to it since it was opened. */
	async raw(): Promise<Buffer> {
		return await readFile(this.file('raw'))
	}

	/** Of the shell, and of what it runs in the foreground. */
	async pids(): Promise<{ readonly shell: number; readonly program: number | undefined }> {
		const pid = await this.#told('#{pane_pid}')
		const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
		const [program] = children.trim().split(' ').filter(Boolean).map(Number)
		return { shell: Number(pid), program }
	}

	/** The window is closed, as by a mouse. */
	async close(): Promise<void> {
		await attempt('tmux', ['-S', this.file('socket'), 'kill-server'])
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close()
		await rm(this.#dir, { recursive: true, force: true })
	}
}
