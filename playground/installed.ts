// A playground with the operator installed, for shows: the one that PLAYGROUND names, or one of their own that ends with them.
import { install, loadOperator } from './install.ts'
import { Playground } from './playground.ts'

export async function withOperator(
	name: string,
	run: (playground: Playground) => Promise<void>,
): Promise<void> {
	const named = process.env['PLAYGROUND']
	if (named !== undefined) return await run(await Playground.join(named))
	await using playground = await Playground.start({ name, nodes: 3 })
	await loadOperator(playground)
	await install(playground, 'self-signed')
	await run(playground)
}

/** What the controller's process says of itself, by the name of the metric. */
export async function controllerMetrics(playground: Playground): Promise<(name: string) => number> {
	const labels = ['-l', 'app.kubernetes.io/component=controller', '-o', 'jsonpath={.items[0].metadata.name}']
	const pod = await playground.kubectl(['-n', 'kubectl-etcd', 'get', 'pods', ...labels])
	const raw = `/api/v1/namespaces/kubectl-etcd/pods/${pod}:8080/proxy/metrics`
	const metrics = await playground.kubectl(['get', '--raw', raw])
	return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
}

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

/** Requests that the API server answered for what the controller reads and writes, by verb and kind; of pods also those of others. */
export async function requestsSoFar(playground: Playground): Promise<ReadonlyMap<string, number>> {
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
