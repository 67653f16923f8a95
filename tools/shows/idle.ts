// Five minutes in which nothing happens: the controller writes nothing but its Lease, etcd changes nothing, and memory stays flat.
// npm run show -- idle
import { setTimeout as sleep } from 'node:timers/promises'
import { controllerMetrics, requestsSoFar, withOperator } from '../../playground/installed.ts'
import { Clusters } from '../../playground/clusters.ts'
import type { Playground } from '../../playground/playground.ts'
import { kinds } from '../../kube/objects.ts'

const minutes = 5
const sizes = [1, 3, 3] as const

interface Status {
	readonly header: { readonly revision: string; readonly raft_term: string }
	readonly raftIndex: string
}

/** Everything of ours with its version, and where each member's log stands. */
async function picture(clusters: Clusters): Promise<ReadonlyMap<string, string>> {
	const { kube, namespace, playground } = clusters
	const seen = new Map<string, string>()
	for (const kind of [kinds.cluster, kinds.pod, kinds.claim, kinds.service, kinds.budget, kinds.event])
		for (const { metadata } of await kube.list(kind, { namespace }))
			seen.set(`${kind.kind} ${metadata.name}`, metadata.resourceVersion ?? '')
	for (const { metadata } of await kube.list(kinds.pod, { namespace })) {
		const raw = `/api/v1/namespaces/${namespace}/pods/${metadata.name}:2379/proxy/v3/maintenance/status`
		const text = await playground.kubectl(['create', '--raw', raw, '-f', '-'], { input: '{}' })
		const { header, raftIndex } = JSON.parse(text) as Status
		seen.set(
			`log of ${metadata.name}`,
			`revision ${header.revision}, term ${header.raft_term}, index ${raftIndex}`,
		)
	}
	return seen
}

const memory = async (playground: Playground): Promise<number> =>
	(await controllerMetrics(playground))('process_resident_memory_bytes') / 1e6

async function run(playground: Playground): Promise<void> {
	const clusters = await Clusters.of(playground, 'idle')
	const names = sizes.map((size, index) => ({ name: `idle-${index}`, size }))
	await Promise.all(
		names.map(async ({ name, size }, index) => await clusters.create(name, size, '3.6.16', index === 1)),
	)
	await Promise.all(
		names.map(async ({ name, size }) => await clusters.settled(name, size, performance.now())),
	)
	await sleep(30_000)
	const [before, asked] = [await picture(clusters), await requestsSoFar(playground)]
	const megabytes = [await memory(playground)]
	for (let minute = 1; minute <= minutes; minute++) {
		await sleep(60_000)
		megabytes.push(await memory(playground))
		console.log(`${minute} of ${minutes} minutes, ${megabytes.at(-1)?.toFixed(1)} MB`)
	}
	const [after, askedThen] = [await picture(clusters), await requestsSoFar(playground)]
	const written = [...askedThen]
		.map(([what, count]) => [what, count - (asked.get(what) ?? 0)] as const)
		.filter(([what, count]) => count > 0 && /^(?:POST|PUT|PATCH|APPLY|DELETE) (?!leases)/.test(what))
	const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
		(key) => before.get(key) !== after.get(key),
	)
	console.log(`${before.size} objects and logs looked at, ${changed.length} changed`)
	for (const key of changed) console.log(`  ${key}: ${before.get(key)} -> ${after.get(key)}`)
	console.log(`memory: ${megabytes.map((value) => value.toFixed(1)).join(' ')} MB`)
	console.log(
		`written by anybody, but for Leases: ${written.map((one) => one.join(': ')).join(', ') || 'nothing'}`,
	)
	await playground.kubectl(['delete', 'namespace', 'idle', '--wait=false'])
	if (changed.length > 0 || written.length > 0) throw new Error('something was written at rest')
	const [first = 0, last = 0] = [megabytes[0], megabytes.at(-1)]
	if (last > first * 1.1) throw new Error(`memory grew from ${first.toFixed(0)} to ${last.toFixed(0)} MB`)
}

export const show = async (): Promise<void> => await withOperator('idle', run)
