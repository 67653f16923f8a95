// What a Job of an EtcdBackup needs: addresses, and secrets that are there. A Job whose secret is missing would wait without a word.
import { clientHost, ports } from '../../api/names.ts'
import type { BackupSpec } from '../../api/schema/backup.ts'
import { placeIn } from '../../api/task.ts'
import { clientsSpeakTls, tlsSources } from '../../api/tls.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import type { Kube } from '../../kube/client.ts'
import { kinds } from '../../kube/objects.ts'
import { placeOf, serviceNames } from '../place.ts'
import type { Key, StoredCluster } from '../world.ts'
import type { NotReady, Ready } from './observed.ts'

interface Wanted {
	readonly namespace: string
	readonly spec: BackupSpec
	readonly clusterOf: (key: Key) => StoredCluster | undefined
}

interface Addressed {
	readonly endpoints: readonly string[]
	readonly client: string | undefined
}

function addressed({ namespace, spec, clusterOf }: Wanted): Addressed | NotReady {
	const { etcdEndpoints: endpoints = [], etcdCluster, clientTLSSecret } = spec
	const client = clientTLSSecret || undefined
	if (endpoints.length > 0) return { endpoints, client }
	const name = etcdCluster?.name ?? ''
	const cluster = clusterOf({ namespace, name })
	if (cluster === undefined)
		return {
			reason: 'ClusterMissing',
			message: `spec.etcdCluster.name: there is no EtcdCluster ${name} in ${namespace}: create it, or write etcdEndpoints`,
		}
	const wanted = (cluster.spec ?? {}) as ClusterSpec
	const owner = { namespace, name, uid: cluster.metadata.uid ?? '' }
	const isTls = clientsSpeakTls(wanted.TLS)
	const shown = tlsSources(name, wanted.TLS).find(({ role }) => role === 'client')?.secret
	const host = clientHost(placeOf(owner, wanted)).replace(/^[^.]+/, serviceNames(owner, wanted).clients)
	return {
		endpoints: [`${isTls ? 'https' : 'http'}://${host}:${ports.client}`],
		client: isTls ? (client ?? shown) : undefined,
	}
}

export async function readyFor(kube: Kube, wanted: Wanted): Promise<Ready | NotReady> {
	const { namespace, spec } = wanted
	const found = addressed(wanted)
	if ('reason' in found) return found
	const { secret, claim } = placeIn(spec, spec.storageType ?? 'S3')
	const needs = [
		['store', secret, 'the Secret with the credentials of the store'],
		['client', found.client, 'the Secret with the client certificate'],
		['key', spec.encryption?.keySecret, 'the Secret with the key under key'],
	] as const
	const secrets: Partial<Record<(typeof needs)[number][0], string>> = {}
	for (const [role, name, what] of needs) {
		if (name === undefined) continue
		if ((await kube.get(kinds.secret, { namespace, name })) === undefined)
			return {
				reason: 'SecretMissing',
				message: `${what}, ${name}, does not exist in ${namespace}: create it`,
			}
		secrets[role] = name
	}
	if (claim !== undefined && (await kube.get(kinds.claim, { namespace, name: claim })) === undefined)
		return {
			reason: 'ClaimMissing',
			message: `spec.pvc.claimName: there is no PersistentVolumeClaim ${claim} in ${namespace}: create it`,
		}
	return { endpoints: found.endpoints, secrets }
}
