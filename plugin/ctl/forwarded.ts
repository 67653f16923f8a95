// The members of a cluster by way of the API server and their kubelets, with the certificate that the cluster keeps for its clients.
import { ports } from '../../api/names.ts'
import { hostOf } from '../cluster.ts'
import { Connection } from '../../etcd/connection.ts'
import { isForbidden } from '../../kube/errors.ts'
import { forwardTo } from '../../kube/forward.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'
import { credentialsOf } from '../sight/credentials.ts'
import { memberNames, notAskable } from '../sight/names.ts'
import type { Cluster } from '../target.ts'
import type { Members } from './members.ts'

async function podsOf({ kube }: Reach, { metadata }: Cluster): Promise<readonly Pod[] | undefined> {
	const query = `?labelSelector=${encodeURIComponent(`etcd_cluster=${metadata.name}`)}`
	try {
		return await kube.list<Pod>(kinds.pod, { namespace: metadata.namespace }, query)
	} catch (reason) {
		// The operator's own list does, too; it only does not say who runs.
		if (isForbidden(reason)) return undefined
		throw reason
	}
}

/** Those that run come first. */
export async function forwardedMembers(
	reach: Reach,
	cluster: Cluster,
	signal: AbortSignal,
): Promise<Members> {
	const { name: of, namespace = '' } = cluster.metadata
	const [pods, credentials] = await Promise.all([podsOf(reach, cluster), credentialsOf(reach, cluster)])
	if (!credentials.isPlain && credentials.tls === undefined)
		throw new Failure({
			what: `members of ${of} speak TLS, and there is nothing to show them`,
			why: credentials.note.what,
			next: credentials.note.next,
		})
	const runs = (name: string): boolean => {
		const pod = pods?.find(({ metadata }) => metadata.name === name)
		return notAskable(pod, pods !== undefined, of) === undefined
	}
	const names = memberNames(cluster, pods)
	const inOrder = [...names.filter(runs), ...names.filter((name) => !runs(name))]
	return inOrder.map((name) => {
		const host = hostOf(cluster, name)
		const target = { namespace, pod: name, port: ports.client }
		const dial = async () => await forwardTo(reach.api, target, signal)
		const tls = credentials.isPlain ? undefined : { ...credentials.tls, servername: host }
		const endpoint = { host, port: ports.client, dial, ...(tls && { tls }) }
		return { name, open: async () => await Promise.resolve(new Connection(endpoint)) }
	})
}
