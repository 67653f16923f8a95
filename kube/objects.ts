// The few kinds that we read and write, and where they are. Pure.

export interface OwnerReference {
	readonly apiVersion: string
	readonly kind: string
	readonly name: string
	readonly uid: string
	readonly controller?: boolean
	readonly blockOwnerDeletion?: boolean
}

interface Metadata {
	readonly name: string
	readonly namespace?: string
	readonly uid?: string
	readonly resourceVersion?: string
	readonly generation?: number
	readonly creationTimestamp?: string
	readonly deletionTimestamp?: string
	readonly deletionGracePeriodSeconds?: number
	readonly finalizers?: readonly string[]
	readonly labels?: Readonly<Record<string, string>>
	readonly annotations?: Readonly<Record<string, string>>
	readonly ownerReferences?: readonly OwnerReference[]
}

export interface KubeObject {
	readonly apiVersion?: string
	readonly kind?: string
	readonly metadata: Metadata
}

export interface Kind {
	readonly apiVersion: string
	readonly kind: string
	readonly plural: string
	readonly clusterWide?: true
}

const core = (kind: string, plural: string): Kind => ({ apiVersion: 'v1', kind, plural })

export const kinds = {
	cluster: { apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdCluster', plural: 'etcdclusters' },
	backup: { apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdBackup', plural: 'etcdbackups' },
	job: { apiVersion: 'batch/v1', kind: 'Job', plural: 'jobs' },
	restore: { apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdRestore', plural: 'etcdrestores' },
	pod: core('Pod', 'pods'),
	claim: core('PersistentVolumeClaim', 'persistentvolumeclaims'),
	service: core('Service', 'services'),
	secret: core('Secret', 'secrets'),
	certificate: { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', plural: 'certificates' },
	issuer: { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', plural: 'issuers' },
	clusterIssuer: {
		apiVersion: 'cert-manager.io/v1',
		kind: 'ClusterIssuer',
		plural: 'clusterissuers',
		clusterWide: true,
	},
	event: core('Event', 'events'),
	endpoints: core('Endpoints', 'endpoints'),
	node: { ...core('Node', 'nodes'), clusterWide: true },
	budget: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', plural: 'poddisruptionbudgets' },
	networkPolicy: { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', plural: 'networkpolicies' },
	lease: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', plural: 'leases' },
} as const satisfies Record<string, Kind>

export interface At {
	/** All namespaces when missing. */
	readonly namespace?: string | undefined
	readonly name?: string
	readonly subresource?: string
}

export function pathOf(
	{ apiVersion, plural, clusterWide }: Kind,
	{ namespace, name, subresource }: At,
): string {
	const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
	const place = namespace === undefined || clusterWide ? '' : `/namespaces/${namespace}`
	return [`${root}${place}/${plural}`, name, subresource].filter((part) => part !== undefined).join('/')
}

/** Two objects of one kind are the same one only if their UIDs are. */
export const keyOf = ({ metadata: { namespace = '', name } }: KubeObject): string => `${namespace}/${name}`

/** By its controller: others may refer to it, too. */
export const isOwnedBy = ({ metadata }: KubeObject, uid: string): boolean =>
	metadata.ownerReferences?.some((reference) => reference.controller && reference.uid === uid) === true
