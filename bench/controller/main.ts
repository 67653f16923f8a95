// How long our controller takes for what people wait for, beside what Kubernetes and etcd cost by themselves in the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import { withOperator } from '../../playground/installed.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Playground } from '../../playground/playground.ts'
import { families } from '../../playground/programs/families.ts'
import { LedgerApp } from '../../playground/ledger.ts'
import { Clusters, secondsSince } from '../../playground/clusters.ts'
import { settleMs, staticPods, staticReplaced } from './floors.ts'
import { idleMinute } from './idle.ts'
import { targets } from './targets.ts'

const runs = 3

const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

const rows = new Map<string, number[]>()
const note = (what: string, seconds: number): void => {
	rows.set(what, [...(rows.get(what) ?? []), seconds])
	console.log(`  ${what}: ${seconds.toFixed(2)}`)
}

async function life(clusters: Clusters, run: number, version: string): Promise<void> {
	const name = `life-${version.replaceAll('.', '')}-${run}`
	const minor = version.split('.').slice(0, 2).join('.')
	let began = performance.now()
	await clusters.create(name, 3, version, false)
	note(`create 3, ${minor}`, await clusters.settled(name, 3, began))
	await sleep(settleMs)
	began = performance.now()
	await clusters.resize(name, 5)
	note(`3 to 5, ${minor}`, await clusters.settled(name, 5, began))
	await sleep(settleMs)
	began = performance.now()
	await clusters.resize(name, 3)
	note(`5 to 3, ${minor}`, await clusters.settled(name, 3, began))
	await sleep(settleMs)
	for (const who of ['follower', 'leader'] as const)
		note(`member without a volume lost, ${who}, ${minor}`, await lose(clusters, name, who))
	note(`delete, ${minor}`, await clusters.remove(name))
}

/** One minor up while the etcd3 application writes through the Service; its longest pause, too. */
async function upgraded(clusters: Clusters, run: number): Promise<void> {
	const name = `up-${run}`
	const [from, to] = [families['etcd-3.5'].version, families['etcd-3.6'].version]
	await clusters.create(name, 3, from, false)
	await clusters.settled(name, 3, performance.now())
	const app = await LedgerApp.start(clusters.playground, clusters.namespace, name)
	await sleep(settleMs)
	await app.lap()
	const began = performance.now()
	await clusters.move(name, to)
	note('minor upgrade of 3 members', await clusters.arrived(name, to, began))
	await clusters.settled(name, 3, began)
	await sleep(1000)
	note('minor upgrade, longest pause of a writer', (await app.lap()).longestGapMs / 1000)
	await app.stop()
	await clusters.remove(name)
}

async function victimOf(clusters: Clusters, name: string, who: 'follower' | 'leader'): Promise<Pod> {
	await sleep(settleMs)
	const leader = await clusters.leader(name)
	const pods = await clusters.pods(name)
	const victim = pods.find(({ metadata }) => (metadata.name === leader) === (who === 'leader'))
	if (victim === undefined) throw new Error(`${name} has no ${who}`)
	return victim
}

async function lose(clusters: Clusters, name: string, who: 'follower' | 'leader'): Promise<number> {
	const { metadata } = await victimOf(clusters, name, who)
	const began = performance.now()
	await clusters.playground.kubectl([
		'-n',
		clusters.namespace,
		'delete',
		'pod',
		metadata.name,
		'--wait=false',
	])
	return await clusters.settled(name, 3, began, new Set([metadata.uid ?? '']))
}

async function onVolumes(clusters: Clusters, run: number): Promise<void> {
	const name = `volumes-${run}`
	await clusters.create(name, 3, families['etcd-3.6'].version, true)
	await clusters.settled(name, 3, performance.now())
	for (const who of ['follower', 'leader'] as const)
		note(`pod on a volume deleted, ${who}`, await lose(clusters, name, who))
	const victim = await victimOf(clusters, name, 'leader')
	const { ready, answers } = await clusters.killed(async () => await clusters.pods(name), victim)
	note('leader process killed, all ready', ready)
	note('leader process killed, it answers again', answers)
	note('delete, volumes', await clusters.remove(name))
}

async function tenAtOnce(clusters: Clusters): Promise<void> {
	const names = Array.from({ length: 10 }, (_, index) => `ten-${index}`)
	const floors = await Promise.all(
		names.map(async (_, index) => await staticPods(clusters, `ten-static-${index}`, 3)),
	)
	note('floor: ten times three static pods, the last', Math.max(...floors.map(({ born }) => born)))
	const began = performance.now()
	await Promise.all(
		names.map(async (name) => await clusters.create(name, 3, families['etcd-3.6'].version, false)),
	)
	await Promise.all(names.map(async (name) => await clusters.settled(name, 3, began)))
	note('10 clusters of 3 at once, the last', secondsSince(began))
	await sleep(30_000)
	const { megabytes, cpuSeconds, requests } = await idleMinute(clusters)
	console.log(
		`  idle with 10 clusters: ${megabytes.toFixed(0)} MB, ${cpuSeconds.toFixed(2)} CPU s a minute, requests ${JSON.stringify(requests)}`,
	)
	await Promise.all(names.map(async (name) => await clusters.remove(name)))
}

async function measure(playground: Playground): Promise<void> {
	const clusters = await Clusters.of(playground, 'bench')
	for (let run = 0; run < runs; run++) {
		console.log(`run ${run + 1} of ${runs}`)
		note('floor: one static pod', (await staticPods(clusters, `one-${run}`, 1)).born)
		const three = await staticPods(clusters, `three-${run}`, 3)
		note('floor: three static pods', three.born)
		note('floor: three static pods deleted', three.deleted)
		const { follower, leader, killed } = await staticReplaced(clusters, `replaced-${run}`)
		note('floor: pod on a volume deleted and made again, follower', follower)
		note('floor: pod on a volume deleted and made again, leader', leader)
		note('floor: leader process killed, all ready', killed)
		await life(clusters, run, families['etcd-3.6'].version)
		await life(clusters, run, families['etcd-3.5'].version)
		await onVolumes(clusters, run)
		await upgraded(clusters, run)
	}
	await tenAtOnce(clusters)
	const floor = median(rows.get('floor: three static pods') ?? [])
	for (const [what, values] of rows) {
		const seconds = median(values)
		const target = targets[what]
		const verdict = target === undefined ? '' : seconds <= target ? `≤ ${target}` : `MISSED ${target}`
		const all = values.map((value) => value.toFixed(2)).join(' ')
		console.log(
			`${what.padEnd(56)} ${seconds.toFixed(2).padStart(6)} s ${(seconds / floor).toFixed(2).padStart(6)} x ${verdict.padEnd(10)} (${all})`,
		)
	}
}

export const benchController = async (): Promise<void> => await withOperator('bench', measure)
