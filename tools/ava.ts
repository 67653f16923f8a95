// Runs tests by AVA, shows what it says line by line, and counts it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { count, nothingRan, settle, type Counts } from './tap.ts'

const root = `${import.meta.dirname}/..`

/** More than any test asks for. AVA forgets its own limit once a test asked for more time, and waits for ever for a process that does not end. */
const silence = 17 * 60_000

/** A program's lines, and how it ended; one that says nothing for so long is ended. */
export async function lines(
	argv: readonly string[],
	env: NodeJS.ProcessEnv,
	onLine: (line: string) => void,
	silentMs = silence,
): Promise<number> {
	const [program = '', ...args] = argv
	const child = spawn(program, args, {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const ended = new Promise<number>((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => resolve(code ?? 1))
	})
	const reader = createInterface({ input: child.stdout })
	const limit = setTimeout(() => {
		console.error(`${argv.join(' ')} said nothing for ${silentMs / 1000} s and is ended`)
		child.kill('SIGKILL')
		reader.close()
		child.stdout.destroy() // what it started may hold the other end
	}, silentMs)
	try {
		for await (const line of reader) {
			limit.refresh()
			onLine(line)
		}
		return await ended
	} finally {
		clearTimeout(limit)
	}
}

/** By whatever runs AVA, and so its tests. */
export async function avaBy(
	runner: readonly string[],
	env: NodeJS.ProcessEnv,
	args: readonly string[],
	print: (line: string) => void = console.log,
): Promise<Counts> {
	let counts = nothingRan
	let before = performance.now()
	let failing = false
	const code = await lines([...runner, '--tap', ...args], env, (line) => {
		counts = count(counts, line)
		if (/^(not )?ok /.test(line)) failing = line.startsWith('not ')
		// What a test wrote down of itself is of interest where it failed.
		if (/^(TAP version|1\.\.|\s*$|# )/.test(line) && !(failing && line.startsWith('#   '))) return
		const seconds = (performance.now() - before) / 1000
		before = performance.now()
		print(/^(not )?ok /.test(line) && seconds > 1 ? `${line} (${seconds.toFixed(0)} s)` : line)
	})
	return settle(counts, code)
}

export const ava = async (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Counts> =>
	await avaBy(['ava'], env, args)
