// A new cluster from the flags, with a comment at each field for whoever keeps the file. Pure but for the library that writes YAML.
import { Document, isMap, isScalar, type Scalar, type YAMLMap } from 'yaml'
import { apiVersion } from '../../api/names.ts'
import { releases } from '../../api/releases.ts'
import type { Wanted } from './wanted.ts'

/** What stands above a field, by its path. */
const comments: Readonly<Record<string, string>> = {
	'spec.size':
		' 1, 3, 5 or 7 members; 3 can lose one, 5 two. An even number survives no more than one fewer.',
	'spec.version': ' Of etcd. Upgrades go minor by minor: kubectl etcd upgrade NAME --to X --plan',
	'spec.quotaBackendBytes':
		' How large the database may become; writes end there. Below the size of the volume.',
	'spec.TLS.certManager': ' cert-manager issues and renews the certificates of members and operator.',
	'spec.TLS.static': ' Secrets of yours: tls.crt, tls.key and ca.crt each.',
	'spec.TLS': ' Cannot be turned on or off later.',
	'spec.pod.persistentVolumeClaimSpec':
		' A volume for each member. It can grow later and not shrink; the class stays.',
	'spec.bootstrap': ' What it begins with; read once, at its birth.',
	'spec.pod.resources': ' etcd needs memory for its whole database and more while it is copied.',
	'spec.pod.nodeSelector': ' Members run only on nodes with these labels.',
	'spec.pod': ' A change here restarts members one by one, the leader last.',
}

type Values = Readonly<Record<string, unknown>>

const some = (values: Values): Values | undefined => {
	const present = Object.entries(values).filter(([, value]) => value !== undefined)
	return present.length === 0 ? undefined : Object.fromEntries(present)
}

function tlsOf({ tls }: Wanted, name: string): Values | undefined {
	if (tls === undefined || tls.kind === 'none') return undefined
	if (tls.kind === 'issuer')
		return {
			certManager: { issuerRef: { name: tls.name, ...(tls.isClusterWide && { kind: 'ClusterIssuer' }) } },
		}
	return {
		static: {
			member: { peerSecret: `${name}-peer`, serverSecret: `${name}-server` },
			operatorSecret: `${name}-operator`,
		},
	}
}

export function clusterOf(wanted: Wanted) {
	const { name, namespace, size, version, storage, storageClass, memory, cpu, quota, nodeSelector } = wanted
	const claim = storage && {
		...(storageClass !== undefined && { storageClassName: storageClass }),
		resources: { requests: { storage } },
	}
	const requests = some({ cpu, memory })
	const pod = some({
		persistentVolumeClaimSpec: claim,
		resources: requests && { requests, ...(memory && { limits: { memory } }) },
		nodeSelector,
	})
	return {
		apiVersion,
		kind: 'EtcdCluster' as const,
		metadata: { name, ...(namespace !== undefined && { namespace }) },
		spec: {
			size,
			version: version ?? releases.forNewClusters,
			...some({ quotaBackendBytes: quota, TLS: tlsOf(wanted, name), pod }),
		},
	}
}

function comment(map: YAMLMap, path: string): void {
	for (const pair of map.items) {
		const key = pair.key as Scalar<string>
		const at = path === '' ? key.value : `${path}.${key.value}`
		const text = comments[at]
		if (text !== undefined && isScalar(pair.key)) key.commentBefore = text
		if (isMap(pair.value)) comment(pair.value, at)
	}
}

/** A file that somebody may keep, and understands when they come back to it. */
export function commented(cluster: object): string {
	const document = new Document(cluster)
	if (isMap(document.contents)) comment(document.contents, '')
	return document.toString({ lineWidth: 0 })
}
