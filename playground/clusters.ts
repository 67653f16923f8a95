// What benches and shows do to clusters, and how they know that they are as wanted: by the pods and by etcd's own list of members,
// asked through the API server, never by what our status says.
import { kubeApi, type KubeApi } from '../kube/api.ts'
import { kubeClient, type Kube } from '../kube/client.ts'
import { whereIsKubernetes } from '../kube/config.ts'
import { kinds, type KubeObject } from '../kube/objects.ts'
import type { Pod } from '../kube/pod.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Playground } from './playground.ts'

interface KeyValues {
	readonly kvs?: readonly { readonly value?: string }[]
}

interface Listed {
	readonly members?: readonly { readonly name?: string; readonly isLearner?: boolean }[]
}

const isReady = ({ metadata, status }: Pod): boolean =>
	metadata.deletionTimestamp === undefined &&
	status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') === true

const restartsOf = (pods: readonly Pod[]): number =>
	pods
		.flatMap(({ status }) => status?.containerStatuses ?? [])
		.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export const secondsSince = (began: number): number => (performance.now() - began) / 1000

export class Clusters {
	readonly playground: Playground
	readonly namespace: string
	readonly kube: Kube
	readonly #api: KubeApi

	private constructor(playground: Playground, namespace: string, api: KubeApi) {
		this.namespace = namespace
		this.playground = playground
		this.#api = api
		this.kube = kubeClient(api)
	}

	/** In a namespace of their own, made anew. */
	static async of(playground: Playground, namespace: string): Promise<Clusters> {
		await playground.kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
		await playground.kubectl(['create', 'namespace', namespace])
		const where = await whereIsKubernetes({ KUBECONFIG: playground.files.kubeconfig })
		return new Clusters(playground, namespace, kubeApi(where))
	}

	async create(name: string, size: number, version: string, onClaims: boolean): Promise<void> {
		const claim = { persistentVolumeClaimSpec: { resources: { requests: { storage: '64Mi' } } } }
		const spec = { size, version, ...(onClaims && { pod: claim }) }
		await this.kube.create(kinds.cluster, {
			metadata: { namespace: this.namespace, name },
			spec,
		} as KubeObject)
	}

	async resize(name: string, size: number): Promise<void> {
		await this.kube.merge(kinds.cluster, { namespace: this.namespace, name }, { spec: { size } })
	}

	async move(name: string, version: string): Promise<void> {
		await this.kube.merge(kinds.cluster, { namespace: this.namespace, name }, { spec: { version } })
	}

	/** Until each of its members says that it runs the version. */
	async arrived(name: string, version: string, began: number): Promise<number> {
		for (;;) {
			const pods = await this.pods(name)
			const said = await Promise.all(pods.map(async ({ metadata }) => await this.#versionOf(metadata.name)))
			if (said.length > 0 && said.every((one) => one === version)) return secondsSince(began)
			if (secondsSince(began) > 180) throw new Error(`${name} is not at ${version} after three minutes`)
			await sleep(50)
		}
	}

	async #versionOf(pod: string): Promise<string | undefined> {
		const path = `/api/v1/namespaces/${this.namespace}/pods/${pod}:2379/proxy/version`
		const { status, body } = await this.#api.ask('GET', path)
		return status === 200 ? (body as { etcdserver?: string }).etcdserver : undefined
	}

	/** Through the Service. */
	async put(name: string, key: string, value: string): Promise<void> {
		await this.#kv(name, 'put', { key: base64(key), value: base64(value) })
	}

	async read(name: string, key: string): Promise<string | undefined> {
		const { kvs = [] } = await this.#kv(name, 'range', { key: base64(key) })
		const [found] = kvs
		return found?.value === undefined ? undefined : Buffer.from(found.value, 'base64').toString()
	}

	async #kv(
		name: string,
		call: string,
		body: object,
	): Promise<{ readonly kvs?: readonly { readonly value?: string }[] }> {
		const path = `/api/v1/namespaces/${this.namespace}/services/${name}-client:2379/proxy/v3/kv/${call}`
		const began = performance.now()
		for (;;) {
			const answer = await this.#api.ask('POST', path, body)
			if (answer.status === 200) return answer.body as KeyValues
			// Clients may be let in a moment after the members are ready.
			if (secondsSince(began) > 30)
				throw new Error(`${call} through ${name}-client is answered ${answer.status}`)
			await sleep(50)
		}
	}

