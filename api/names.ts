// Every name that we give or read: group, kinds, annotations, labels, objects, hosts. Pure.

export const group = 'etcd.database.coreos.com'
export const apiVersion = `${group}/v1beta2`

/** Keys under which only we and those who steer us write. */
export const ourPrefix = `${group}/`

export const annotations = {
	/** coreos: "clusterwide" hands the object to an operator of all namespaces. */
	scope: `${ourPrefix}scope`,
	/** "true" keeps the cluster from being deleted. */
	deletionProtection: `${ourPrefix}deletion-protection`,
	/** The minor to which the cluster may go down, such as "3.5"; it names one step and permits no other. */
	allowDowngrade: `${ourPrefix}allow-downgrade`,
	/** Who paused the cluster, since when and why, for whoever finds it so. */
	pausedBy: `${ourPrefix}paused-by`,
	pausedSince: `${ourPrefix}paused-since`,
	pausedReason: `${ourPrefix}paused-reason`,

	// On pods, and what of it outlives them on claims.
	/** coreos: the version of the image. */
	version: 'etcd.version',
	/** What the process is told at its start; once it has started, names that are nobody's, so that an empty directory cannot start. */
	initialCluster: `${ourPrefix}initial-cluster`,
	initialState: `${ourPrefix}initial-cluster-state`,
	token: `${ourPrefix}token`,
	clusterId: `${ourPrefix}cluster-id`,
	memberId: `${ourPrefix}member-id`,
	claimUid: `${ourPrefix}claim-uid`,
	/** What the pod was made from. */
	template: `${ourPrefix}template`,
	/** The image that it was given, without its tag: what runs may be another one, where somebody mirrors images. */
	repository: `${ourPrefix}repository`,
	/** Which authorities the process trusts, since it reads those only as it starts. */
	trust: `${ourPrefix}trust`,
	/** Which certificates it was last told to show; its kubelet looks at a pod at once when that changes. */
	leaf: `${ourPrefix}leaf`,
	/** Until when each authority stays trusted that is wanted no more. */
	trustedUntil: `${ourPrefix}trusted-until`,
	/** When clients were given another authority to trust for the last time. */
	clientsTold: `${ourPrefix}clients-told`,
	/** Clients are sent elsewhere, since its process is about to be stopped; then how often it had been started until then. */
	withdrawn: `${ourPrefix}withdrawn`,
	/** On the pod that makes its member the only one, for which recovery that is. */
	alone: `${ourPrefix}alone`,
	/** On claims of members that a recovery gave up: nothing is started on them again, and nobody but a person deletes them. */
	discarded: `${ourPrefix}discarded`,

	// On Jobs of ours and their pods.
	/** Whose they are, by name; the label of the same name says it by UID. */
	backup: `${ourPrefix}backup`,
	/** When what they do was due, in milliseconds since 1970. */
	due: `${ourPrefix}due`,
	/** The snapshot that a drill restores, by its name in the store; what else we run for a backup has none. */
	drill: `${ourPrefix}drill`,
	/** The occasion on which a drill was asked for. */
	occasion: `${ourPrefix}occasion`,
} as const

/** Where a variable's value stands that is another one for another minor: a container's variables cannot change, and annotations can. */
export const variableNote = (name: string): string => `${ourPrefix}${name.toLowerCase().replaceAll('_', '-')}`

/** Holds a pod of ours back from every node until it was told, by its UID, whom it may join. */
export const startGate = `${ourPrefix}start`

/** A toleration of nothing, which comes with the seal of a pod: the kubelet says of a changed spec that it has seen it, and of annotations not. */
export const sealToleration = `${ourPrefix}sealed`

/** On pods that the Service for clients may send clients to. */
export const servingLabel = `${ourPrefix}serving`

/** Pods carry these since 2018; who selects by them must not find a stranger. */
export const isReservedLabel = (key: string): boolean =>
	key === 'app' || key.startsWith('etcd_') || key.startsWith(ourPrefix)

export const isReservedAnnotation = (key: string): boolean =>
	key === 'etcd.version' || key.startsWith(ourPrefix)

/** A member's name is its cluster's with a dash and ten letters, and is also a host name of at most 63. */
export const suffixLength = 10
export const longestClusterName = 63 - 1 - suffixLength

export const memberName = (cluster: string, suffix: string): string => `${cluster}-${suffix}`

export const ports = { client: 2379, peer: 2380, metrics: 2381 } as const

export const clientServiceName = (cluster: string): string => `${cluster}-client`
/** The headless Service, through which members find each other. */
export const peerServiceName = (cluster: string): string => cluster

export const podLabels = (cluster: string, member: string) => ({
	app: 'etcd',
	etcd_cluster: cluster,
	etcd_node: member,
})

export interface Place {
	readonly cluster: string
	readonly namespace: string
	/** With its leading dot, as coreos has it: ".cluster.local". */
	readonly domain?: string
}

export type TlsRole = 'peer' | 'server' | 'client'

/** The Certificate that we have issued, and the secret that it is written to. */
export const certificateName = (cluster: string, role: TlsRole): string => `${cluster}-${role}-tls`
/** Our own copy of what members show and trust: they are given only what was looked at. */
export const keptName = (cluster: string): string => `${cluster}-members-tls`
/** What applications show and trust, for them to mount: it goes from one authority to another together with the members. */
export const clientsName = (cluster: string): string => `${cluster}-clients-tls`

export const memberHost = (member: string, { cluster, namespace, domain = '' }: Place): string =>
	`${member}.${peerServiceName(cluster)}.${namespace}.svc${domain}`

export const clientHost = ({ cluster, namespace, domain = '' }: Place): string =>
	`${clientServiceName(cluster)}.${namespace}.svc${domain}`

/** The name of the member that a peer URL of this cluster belongs to; nothing for a URL of somebody else's. */
export function memberOfUrl(url: string, { cluster, namespace, domain = '' }: Place): string | undefined {
	const [, host = ''] = /^https?:\/\/([^/:]+):\d+$/.exec(url) ?? []
	const service = `.${peerServiceName(cluster)}.${namespace}.svc`
	// coreos let the domain come later: who was there before has none.
	const rest = [`${service}${domain}`, service].find((ending) => host.endsWith(ending)) ?? host
	const name = host.slice(0, -rest.length)
	return name.startsWith(`${cluster}-`) && !name.includes('.') ? name : undefined
}
