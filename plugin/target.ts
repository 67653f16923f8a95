// Which cluster is meant: "orders", "etcdcluster/orders", "team-b/orders", or the only one there is.
import type { Call } from './call.ts'
import { Failure } from './failure.ts'
import { nearest } from './line/nearest.ts'
import { isForbidden } from '../kube/errors.ts'
import { kinds, type KubeObject } from '../kube/objects.ts'
import type { Reach } from './reach.ts'
import type { ClusterSpec, ClusterStatus } from '../api/schema/cluster.ts'

/** As the API server has it, so that fields which we do not know are still there. */
export interface Cluster extends KubeObject {
	readonly kind?: 'EtcdCluster'
	readonly spec?: ClusterSpec
	readonly status?: ClusterStatus
}

export interface Named {
	readonly namespace: string
	readonly name: string
}

const typeWords = ['etcdcluster', 'etcdclusters', 'etcd'].flatMap((word) => [
	word,
	`${word}.etcd.database.coreos.com`,
])

/** A word that names one, in the namespace of the call unless it says another. */
export function named(word: string, namespace: string): Named {
	const [first = '', second, more] = word.split('/')
	if (more !== undefined || first === '' || second === '')
		throw new Failure(`"${word}" names no cluster; write NAME, etcdcluster/NAME or NAMESPACE/NAME`)
	if (second === undefined) return { namespace, name: first }
	return { namespace: typeWords.includes(first.toLowerCase()) ? namespace : first, name: second }
}

/** The cluster that a call is about; a word that is not there means the only one. */
export async function targetOf(call: Call, word: string | undefined = call.args[0]): Promise<Cluster> {
	const reach = await call.reach()
	if (word === undefined) return await theOnlyOne(call, reach)
	const at = named(word, reach.namespace)
	const found = await reach.kube.get<Cluster>(kinds.cluster, at)
	if (found) return found
	throw await notFound(reach, at)
}

async function theOnlyOne({ terminal }: Call, { kube, namespace }: Reach): Promise<Cluster> {
	const all = await kube.list<Cluster>(kinds.cluster, { namespace })
	const names = all.map(({ metadata }) => metadata.name)
	const [only, another] = all
	if (only && another === undefined) {
		terminal.err(`(${only.metadata.name} is the only cluster in ${namespace})\n`)
		return only
	}
	if (only === undefined)
		throw new Failure({
			what: `there is no etcdcluster in namespace "${namespace}"`,
			next: 'kubectl etcd get -A    or, for a first one: kubectl etcd create NAME',
		})
	throw new Failure({
		what: `${all.length} clusters in ${namespace}: ${names.join(', ')}`,
		next: 'name one, or use -A where the command takes it',
	})
}

/** Looks where else it may be, as far as that is permitted. */
export async function notFound({ kube }: Reach, { namespace, name }: Named): Promise<Failure> {
	// A list is there even when it is empty: one that is not found means that the kind is unknown, which is another sentence.
	const unlessForbidden = (reason: unknown): readonly Cluster[] => {
		if (isForbidden(reason)) return []
		throw reason
	}
	const elsewhere = await kube.list<Cluster>(kinds.cluster, {}).catch(async (reason: unknown) => {
		if (!isForbidden(reason)) throw reason
		return await kube.list<Cluster>(kinds.cluster, { namespace }).catch(unlessForbidden)
	})
	const near = nearest(
		name,
		elsewhere.filter((one) => one.metadata.namespace === namespace).map((one) => one.metadata.name),
	)
	const others = elsewhere
		.filter((one) => one.metadata.namespace !== namespace && one.metadata.name === (near ?? name))
		.map((one) => one.metadata.namespace)
	const hints = [
		near === undefined ? '' : `did you mean "${near}"?`,
		others.length === 0
			? ''
			: `${near === undefined ? 'it' : 'that'} ${near === undefined ? 'exists' : 'also exists'} in ${others.join(', ')}`,
	].filter(Boolean)
	return new Failure({
		what: `etcdcluster "${name}" not found in namespace "${namespace}"`,
		next: hints.join('; ') || 'kubectl etcd get -A',
	})
}
