// How long the playground takes from warm caches and what it weighs: each mode several times, medians printed.
import { readFile, readdir } from 'node:fs/promises'
import { Playground } from '../../playground/playground.ts'
import { forgetLogs } from '../../playground/world/launch.ts'

const runs = 5

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
	const began = performance.now()
	await work()
	return (performance.now() - began) / 1000
}

/** Memory of every process below the playground's outermost one: each page counted once, shared ones by their share. */
async function proportionalMegabytes(outermost: number): Promise<number> {
	const parents = new Map<number, number>()
	for (const entry of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
		parents.set(Number(entry), Number(/\) \S (\d+)/.exec(stat)?.[1]))
	}
	const inside = (pid: number): boolean =>
		pid === outermost || (parents.has(pid) && inside(parents.get(pid) ?? 0))
	let kilobytes = 0
	for (const pid of parents.keys()) {
		if (!inside(pid)) continue
		const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
		kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
	}
	return kilobytes / 1024
}

export async function show(): Promise<void> {
	for (const nodes of [0, 3] as const) {
		const [ups, downs, sizes]: [number[], number[], number[]] = [[], [], []]
		for (let run = 0; run < runs; run++) {
			let playground: Playground | undefined
			ups.push(await timed(async () => (playground = await Playground.start({ name: 'times', nodes }))))
			if (playground === undefined) continue
			const outermost = await playground.pid()
			await new Promise((resolve) => setTimeout(resolve, 10_000))
			sizes.push(await proportionalMegabytes(outermost))
			downs.push(await timed(async () => await playground?.down()))
		}
		const text = (values: readonly number[]) =>
			`${median(values).toFixed(1)} (${values.map((value) => value.toFixed(1)).join(' ')})`
		console.log(`${nodes} nodes: up ${text(ups)} s, down ${text(downs)} s, ${text(sizes)} MB after 10 s`)
	}
	await forgetLogs('times')
}
