// Members that are asked and told things one by one, over connections that stay open until the work is done.
import { ports } from '../../api/names.ts'
import { hostOf } from '../cluster.ts'
import { openEtcd, type EtcdClient } from '../../etcd/client.ts'
import { forwardTo } from '../../kube/forward.ts'
import { kinds } from '../../kube/objects.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import { credentialsOf } from './credentials.ts'
import { gather } from './gather.ts'
import type { Nodes } from './kubernetes.ts'
import type { MemberSight, Sight } from './sight.ts'

/** A member as its name, its id in etcd, and whoever speaks to it. */
export interface OpenMember {
	readonly name: string
	readonly id: string
	readonly client: EtcdClient
}

export interface Members {
	/** As it was when the work began. */
	readonly sight: Sight
	/** One that answered in the last look. */
	readonly open: (name: string) => OpenMember | undefined
	/** The cluster anew, from its object to every member. */
	readonly look: () => Promise<Sight>
}

const openingMs = 5000

export async function withMembers<T>(
	reach: Reach,
	cluster: Cluster,
	{ timeoutMs, nodes = 'several' }: { readonly timeoutMs: number; readonly nodes?: Nodes },
	signal: AbortSignal,
	work: (members: Members) => Promise<T>,
): Promise<T> {
	const { name, namespace = '' } = cluster.metadata
	const credentials = await credentialsOf(reach, cluster)
	if (!credentials.isPlain && credentials.tls === undefined)
		throw new Failure({
			what: `the members of ${name} cannot be asked as a client`,
			why: credentials.note.what,
			next: credentials.note.next,
		})
	const tls = credentials.isPlain ? undefined : credentials.tls
	const open = new Map<string, OpenMember>()

	function connect({ name: pod, report }: MemberSight): void {
		if (report === undefined || report.id === '' || open.get(pod)?.id === report.id) return
		open.get(pod)?.client.close()
		const host = hostOf(cluster, pod)
		const client = openEtcd({
			host,
			port: ports.client,
			dial: async () =>
				await forwardTo(
					reach.api,
					{ namespace, pod, port: ports.client },
					AbortSignal.any([signal, AbortSignal.timeout(openingMs)]),
				),
			...(tls && { tls: { ...tls, servername: host } }),
		})
		open.set(pod, { name: pod, id: report.id, client })
	}

	async function look(): Promise<Sight> {
		const now = await reach.kube.get<Cluster>(kinds.cluster, { namespace, name })
		if (now === undefined || now.metadata.uid !== cluster.metadata.uid)
			throw new Failure(`etcdcluster "${name}" in namespace "${namespace}" is another one than a moment ago`)
		const sight = await gather(reach, now, { depth: 3, timeoutMs, nodes }, signal)
		for (const member of sight.members) connect(member)
		return sight
	}

	try {
		return await work({ sight: await look(), open: (pod) => open.get(pod), look })
	} finally {
		for (const { client } of open.values()) client.close()
	}
}
