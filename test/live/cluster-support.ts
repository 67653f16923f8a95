// Clusters in live tests: made, watched, and asked for keys through the API server's proxy, since their pods are out of reach from here.
import type { ExecutionContext } from 'ava'
import { apiVersion, clientServiceName, ports } from '../../api/names.ts'
import type { ClusterSpec, ClusterStatus } from '../../api/schema/cluster.ts'
import { pathOf } from '../admission/api.ts'
import { api, apply, base64, eventually, get, kubectl, type Pod } from './support.ts'

/** The release that tests use when the minor does not matter. */
export const someVersion = '3.6.16'

export interface StoredCluster {
	readonly metadata: { readonly uid: string; readonly generation: number }
	readonly status?: ClusterStatus
}

export interface ClusterPod extends Pod {
	readonly metadata: Pod['metadata'] & {
		readonly labels: Readonly<Record<string, string>>
		readonly deletionTimestamp?: string
	}
}

interface List<T> {
	readonly items: readonly T[]
}

export async function make(namespace: string, name: string, spec: ClusterSpec): Promise<void> {
	const object = {
		apiVersion,
		kind: 'EtcdCluster',
		metadata: { name },
		spec: { version: someVersion, ...spec },
	}
	await apply(namespace, object)
}

export async function change(namespace: string, name: string, spec: object): Promise<void> {
	await api.must('PATCH', pathOf('EtcdCluster', namespace, name), { spec }, 'application/merge-patch+json')
}

export async function stored(namespace: string, name: string): Promise<StoredCluster> {
	return (await api.must('GET', pathOf('EtcdCluster', namespace, name))) as unknown as StoredCluster
}

/** Members keep their data on volumes. */
export const onVolumes: ClusterSpec = {
	pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '64Mi' } } } },
}

export const statusOf = async (namespace: string, name: string): Promise<ClusterStatus> =>
	(await stored(namespace, name)).status ?? {}

