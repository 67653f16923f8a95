// Looking on while something goes on, by the API alone: who looks many times a second must not start a program each time.
import { setTimeout as sleep } from 'node:timers/promises'
import { clientServiceName, ports } from '../../api/names.ts'
import type { Listed } from './cluster-support.ts'
import { api, kubectl } from './support.ts'

interface List<T> {
	readonly items: readonly T[]
}

interface Slice {
	readonly endpoints?: readonly { readonly conditions: { readonly ready?: boolean } }[]
}

/** To how many pods the Service for clients leads just now. */
export async function endpoints(namespace: string, name: string): Promise<number> {
	const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3D${clientServiceName(name)}`
	const { items } = (await api.must('GET', path)) as unknown as { items: readonly Slice[] }
	return items.flatMap((slice) => slice.endpoints ?? []).filter(({ conditions }) => conditions.ready).length
}

/** What was told of it. */
export async function eventsOf(
	namespace: string,
	name: string,
): Promise<readonly { readonly reason: string; readonly message: string }[]> {
	const path = `/api/v1/namespaces/${namespace}/events?fieldSelector=involvedObject.name%3D${name}`
	return ((await api.must('GET', path)) as unknown as List<{ reason: string; message: string }>).items
}

/** Over the one connection, for who looks many times a second; a quorum confirms it. */
export async function membersAt(namespace: string, target: string): Promise<readonly Listed[]> {
	const path = `/api/v1/namespaces/${namespace}/${target}:${ports.client}/proxy/v3/cluster/member/list`
	const said = (await api.must('POST', path, { linearizable: true })) as { members?: readonly Listed[] }
	return said.members ?? []
}

/** Looks again and again while something goes on. A look that fails is none; how many there were is returned. */
export async function watching(look: () => Promise<void>, during: () => Promise<void>): Promise<number> {
	const watch = { on: true, looks: 0 }
	const looks = (async () => {
		for (; watch.on; await sleep(100))
			await look().then(
				() => watch.looks++,
				() => {},
			)
	})()
	await during().finally(() => (watch.on = false))
	await looks
	return watch.looks
}

/** What no object tells of is found by the look of each minute; a change of the cluster's makes one at once. */
export const lookNow = async (namespace: string, name: string): Promise<string> =>
	await kubectl('-n', namespace, 'annotate', 'etcd', name, `looked=${performance.now()}`, '--overwrite')
