// What a cluster has besides its members: two Services, a disruption budget, and a network policy if asked for. Pure.
import { annotations, ports, servingLabel } from '../../api/names.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { quorum, votersOf } from '../../etcd/membership.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Members, Wanted } from '../observed.ts'
import { hashOf } from '../template.ts'
import { clusterLabels, ownerReference, serviceNames, type Owner } from '../place.ts'

interface Shared {
	readonly kind: Kind
	readonly object: KubeObject & { readonly spec: unknown }
}

const port = (name: string, number: number) => ({ name, port: number, targetPort: number, protocol: 'TCP' })

export function sharedObjects(owner: Owner, spec: ClusterSpec, size: number): readonly Shared[] {
	const labels = clusterLabels(owner.name)
	const { peers, clients } = serviceNames(owner, spec)
	// What others add to an object is theirs, so that only the hash tells what we once wanted and want no more.
	const object = (name: string, objectSpec: unknown, theirs: Readonly<Record<string, string>> = {}) => ({
		metadata: {
			namespace: owner.namespace,
			name,
			labels,
			annotations: { ...theirs, [annotations.template]: hashOf({ objectSpec, theirs }) },
			ownerReferences: [ownerReference(owner)],
		},
		spec: objectSpec,
	})
	const { type = 'ClusterIP', annotations: theirs, selector } = spec.service ?? {}
	return [
		{
			kind: kinds.service,
			object: object(peers, {
				clusterIP: 'None',
				selector: labels,
				// Members find each other before they are ready, and with TLS are believed only by a name that leads back to them.
				publishNotReadyAddresses: true,
				ports: [port('client', ports.client), port('peer', ports.peer)],
			}),
		},
		{
			kind: kinds.service,
			object: object(
				clients,
				{
					type,
					selector: { ...selector, ...labels, [servingLabel]: 'true' },
					ports: [port('client', ports.client)],
				},
				theirs,
			),
		},
		...(spec.podDisruptionBudget === false ? [] : [budget(owner, object, size)]),
		...(spec.networkPolicy ? [policy(owner, object)] : []),
	]
}

type Make = (name: string, spec: unknown) => Shared['object']

/** How many voters evictions must leave a majority of: those there are, or those wanted while there are fewer. */
export const protectedSize = (
	members: Members,
	size: number | undefined,
	wanted: Wanted | undefined,
): number => Math.max(members.fresh ? votersOf(members.all).length : (size ?? 0), wanted?.size ?? 1)

/** Evictions leave a majority of the voters. */
const budget = ({ name }: Owner, object: Make, size: number): Shared => ({
	kind: kinds.budget,
	object: object(name, {
		minAvailable: quorum(Math.max(size, 1)),
		selector: { matchLabels: { ...clusterLabels(name), [servingLabel]: 'true' } },
		unhealthyPodEvictionPolicy: 'IfHealthyBudget',
	}),
})

/** Only members reach the peer port; clients and metrics stay open to whom other policies let in. */
const policy = ({ name }: Owner, object: Make): Shared => ({
	kind: kinds.networkPolicy,
	object: object(name, {
		podSelector: { matchLabels: clusterLabels(name) },
		policyTypes: ['Ingress'],
		ingress: [
			{
				from: [{ podSelector: { matchLabels: clusterLabels(name) } }],
				ports: [{ protocol: 'TCP', port: ports.peer }],
			},
			{ ports: [ports.client, ports.metrics].map((number) => ({ protocol: 'TCP', port: number })) },
		],
	}),
})

/** Whether everything that is wanted is there; what others added is theirs. */
export function holds(wanted: unknown, found: unknown): boolean {
	if (Array.isArray(wanted))
		return (
			Array.isArray(found) &&
			wanted.length === found.length &&
			wanted.every((item, index) => holds(item, found[index]))
		)
	if (typeof wanted !== 'object' || wanted === null) return wanted === found
	if (typeof found !== 'object' || found === null) return false
	return Object.entries(wanted).every(([key, value]) => holds(value, (found as Record<string, unknown>)[key]))
}