export async function podsOf(namespace: string, name: string): Promise<readonly ClusterPod[]> {
	const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=etcd_cluster%3D${name}`
	return ((await api.must('GET', path)) as unknown as List<ClusterPod>).items
}

export const namesOf = (objects: readonly { readonly metadata: { readonly name: string } }[]): string[] =>
	objects.map(({ metadata }) => metadata.name).toSorted()

export const uidsOf = (pods: readonly ClusterPod[]): readonly string[] =>
	pods.map(({ metadata }) => metadata.uid).toSorted()

/** How long it took, in seconds. What the status said last is told when it never comes to that. */
export async function until(
	namespace: string,
	name: string,
	what: string,
	isSo: (status: ClusterStatus) => boolean,
	seconds: number,
): Promise<number> {
	const began = performance.now()
	let last: ClusterStatus = {}
	await eventually(what, async () => isSo((last = await statusOf(namespace, name))), seconds).catch(
		(reason: unknown) => {
			const { conditions, members, memberStates, health } = last
			throw new Error(`${String(reason)}: ${JSON.stringify({ health, conditions, members, memberStates })}`, {
				cause: reason,
			})
		},
	)
	return (performance.now() - began) / 1000
}

/** As coreos' own tests counted, and none of those that had to go among them. */
export const untilReadyMembers = async (
	namespace: string,
	name: string,
	count: number,
	seconds: number,
	gone: readonly string[] = [],
): Promise<number> =>
	await until(
		namespace,
		name,
		`${count} members of ${name} are ready`,
		({ members: { ready = [] } = {} }) => ready.length === count && !ready.some((one) => gone.includes(one)),
		seconds,
	)

export const untilHealthy = async (namespace: string, name: string, seconds = 60): Promise<number> =>
	await until(namespace, name, `${name} is healthy`, ({ health }) => health === 'Healthy', seconds)

export const conditionOf = (status: ClusterStatus, type: string) =>
	status.conditions?.find((condition) => condition.type === type)

/** Its message. */
export async function untilCondition(
	namespace: string,
	name: string,
	wanted: { readonly type: string; readonly status?: string; readonly reason?: RegExp },
	seconds = 30,
): Promise<string> {
	const { type, status: value = 'True', reason = /^/ } = wanted
	let message = ''
	await until(
		namespace,
		name,
		`${name} is ${type}=${value} because of ${reason}`,
		(status) => {
			const found = conditionOf(status, type)
			message = found?.message ?? ''
			return found?.status === value && reason.test(found.reason ?? '')
		},
		seconds,
	)
	return message
}

/** How 3.2, 3.3 and the later ones call it. */
export type Gateway = 'v3alpha' | 'v3beta' | 'v3'

/** The JSON form of etcd's own API, of a pod or of whatever stands behind a Service. */
export async function ask<T>(
	namespace: string,
	target: string,
	path: string,
	body: object,
	gateway: Gateway = 'v3',
): Promise<T> {
	const raw = `/api/v1/namespaces/${namespace}/${target}:${ports.client}/proxy/${gateway}/${path}`
	return (await api.must('POST', raw, body)) as T
}

export interface Listed {
	readonly ID: string
	readonly name?: string
	readonly peerURLs: readonly string[]
	readonly isLearner?: boolean
}

export const idsOf = (members: readonly Listed[]): readonly string[] => members.map(({ ID }) => ID).toSorted()

/** etcd's own list, through the Service. */
export async function membersOf(namespace: string, name: string): Promise<readonly Listed[]> {
	let listed: readonly Listed[] = []
	// Members may answer us a moment before their pods stand behind the Service.
	await eventually(`${name} lists its members`, async () => {
		const answer = await ask<{ members: readonly Listed[] }>(
			namespace,
			service(name),
			'cluster/member/list',
			{},
		)
		listed = answer.members
		return true
	})
	return listed
}

const service = (name: string): string => `services/${clientServiceName(name)}`

/** As a client would, through the Service, and again if a member went just then. */
export async function put(
	namespace: string,
	name: string,
	key: string,
	value: string,
	gateway?: Gateway,
): Promise<void> {
	const body = { key: base64(key), value: base64(value) }
	await eventually(`${name} takes ${key}`, async () => {
		await ask(namespace, service(name), 'kv/put', body, gateway)
		return true
	})
}

export async function keyAt(
	namespace: string,
	target: string,
	key: string,
	gateway?: Gateway,
): Promise<string | undefined> {
	const body = { key: base64(key) }
	const { kvs } = await ask<{ kvs?: readonly { value: string }[] }>(
		namespace,
		target,
		'kv/range',
		body,
		gateway,
	)
	return kvs?.[0] && Buffer.from(kvs[0].value, 'base64').toString()
}

/** An answer of etcd counts, whatever it is; that nobody answers just then does not. */
export async function read(
	namespace: string,
	name: string,
	key: string,
	gateway?: Gateway,
): Promise<string | undefined> {
	let value: string | undefined
	await eventually(`${name} answers for ${key}`, async () => {
		value = await keyAt(namespace, service(name), key, gateway)
		return true
	})
	return value
}

/** A healthy cluster with a key in it. */
export async function withKey(
	namespace: string,
	name: string,
	spec: ClusterSpec,
	gateway?: Gateway,
): Promise<void> {
	await make(namespace, name, spec)
	await untilHealthy(namespace, name)
	await put(namespace, name, 'before', 'written', gateway)
}

export async function keptKey(
	t: ExecutionContext,
	namespace: string,
	name: string,
	gateway?: Gateway,
): Promise<void> {
	t.is(await read(namespace, name, 'before', gateway), 'written')
}

export async function deletePod(namespace: string, pod: string): Promise<void> {
	await api.must('DELETE', `/api/v1/namespaces/${namespace}/pods/${pod}`, { gracePeriodSeconds: 0 })
}

/** The controller's Deployment, back at one replica when the test ends. */
export async function scaleController(t: ExecutionContext, replicas: number): Promise<void> {
	const scale = async (count: number): Promise<string> =>
		await kubectl('-n', 'kubectl-etcd', 'scale', 'deployment/kubectl-etcd-controller', `--replicas=${count}`)
	t.teardown(async () => {
		await scale(1)
		await kubectl('-n', 'kubectl-etcd', 'rollout', 'status', 'deployment/kubectl-etcd-controller')
	})
	await scale(replicas)
	await eventually(`${replicas} controllers run`, async () => {
		const pods = await get<List<Pod>>('kubectl-etcd', 'pods', '-l', 'app.kubernetes.io/component=controller')
		return pods.items.length === replicas
	})
}
