// Which API group a resource is of, and whether it is in a namespace. Pure. A command that needs another one adds it here.
import { group } from '../../api/names.ts'

interface Place {
	readonly group: string
	readonly clusterWide?: true
}

const core = { group: '' } as const

const places: Readonly<Record<string, Place>> = {
	etcdclusters: { group },
	etcdbackups: { group },
	etcdrestores: { group },
	pods: core,
	secrets: core,
	services: core,
	endpoints: core,
	events: core,
	configmaps: core,
	persistentvolumeclaims: core,
	persistentvolumes: { group: '', clusterWide: true },
	nodes: { group: '', clusterWide: true },
	namespaces: { group: '', clusterWide: true },
	deployments: { group: 'apps' },
	poddisruptionbudgets: { group: 'policy' },
	networkpolicies: { group: 'networking.k8s.io' },
	leases: { group: 'coordination.k8s.io' },
	certificates: { group: 'cert-manager.io' },
	storageclasses: { group: 'storage.k8s.io', clusterWide: true },
	customresourcedefinitions: { group: 'apiextensions.k8s.io', clusterWide: true },
	validatingwebhookconfigurations: { group: 'admissionregistration.k8s.io', clusterWide: true },
}

/** Of "pods/portforward" that of "pods"; nothing for what is not in the table. */
export const placeOf = (resource: string): Place | undefined => places[resource.split('/')[0] ?? '']
