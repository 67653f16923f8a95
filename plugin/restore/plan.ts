// What a restore would do, for people and for programs. Pure.
import { imageOf } from '../../api/defaults.ts'
import { age, bytes as size, grouped } from '../screen/amount.ts'
import type { Section } from '../status/sections.ts'
import type { Cluster } from '../target.ts'
import { secretsOf, type Chosen } from './chosen.ts'
import { behind, liveLine, type Live } from './live.ts'

export interface Plan {
	readonly inPlace: boolean
	/** The new one, or the one that is given up. */
	readonly cluster: Cluster
	readonly chosen: Chosen
	/** Nothing where nobody knows of which cluster it was taken. */
	readonly live: Live | undefined
	readonly now: number
}

function snapshotLines({ chosen: { last, url, snapshot, backup }, now }: Plan): readonly string[] {
	const { takenAt, revision = '0', bytes = 0, etcdVersion, member } = last ?? {}
	const secrets = secretsOf(snapshot)
	const known = [
		...(takenAt === undefined ? [] : [`taken ${age(now - Date.parse(takenAt))} ago (${takenAt})`]),
		...(revision === '0' ? [] : [`revision ${grouped(BigInt(revision))}`]),
		...(bytes === 0 ? [] : [size(bytes)]),
		...(etcdVersion === undefined ? [] : [`etcd ${etcdVersion}`]),
		...(member === undefined ? [] : [`from ${member}`]),
	]
	return [
		`${url}${backup === undefined ? '' : `   of EtcdBackup ${backup}`}`,
		last === undefined ? 'its age, revision and size are known once it was fetched' : known.join(', '),
		...(secrets.length === 0 ? [] : [`read with ${secrets.join(' and ')}`]),
	]
}

const volumes = (cluster: Cluster): boolean => cluster.spec?.pod?.persistentVolumeClaimSpec !== undefined

function clusterLine(cluster: Cluster): string {
	const { size: members = 1, pod } = cluster.spec ?? {}
	const storage = pod?.persistentVolumeClaimSpec?.resources?.requests?.['storage']
	const on = storage === undefined ? 'data in the pods' : `a volume of ${String(storage)} each`
	return `${members} ${members === 1 ? 'member' : 'members'} of etcd ${imageOf(cluster).version}, ${on}`
}

function steps({ cluster, inPlace }: Plan): readonly string[] {
	const { name } = cluster.metadata
	const others = Math.max(0, (cluster.spec?.size ?? 1) - 1)
	const joining =
		others === 0
			? 'it serves'
			: `it serves, and ${others} more ${others === 1 ? 'joins' : 'join'}, one after the other`
	return [
		...(inPlace
			? [
					`a pod reads all of the snapshot and proves it; until then nothing of ${name} is touched`,
					`${name} forgets its members and begins anew under another id: nobody is served from here on`,
				]
			: []),
		'the first member fetches the snapshot and proves it',
		`etcdutl of ${imageOf(cluster).version} makes its data of it, under revisions that were never handed out`,
		joining,
	]
}

function given({ cluster }: Plan): readonly Section[] {
	const claims = (cluster.status?.memberStates ?? []).flatMap(({ claimName }) => claimName || [])
	return [
		[
			'KEPT',
			[
				volumes(cluster)
					? `the volumes ${claims.join(', ') || 'of its members'}, until somebody deletes their claims`
					: 'nothing: it has no volumes, and its data ends with its pods',
			],
		],
	]
}

export function sectionsOf(plan: Plan): readonly Section[] {
	const { inPlace, chosen, live, cluster } = plan
	const ending = inPlace ? 'are given up' : 'are not in it'
	return [
		['SNAPSHOT', snapshotLines(plan)],
		...(live === undefined ? [] : ([['LIVE', [liveLine(live, chosen, ending)]]] as const)),
		...(inPlace ? given(plan) : ([['CLUSTER', [clusterLine(cluster)]]] as const)),
		['STEPS', steps(plan).map((step, at) => `${at + 1}  ${step}`)],
	]
}

export const headOf = ({ inPlace, cluster: { metadata } }: Plan): string =>
	`${metadata.name}  (${metadata.namespace ?? ''})  ${inPlace ? 'is given up for a snapshot' : 'begins with a snapshot, as a new cluster'}`

export function planDocument(plan: Plan) {
	const { inPlace, cluster, chosen, live } = plan
	const { last, url, backup } = chosen
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdRestorePlan',
		name: cluster.metadata.name,
		namespace: cluster.metadata.namespace,
		inPlace,
		snapshot: {
			url,
			backup,
			takenAt: last?.takenAt,
			revision: last?.revision,
			bytes: last?.bytes,
			etcdVersion: last?.etcdVersion,
			clusterId: last?.clusterId,
			sha256: last?.sha256,
		},
		live: live && {
			is: live.is,
			name: live.name,
			clusterId: live.is === 'gone' ? undefined : live.id,
			revision: live.is === 'heard' ? live.revision.toString() : undefined,
			confirmedByQuorum: live.is === 'heard' ? live.isAll : undefined,
			revisionsBehind: behind(live, chosen)?.toString(),
			because: live.is === 'silent' ? live.because : undefined,
		},
		version: imageOf(cluster).version,
		steps: steps(plan),
	}
}
