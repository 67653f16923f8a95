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
} as const

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

const clientServiceName = (cluster: string): string => `${cluster}-client`
/** The headless Service, through which members find each other. */
const peerServiceName = (cluster: string): string => cluster

export const podLabels = (cluster: string, member: string) => ({
	app: 'etcd',
	etcd_cluster: cluster,
	etcd_node: member,
})

interface Place {
	readonly cluster: string
	readonly namespace: string
	/** With its leading dot, as coreos has it: ".cluster.local". */
	readonly domain?: string
}

export const memberHost = (member: string, { cluster, namespace, domain = '' }: Place): string =>
	`${member}.${peerServiceName(cluster)}.${namespace}.svc${domain}`

export const clientHost = ({ cluster, namespace, domain = '' }: Place): string =>
	`${clientServiceName(cluster)}.${namespace}.svc${domain}`
