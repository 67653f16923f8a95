// What the controller costs while nothing happens: memory and processor time by its own metrics, requests by those of the API
// server, in a minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { controllerMetrics, requestsSoFar } from '../../playground/installed.ts'
import type { Clusters } from '../../playground/clusters.ts'

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

export async function idleMinute(clusters: Clusters) {
	const [before, asked] = [await cost(clusters), await requestsSoFar(clusters.playground)]
	await sleep(60_000)
	const [after, askedThen] = [await cost(clusters), await requestsSoFar(clusters.playground)]
	const difference = [...askedThen].map(([key, count]) => [key, count - (asked.get(key) ?? 0)] as const)
	return {
		megabytes: after.megabytes,
		cpuSeconds: after.cpuSeconds - before.cpuSeconds,
		requests: Object.fromEntries(difference.filter(([, count]) => count > 0)),
	}
}
