// A copy of one namespace's objects, and an own hand in the API server to change them with.
import type { ExecutionContext } from 'ava'
import { kubeApi, type KubeApi } from '../../kube/api.ts'
import { follow, type Copy, type Watching } from '../../kube/watch.ts'
import { configMap, until, type ConfigMap, type Stage } from './support.ts'

export interface Followed {
	readonly namespace: string
	readonly copy: Copy<ConfigMap>
	/** One line for each call of changed. */
	readonly told: string[]
	readonly create: (name: string, value?: string) => Promise<ConfigMap>
	readonly change: (name: string, value: string) => Promise<ConfigMap>
	readonly remove: (name: string) => Promise<void>
	readonly names: () => string[]
	readonly value: (name: string) => string | undefined
	/** The copy is what the API server has. */
	readonly same: () => Promise<boolean>
	readonly stop: () => void
}

const valueOf = (object: ConfigMap | undefined): string =>
	object ? `${object.metadata.name}=${object.data?.['value']}` : '-'

const lineOf = (one: ConfigMap | undefined, other: ConfigMap | undefined): string =>
	`${valueOf(one)} ${valueOf(other)}`

export async function followed(
	t: ExecutionContext,
	there: Stage,
	api: KubeApi = there.api,
	more: Partial<Watching<ConfigMap>> = {},
	before = 0,
): Promise<Followed> {
	const { kube } = there
	const namespace = await there.namespace()
	const create = async (name: string, value = '1') =>
		await kube.create<ConfigMap>(configMap, { metadata: { namespace, name }, data: { value } })
	for (let index = 0; index < before; index += 20)
		await Promise.all(
			Array.from({ length: Math.min(20, before - index) }, async (_, at) => await create(`n${index + at}`)),
		)
	const told: string[] = []
	const stop = new AbortController()
	t.teardown(() => stop.abort())
	const changed = (one: ConfigMap | undefined, other: ConfigMap | undefined) =>
		void told.push(lineOf(one, other))
	const copy = follow<ConfigMap>(api, { kind: configMap, namespace, changed, ...more }, stop.signal)
	await copy.synced
	const states = (all: Iterable<ConfigMap>) =>
		[...all]
			.map(({ metadata: { uid, resourceVersion } }) => `${uid} ${resourceVersion}`)
			.toSorted()
			.join()
	return {
		namespace,
		copy,
		told,
		create,
		change: async (name, value) => await kube.merge(configMap, { namespace, name }, { data: { value } }),
		async remove(name) {
			const found = await kube.get(configMap, { namespace, name })
			await kube.remove(configMap, { namespace, name, uid: found?.metadata.uid ?? '' })
		},
		names: () => [...copy.all()].map(({ metadata: { name } }) => name).toSorted(),
		value: (name) => copy.get(namespace, name)?.data?.['value'],
		same: async () => states(copy.all()) === states(await kube.list<ConfigMap>(configMap, { namespace })),
		stop: () => stop.abort(),
	}
}

export async function gated(t: ExecutionContext, there: Stage) {
	const gate = await there.gate()
	t.teardown(async () => await gate[Symbol.asyncDispose]())
	const lists = () => gate.arrived.filter((line) => line.includes('limit=')).length
	const watches = () => gate.arrived.filter((line) => line.includes('watch=true')).length
	return { gate, api: kubeApi(gate.where), lists, watches }
}

/** What the watch has to say is held back from here on. */
export async function deaf(t: ExecutionContext, there: Stage) {
	const { gate, api, watches } = await gated(t, there)
	/** What the copy says in the very moment in which something is told, object by object. */
	const known: Record<string, (string | undefined)[]> = {}
	const told: string[] = []
	let copy: Copy<ConfigMap> | undefined = undefined as Copy<ConfigMap> | undefined
	const changed = (one: ConfigMap | undefined, other: ConfigMap | undefined) => {
		told.push(lineOf(one, other))
		const { namespace = '', name } = (other ?? one)?.metadata ?? { name: '' }
		;(known[name] ??= []).push(copy?.get(namespace, name)?.data?.['value'])
	}
	const all = { ...(await followed(t, there, api, { changed })), told, known }
	copy = all.copy
	await until('the watch is open', () => watches() === 1)
	await all.create('first')
	await until('it speaks', () => all.told.includes('- first=1'))
	gate.freeze(/watch=true/)
	return { gate, ...all }
}
