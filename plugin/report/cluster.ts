// All of one cluster that may be shown to others.
import { kinds, type At, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { memberSelector, memberSource } from '../logs/source.ts'
import { paintOf } from '../screen/paint.ts'
import type { Cluster } from '../target.ts'
import { isAbout, type KubeEvent } from '../timeline/from-events.ts'
import { gather } from '../timeline/gather.ts'
import { entryLine, stripLines } from '../timeline/show.ts'
import type { Bundle } from './bundle.ts'
import { addLogs } from './logs.ts'
import type { Scope } from './scope.ts'

interface Node extends KubeObject {
	readonly status?: Readonly<Record<string, unknown>>
}

/** Who wrote what is of interest in the cluster's own object only, and makes the rest hard to read. */
export function plain<T extends KubeObject>(object: T, { apiVersion, kind }: Kind): T {
	const { managedFields: _, ...metadata } = object.metadata as T['metadata'] & {
		readonly managedFields?: unknown
	}
	return { apiVersion, kind, ...object, metadata }
}

export const listOf = async (
	{ reach: { kube } }: Scope,
	kind: Kind,
	at: At,
	query = '',
): Promise<readonly KubeObject[]> => (await kube.list(kind, at, query)).map((object) => plain(object, kind))

export async function addCluster(scope: Scope, bundle: Bundle, cluster: Cluster): Promise<void> {
	const { reach } = scope
	const { name, namespace = '' } = cluster.metadata
	const folder = `clusters/${namespace}/${name}`
	const mine = `?${memberSelector(name)}`
	const add = async (
		path: string,
		kind: Kind,
		query = '',
		keep: (object: KubeObject) => boolean = () => true,
	) =>
		await bundle.object(`${folder}/${path}.yaml`, async () =>
			(await listOf(scope, kind, { namespace }, query)).filter(keep),
		)
	const isNamed = ({ metadata }: KubeObject): boolean =>
		metadata.name === name || metadata.name.startsWith(`${name}-`)

	await bundle.object(`${folder}/cluster.yaml`, async () => await Promise.resolve(cluster))
	const pods = (await add('pods', kinds.pod, mine)) as readonly Pod[] | undefined
	const names = new Set(pods?.map((pod) => pod.metadata.name))
	await Promise.all([
		add('claims', kinds.claim, mine),
		add('services', kinds.service, '', isNamed),
		add('budgets', kinds.budget, '', isNamed),
		add('network-policies', kinds.networkPolicy, '', isNamed),
		add('events', kinds.event, '', (event) => isAbout(event as KubeEvent, name, names)),
		bundle.text(`${folder}/timeline.txt`, async () => await timelineText(scope, cluster)),
		...[...new Set(pods?.flatMap(({ spec }) => spec.nodeName ?? []))].map(
			async (node) =>
				await bundle.object(`nodes/${node}.yaml`, async () => {
					const found = await reach.kube.get<Node>(kinds.node, { name: node })
					return found && withoutImages(plain(found, kinds.node))
				}),
		),
		...(scope.withLogs ? [addLogs(scope, bundle, `${folder}/logs`, pods?.map(memberSource) ?? [])] : []),
	])
}

/** They are other people's, and many. */
function withoutImages(node: Node): Node {
	const { images: _, ...status } = node.status ?? {}
	return { ...node, status }
}

async function timelineText({ reach, sinceSeconds, now }: Scope, cluster: Cluster): Promise<string> {
	const { entries, names } = await gather(reach, cluster)
	const shown = entries.filter(({ at }) => at >= now - sinceSeconds * 1000)
	const window = { from: Math.min(now, ...shown.map(({ at }) => at)), to: now }
	const screen = { paint: paintOf(false), width: undefined, ascii: true }
	const nameWidth = Math.max(0, ...[...names].map((one) => one.length))
	const lines = { ...window, cluster: cluster.metadata.name, nameWidth }
	return [
		...stripLines(shown, window, screen),
		...shown.map((entry) => entryLine(entry, lines, screen)),
		'',
	].join('\n')
}
