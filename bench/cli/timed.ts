// One run of a program: how long it took from its start to its end, and how much memory it had at most.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface Timed {
	readonly ms: number
	readonly memoryMiB: number
	/** Of the processors, which a busy machine shares out as it likes, and by which programs can be compared all the same. */
	readonly cpuMs: number
	/** When it said what was waited for, where something was. */
	readonly saidMs: number | undefined
}

/** As Linux counts it for who looks from outside. */
const tickMs = 10

export function workSoFar(pid: number): number {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
		return (Number(fields[11]) + Number(fields[12])) * tickMs
	} catch {
		return 0
	}
}

const mostSoFar = (pid: number): number => {
	try {
		const [, kibibytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
		return Number(kibibytes) / 1024
	} catch {
		return 0
	}
}

/** Its peak is looked at each millisecond or so, and a program that ends sooner has less than it might have. */
export async function timed(
	argv: readonly string[],
	env: NodeJS.ProcessEnv,
	lookMs = 1,
	says?: RegExp,
): Promise<Timed> {
	const [program = '', ...args] = argv
	const began = performance.now()
	const child = spawn(program, args, { env, stdio: ['ignore', says ? 'pipe' : 'ignore', 'ignore'] })
	let saidMs: number | undefined
	if (says && child.stdout)
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (says.test(line)) saidMs ??= performance.now() - began
		})
	let [memoryMiB, cpuMs] = [0, 0]
	const looking = setInterval(() => {
		memoryMiB = Math.max(memoryMiB, mostSoFar(child.pid ?? 0))
		cpuMs = Math.max(cpuMs, workSoFar(child.pid ?? 0))
	}, lookMs)
	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject)
		child.once('exit', (ended) => resolve(ended ?? -1))
	})
	const ms = performance.now() - began
	clearInterval(looking)
	if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`)
	return { ms, memoryMiB, cpuMs, saidMs }
}
