// Programs that move a snapshot, each some times in turn: how fast, how much work of theirs and of a server's, how much memory. The least of
// each, and of memory the most.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { timed, workSoFar, type Timed } from '../cli/timed.ts'

const rounds = 5
const lookMs = 20
const memoryTargetMiB = 120

export interface Contender {
	readonly name: string
	readonly argv: (folder: string) => readonly string[]
	readonly env?: (folder: string) => NodeJS.ProcessEnv
	/** As a ratio to the first of the table, which has none. */
	readonly target?: number
	/** What it says when all is stored, where it goes on after that. */
	readonly storedWhen?: RegExp
	/** The process whose work for it is told, too. */
	readonly server?: number
	/** How much it moves, where it is not the snapshot. */
	readonly bytes?: number
}

export interface Found {
	readonly mibPerSecond: number
	readonly memoryMiB: number
	readonly endedSeconds: number
	/** Of the processors, for each mebibyte. */
	readonly work: number
	readonly serverWork: number
}

interface Run extends Timed {
	readonly serverMs: number
}

async function once(one: Contender, into: string, env: NodeJS.ProcessEnv): Promise<Run> {
	const served = (): number => (one.server === undefined ? 0 : workSoFar(one.server))
	const before = served()
	const took = await timed(one.argv(into), { ...env, ...one.env?.(into) }, lookMs, one.storedWhen)
	return { ...took, serverMs: served() - before }
}

const mebibyte = 1024 ** 2

function foundIn(runs: readonly Run[], bytes: number): Found {
	const least = (of: (run: Run) => number): number => Math.min(...runs.map(of)) / 1000
	const size = bytes / mebibyte
	return {
		mibPerSecond: size / least(({ saidMs, ms }) => saidMs ?? ms),
		memoryMiB: Math.max(...runs.map(({ memoryMiB }) => memoryMiB)),
		endedSeconds: least(({ ms }) => ms),
		work: least(({ cpuMs }) => cpuMs) / size,
		serverWork: least(({ serverMs }) => serverMs) / size,
	}
}

const perGiB = (work: number): string => (work * 1024).toFixed(2).padStart(6)

function lineOf({ name, target, storedWhen, server }: Contender, found: Found, floor: Found): string {
	const own = `${name.padEnd(44)} ${found.mibPerSecond.toFixed(0).padStart(6)} MiB/s ${perGiB(found.work)} s of CPU a GiB ${found.memoryMiB.toFixed(0).padStart(5)} MiB`
	const served = server === undefined ? [] : [`and ${perGiB(found.serverWork).trim()} s of the server’s`]
	const ratio = `${(found.mibPerSecond / floor.mibPerSecond).toFixed(2)} × as fast`
	const against =
		target === undefined
			? [ratio]
			: [`${ratio}, target ${target}`, `${(found.work / floor.work).toFixed(2)} × the work`]
	const memory = target === undefined ? [] : [`memory target ${memoryTargetMiB}`]
	const later = storedWhen ? [`read back after ${found.endedSeconds.toFixed(1)} s`] : []
	return `${own}   ${[...served, ...against, ...memory, ...later].join('; ')}`
}

/** In the order in which they are told; the first is what the others are compared with. */
export async function measured(
	contenders: readonly Contender[],
	folder: string,
	env: NodeJS.ProcessEnv,
): Promise<readonly Found[]> {
	const runs = contenders.map((): Run[] => [])
	let bytes = 0
	for (let round = 0; round < rounds; round++)
		for (const [index, one] of contenders.entries()) {
			const into = join(folder, 'into')
			await mkdir(into)
			runs[index]?.push(await once(one, into, env))
			const [file] = (await readdir(into)).filter((name) => !name.endsWith('.json'))
			if (file !== undefined) bytes = (await stat(join(into, file))).size
			await rm(into, { recursive: true })
		}
	const all = contenders.map((one, index) => foundIn(runs[index] ?? [], one.bytes ?? bytes))
	const [floor] = all
	for (const [index, found] of all.entries()) {
		const one = contenders[index]
		if (one && floor) console.log(lineOf(one, found, floor))
	}
	console.log(`  ${(bytes / mebibyte).toFixed(0)} MiB each, the least of ${rounds} rounds`)
	return all
}