	async pods(name: string): Promise<readonly Pod[]> {
		return await this.kube.list<Pod>(
			kinds.pod,
			{ namespace: this.namespace },
			`?labelSelector=etcd_cluster%3D${name}`,
		)
	}

	async leader(name: string): Promise<string> {
		return (
			await this.playground.kubectl([
				'-n',
				this.namespace,
				'get',
				'etcd',
				name,
				'-o',
				'jsonpath={.status.leader}',
			])
		).trim()
	}

	/** By what the member says of itself. */
	async leads(pod: string): Promise<boolean> {
		const path = `/api/v1/namespaces/${this.namespace}/pods/${pod}:2379/proxy/v3/maintenance/status`
		const { body } = await this.#api.ask('POST', path, {})
		const { header, leader } = body as { header?: { member_id?: string }; leader?: string }
		return leader !== undefined && header?.member_id === leader
	}

	/** The process of a pod, from the moment at which its kubelet has seen it die: until then everything looks as it was. */
	async killed(
		pods: () => Promise<readonly Pod[]>,
		{ metadata: { name, namespace = '' } }: Pod,
	): Promise<{ readonly ready: number; readonly answers: number }> {
		const before = restartsOf(await pods())
		const began = performance.now()
		await using _ = await this.playground.fault({ fault: 'kill', pod: `${namespace}/${name}` })
		const path = `/api/v1/namespaces/${namespace}/pods/${name}:2379/proxy/readyz`
		const isUp = async (): Promise<boolean> => (await this.#api.ask('GET', path)).status === 200
		while (await isUp()) await sleep(5)
		while (!(await isUp())) await sleep(25)
		const answers = secondsSince(began)
		while (restartsOf(await pods()) <= before || !(await pods()).every(isReady)) await sleep(25)
		return { ready: secondsSince(began), answers }
	}

	async #members(pod: string): Promise<Listed> {
		const path = `/api/v1/namespaces/${this.namespace}/pods/${pod}:2379/proxy/v3/cluster/member/list`
		const { status, body } = await this.#api.ask('POST', path, {})
		return status === 200 ? (body as Listed) : {}
	}

	/** `size` pods ready and none else, `size` started voters and none else. */
	async #isSettled(name: string, size: number, gone: ReadonlySet<string>): Promise<boolean> {
		const pods = await this.pods(name)
		const ready = pods.filter(isReady)
		if (
			ready.length !== size ||
			pods.length !== size ||
			pods.some(({ metadata }) => gone.has(metadata.uid ?? ''))
		)
			return false
		const { members = [] } = await this.#members(ready[0]?.metadata.name ?? '').catch((): Listed => ({}))
		return members.length === size && members.every((member) => !!member.name && member.isLearner !== true)
	}

	/** Seconds from the given moment; pods that were there before and must be others are given by UID. */
	async settled(
		name: string,
		size: number,
		began: number,
		gone: ReadonlySet<string> = new Set(),
	): Promise<number> {
		while (!(await this.#isSettled(name, size, gone))) {
			if (secondsSince(began) > 180) throw new Error(`${name} is not settled at ${size} after three minutes`)
			await sleep(25)
		}
		return secondsSince(began)
	}

	/** A claim for each member on a volume, and no object without a member. */
	async nothingLeftOver(name: string, size: number, onClaims: boolean): Promise<void> {
		const [pods, claims] = await Promise.all([
			this.pods(name),
			this.kube.list(kinds.claim, { namespace: this.namespace }, `?labelSelector=etcd_cluster%3D${name}`),
		])
		const names = new Set(pods.map(({ metadata }) => metadata.name))
		const living = claims.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
		if (
			pods.length !== size ||
			living.length !== (onClaims ? size : 0) ||
			living.some(({ metadata }) => !names.has(metadata.name))
		)
			throw new Error(`${name}: ${pods.length} pods and ${living.length} claims for ${size} members`)
	}

	async remove(name: string): Promise<number> {
		const began = performance.now()
		await this.playground.kubectl(['-n', this.namespace, 'delete', 'etcd', name, '--wait=false'])
		for (;;) {
			const left = await Promise.all(
				[kinds.pod, kinds.claim, kinds.service].map(
					async (kind) =>
						await this.kube.list(
							kind,
							{ namespace: this.namespace },
							`?labelSelector=etcd_cluster%3D${name}`,
						),
				),
			)
			if (left.every((list) => list.length === 0)) return secondsSince(began)
			if (secondsSince(began) > 120) throw new Error(`${name} is not gone after two minutes`)
			await sleep(25)
		}
	}
}
