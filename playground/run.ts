// Runs another program to its end. The one place that knows how its failure reads.
import { spawn, type SpawnOptions } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { Complaint, hasCode } from './complaint.ts'

export interface Ran {
	readonly code: number
	readonly stdout: string
	readonly stderr: string
}

export interface RunOptions {
	readonly input?: string
	readonly env?: NodeJS.ProcessEnv
	readonly cwd?: string
	/** Output goes here instead of coming back. */
	readonly log?: string
}

/** What a failed spawn means. */
export const whyNotStarted = (program: string, reason: unknown): unknown =>
	hasCode(reason, 'ENOENT') ? new Complaint(`${program} is not installed: it is not on the PATH.`) : reason

/** The program's end, whatever it is; throws only when it could not be started. */
export async function attempt(
	program: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<Ran> {
	const { input, log, ...rest } = options
	const file = log === undefined ? undefined : openSync(log, 'a')
	const stdio: SpawnOptions['stdio'] = [
		input === undefined ? 'ignore' : 'pipe',
		file ?? 'pipe',
		file ?? 'pipe',
	]
	const child = spawn(program, args, { ...rest, stdio })
	const text = { stdout: '', stderr: '' }
	child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk))
	child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk))
	child.stdin?.on('error', () => {}) // a program may end before it has read everything
	child.stdin?.end(input)
	try {
		const code = await new Promise<number>((resolve, reject) => {
			child.once('error', reject)
			child.once('close', (status, signal) => resolve(status ?? (signal === null ? 1 : 128)))
		})
		return { code, ...text }
	} catch (reason) {
		throw whyNotStarted(program, reason)
	} finally {
		if (file !== undefined) closeSync(file)
	}
}

/** A program with all that it starts, as arguments of the one to start instead: ends at once when we do, however that is. */
export const tied = (...argv: readonly string[]): [string, string[]] => [
	'setpriv',
	['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...argv],
]

/** What the program printed; throws what it complained about. */
export async function run(
	program: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<string> {
	const { code, stdout, stderr } = await attempt(program, args, options)
	if (code === 0) return stdout
	const said =
		options.log === undefined
			? (stderr || stdout).trim().split('\n').slice(-5).join('\n')
			: `log: ${options.log}`
	throw new Error(`${program} ${args.slice(0, 3).join(' ')} ended with ${code}: ${said}`)
}
