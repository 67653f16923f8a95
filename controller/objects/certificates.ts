// What cert-manager is asked to issue for a cluster, and the secret in which we keep what members are given. No clock, no input or output.
import {
	annotations,
	certificateName,
	clientsName,
	clientHost,
	keptName,
	memberHost,
	type Place,
	type TlsRole,
} from '../../api/names.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { clusterLabels, ownerReference, placeOf, type Owner } from '../place.ts'
import { hashOf } from '../template.ts'
import { clientsDataOf, dataOf, notesOf, type Kept } from '../tls/kept.ts'

/** By the short name, and by the one that leads back from an address, by which members believe each other. */
const inDomains = (place: Place, clusterDomain: string): readonly Place[] => [
	{ ...place, domain: '' },
	{ ...place, domain: place.domain || `.${clusterDomain}` },
]

/** Whom a certificate must be for. Members to come have no name yet. */
export function hostsOf(
	owner: Owner,
	spec: ClusterSpec,
	role: TlsRole,
	clusterDomain: string,
): readonly string[] {
	const places = inDomains(placeOf(owner, spec), clusterDomain)
	const members = places.map((place) => memberHost('*', place))
	if (role === 'peer') return members
	return role === 'server' ? [...members, ...places.map(clientHost)] : []
}

const usages: Readonly<Record<TlsRole, readonly string[]>> = {
	peer: ['digital signature', 'key encipherment', 'server auth', 'client auth'],
	// etcd's own gateway connects to its server with it.
	server: ['digital signature', 'key encipherment', 'server auth', 'client auth'],
	client: ['digital signature', 'key encipherment', 'client auth'],
}

export function certificateObject(
	owner: Owner,
	spec: ClusterSpec,
	role: TlsRole,
	clusterDomain: string,
): KubeObject & { readonly spec: object } {
	const { issuerRef = {}, duration, renewBefore } = spec.TLS?.certManager ?? {}
	const name = certificateName(owner.name, role)
	const labels = clusterLabels(owner.name)
	const isServer = role !== 'client'
	const wanted = {
		secretName: name,
		secretTemplate: { labels },
		commonName: `${owner.name}-${role}`,
		...(isServer && { dnsNames: [...hostsOf(owner, spec, role, clusterDomain), 'localhost'] }),
		usages: usages[role],
		issuerRef: { kind: 'Issuer', group: 'cert-manager.io', ...issuerRef },
		privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
		...(duration && { duration }),
		...(renewBefore && { renewBefore }),
	}
	return {
		metadata: {
			namespace: owner.namespace,
			name,
			labels,
			annotations: { [annotations.template]: hashOf(wanted) },
			ownerReferences: [ownerReference(owner)],
		},
		spec: wanted,
	}
}

/** Nothing where clients speak without TLS. */
export function clientsObject(
	owner: Owner,
	kept: Kept,
): (KubeObject & { readonly data: object }) | undefined {
	const data = clientsDataOf(kept)
	if (data === undefined) return undefined
	const metadata = {
		namespace: owner.namespace,
		name: clientsName(owner.name),
		labels: clusterLabels(owner.name),
		ownerReferences: [ownerReference(owner)],
	}
	return { metadata, data }
}

export const keptObject = (owner: Owner, kept: Kept): KubeObject & { readonly data: object } => ({
	metadata: {
		namespace: owner.namespace,
		name: keptName(owner.name),
		labels: clusterLabels(owner.name),
		annotations: notesOf(kept),
		ownerReferences: [ownerReference(owner)],
	},
	data: dataOf(kept),
})
