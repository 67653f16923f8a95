// Runs tests by AVA, shows what it says line by line, and counts it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { count, nothingRan, settle, type Counts } from './tap.ts'

const root = `${import.meta.dirname}/..`

export async function lines(
	argv: readonly string[],
	env: NodeJS.ProcessEnv,
	onLine: (line: string) => void,
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
	for await (const line of createInterface({ input: child.stdout })) onLine(line)
	return await ended
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
	const code = await lines([...runner, '--tap', ...args], env, (line) => {
		counts = count(counts, line)
		if (/^(TAP version|1\.\.|\s*$|# )/.test(line)) return
		const seconds = (performance.now() - before) / 1000
		before = performance.now()
		print(/^(not )?ok /.test(line) && seconds > 1 ? `${line} (${seconds.toFixed(0)} s)` : line)
	})
	return settle(counts, code)
}

export const ava = async (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Counts> =>
	await avaBy(['ava'], env, args)
