// How long our controller takes for what people wait for, beside what Kubernetes and etcd cost by themselves in the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import { withOperator } from '../../playground/installed.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Playground } from '../../playground/playground.ts'
import { families } from '../../playground/programs/families.ts'
import { Clusters, secondsSince } from '../../playground/clusters.ts'
import { staticPods } from './floors.ts'
import { idleMinute } from './idle.ts'

const runs = 3
/** etcd asks for five seconds of links after each change of the voters; what is measured begins settled. */
const settleMs = 7000

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
		note(`member without a volume lost, ${who}, ${minor}`, await lose(clusters, name, who, 'delete'))
	note(`delete, ${minor}`, await clusters.remove(name))
}

const restartsOf = (pods: readonly Pod[]): number =>
	pods
		.flatMap(({ status }) => status?.containerStatuses ?? [])
		.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)

async function lose(
	clusters: Clusters,
	name: string,
	who: 'follower' | 'leader',
	how: 'delete' | 'kill',
): Promise<number> {
	await sleep(settleMs)
	const leader = await clusters.leader(name)
	const pods = await clusters.pods(name)
	const victim = pods.find(({ metadata }) => (metadata.name === leader) === (who === 'leader'))
	const began = performance.now()
	if (how === 'kill') {
		await using _ = await clusters.playground.fault({
			fault: 'kill',
			pod: `${clusters.namespace}/${victim?.metadata.name}`,
		})
		// Until the kubelet has seen it, everything looks as it was.
		while (restartsOf(await clusters.pods(name)) <= restartsOf(pods)) await sleep(25)
		return await clusters.settled(name, 3, began)
	}
	await clusters.playground.kubectl([
		'-n',
		clusters.namespace,
		'delete',
		'pod',
		victim?.metadata.name ?? '',
		'--wait=false',
	])
	return await clusters.settled(name, 3, began, new Set([victim?.metadata.uid ?? '']))
}

async function onVolumes(clusters: Clusters, run: number): Promise<void> {
	const name = `volumes-${run}`
	await clusters.create(name, 3, families['etcd-3.6'].version, true)
	await clusters.settled(name, 3, performance.now())
	for (const who of ['follower', 'leader'] as const)
		note(`pod on a volume deleted, ${who}`, await lose(clusters, name, who, 'delete'))
	note('leader process killed', await lose(clusters, name, 'leader', 'kill'))
	note('delete, volumes', await clusters.remove(name))
}

async function tenAtOnce(clusters: Clusters): Promise<void> {
	const names = Array.from({ length: 10 }, (_, index) => `ten-${index}`)
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
		note('floor: one etcd pod, probed each second', await staticPods(clusters, `one-${run}`, 1))
		note('floor: three etcd pods, static', await staticPods(clusters, `three-${run}`, 3))
		await life(clusters, run, families['etcd-3.6'].version)
		await life(clusters, run, families['etcd-3.5'].version)
		await onVolumes(clusters, run)
	}
	await tenAtOnce(clusters)
	const floor = median(rows.get('floor: three etcd pods, static') ?? [])
	for (const [what, values] of rows) {
		const ratio = (median(values) / floor).toFixed(2)
		console.log(
			`${what.padEnd(52)} ${median(values).toFixed(2).padStart(6)} s  ${ratio.padStart(5)} x three static pods  (${values.map((value) => value.toFixed(2)).join(' ')})`,
		)
	}
}

export const benchController = async (): Promise<void> => await withOperator('bench', measure)
