// What Kubernetes knows of a cluster: its pods, volumes, nodes and budget. Each may be forbidden by itself.
import { isForbidden, KubeError } from '../../kube/errors.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Claim, Pod } from '../../kube/pod.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import type { Budget, Node, Note } from './sight.ts'

export interface Surroundings {
	readonly pods: readonly Pod[] | undefined
	readonly claims: readonly Claim[] | undefined
	readonly nodes: ReadonlyMap<string, Node> | undefined
	readonly budget: Budget | undefined
	readonly notes: readonly Note[]
}

/** Whether there are several is all that is asked of those on which no silent member runs. */
export type Nodes = 'all' | 'several'

const words: Readonly<Record<string, string>> = {
	pods: 'members cannot be asked, and why one does not run is not known',
	persistentvolumeclaims: 'volumes are not shown',
	nodes: 'whether a node is the reason is not known',
	poddisruptionbudgets: 'how many may be evicted is not shown',
}

function noteOf(kind: Kind, verb: 'get' | 'list', reason: unknown): Note {
	if (!(reason instanceof KubeError)) throw reason
	const why = isForbidden(reason) ? `you may not ${verb} ${kind.plural}` : `${kind.plural}: ${reason.message}`
	return {
		what: `${why}: ${words[kind.plural] ?? ''}`,
		next: 'kubectl etcd rbac --for status -o yaml',
		isAside: kind !== kinds.pod,
	}
}

export async function surroundingsOf(
	{ kube }: Reach,
	{ metadata }: Cluster,
	wanted: Nodes,
): Promise<Surroundings> {
	const { name, namespace = '' } = metadata
	const unseen = new Map<Kind, Note>()

	async function all<T extends KubeObject>(kind: Kind, query: string): Promise<readonly T[] | undefined> {
		try {
			return await kube.list<T>(kind, { namespace }, query)
		} catch (reason) {
			unseen.set(kind, noteOf(kind, 'list', reason))
			return undefined
		}
	}

	const mine = `?labelSelector=${encodeURIComponent(`etcd_cluster=${name}`)}`
	const inOrder = [kinds.pod, kinds.claim, kinds.node, kinds.budget]
	const [pods, claims, nodes, budgets] = await Promise.all([
		all<Pod>(kinds.pod, mine),
		all<Claim>(kinds.claim, mine),
		all<Node>(kinds.node, wanted === 'all' ? '' : '?limit=2'),
		all<Budget>(kinds.budget, ''),
	])
	return {
		pods,
		claims,
		nodes: nodes && new Map(nodes.map((node) => [node.metadata.name, node])),
		budget: budgets?.find(
			(one) => one.metadata.name === name || one.metadata.labels?.['etcd_cluster'] === name,
		),
		notes: inOrder.flatMap((kind) => unseen.get(kind) ?? []),
	}
}

/** Those are known of which nobody says that they are no more. */
export async function withNodes(
	{ kube }: Reach,
	around: Surroundings,
	names: readonly string[],
): Promise<Pick<Surroundings, 'nodes' | 'notes'>> {
	const { nodes, notes } = around
	const missing = names.filter((name) => nodes?.has(name) === false)
	try {
		const found = await Promise.all(missing.map(async (name) => await kube.get<Node>(kinds.node, { name })))
		const more = found.flatMap((node) => (node ? [[node.metadata.name, node] as const] : []))
		return { nodes: nodes && new Map([...nodes, ...more]), notes }
	} catch (reason) {
		return { nodes: undefined, notes: [...notes, noteOf(kinds.node, 'get', reason)] }
	}
}
