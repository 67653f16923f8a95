// What the controller costs while nothing happens: memory and processor time by its own metrics, requests by those of the API
// server, in a minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { controllerMetrics } from '../../playground/installed.ts'
import type { Clusters } from '../../playground/clusters.ts'

const kindsOfOurs = new Set([
	'etcdclusters',
	'pods',
	'persistentvolumeclaims',
	'services',
	'poddisruptionbudgets',
	'networkpolicies',
	'leases',
	'events',
])

interface Cost {
	readonly megabytes: number
	readonly cpuSeconds: number
}

async function cost({ playground }: Clusters): Promise<Cost> {
	const value = await controllerMetrics(playground)
	return {
		megabytes: value('process_resident_memory_bytes') / 1e6,
		cpuSeconds: value('process_cpu_seconds_total'),
	}
}

/** Requests that the API server answered for what the controller reads and writes, by verb and kind; of pods also those of others. */
async function requests({ playground }: Clusters): Promise<ReadonlyMap<string, number>> {
	const metrics = await playground.kubectl(['get', '--raw', '/metrics'])
	const counts = new Map<string, number>()
	for (const [, labels = '', count] of metrics.matchAll(/^apiserver_request_total\{([^}]*)\} (\S+)/gm)) {
		const label = (name: string): string => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
		const kind = label('resource')
		if (!kindsOfOurs.has(kind)) continue
		const key = `${label('verb')} ${[kind, label('subresource')].filter(Boolean).join('/')}`
		counts.set(key, (counts.get(key) ?? 0) + Number(count))
	}
	return counts
}

export async function idleMinute(clusters: Clusters) {
	const [before, asked] = [await cost(clusters), await requests(clusters)]
	await sleep(60_000)
	const [after, askedThen] = [await cost(clusters), await requests(clusters)]
	const difference = [...askedThen].map(([key, count]) => [key, count - (asked.get(key) ?? 0)] as const)
	return {
		megabytes: after.megabytes,
		cpuSeconds: after.cpuSeconds - before.cpuSeconds,
		requests: Object.fromEntries(difference.filter(([, count]) => count > 0)),
	}
}
