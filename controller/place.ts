// Where a cluster lives and who owns what is made for it. Pure.
import { apiVersion, clientServiceName, memberHost, peerServiceName, type Place } from '../api/names.ts'
import type { ClusterSpec } from '../api/schema/cluster.ts'
import { membersSpeakTls } from '../api/tls.ts'
import { peerUrl } from '../etcd/arguments.ts'
import type { OwnerReference } from '../kube/objects.ts'
import type { Observed } from './observed.ts'

export interface Owner {
	readonly namespace: string
	readonly name: string
	readonly uid: string
}

export const ownerReference = ({ name, uid }: Owner): OwnerReference => ({
	apiVersion,
	kind: 'EtcdCluster',
	name,
	uid,
	controller: true,
	blockOwnerDeletion: false,
})

export const placeOf = ({ namespace, name }: Owner, spec: ClusterSpec): Place => ({
	cluster: name,
	namespace,
	...(spec.pod?.ClusterDomain !== undefined && { domain: spec.pod.ClusterDomain }),
})

export const tokenOf = ({ namespace, name, uid }: Owner, attempt: number): string =>
	`${namespace}/${name}/${uid}/${attempt}`

/** Of everything that we make for a cluster. */
export const clusterLabels = (cluster: string) => ({ app: 'etcd', etcd_cluster: cluster })

export const serviceNames = ({ name }: Owner, spec: ClusterSpec) => ({
	peers: peerServiceName(name),
	clients: spec.service?.name ?? clientServiceName(name),
})

export function peerUrlOf(seen: Observed, member: string): string {
	const spec = seen.wanted?.spec ?? seen.spec
	return peerUrl(membersSpeakTls(spec.TLS) ? 'https' : 'http', memberHost(member, placeOf(seen, spec)))
}
