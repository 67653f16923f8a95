// Clusters at whose turn something is that cannot be undone, and what somebody else may do to them just then.
import { act } from '../../controller/act.ts'
import type { Key, StoredCluster, World } from '../../controller/world.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Copy } from '../../kube/watch.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import { until } from './support.ts'
import { makeCluster, nextOf, onClaims, small, upTo, type Next } from './world.ts'

export interface Scene {
	readonly key: Key
	/** Whom the step is about. */
	readonly member: string
	readonly look: Next['look']
	readonly next: Next['step']
}

type Make = (world: World, key: Key) => Promise<Scene>
type Change = (world: World, scene: Pick<Scene, 'key' | 'member'>) => Promise<void>

const uidOf = (object: KubeObject | undefined): string => object?.metadata.uid ?? ''

async function begun(world: World, key: Key, spec: typeof small): Promise<Pick<Scene, 'key' | 'member'>> {
	await makeCluster(world, key, spec)
	const { look } = await upTo(world, key, 'startMember')
	return { key, member: look.seen.status.birth?.seed ?? '' }
}

async function asksFor(
	world: World,
	what: Pick<Scene, 'key' | 'member'>,
	wanted: Next['step']['do'],
): Promise<Scene> {
	const { look, step } = await nextOf(world, what.key)
	if (step.do !== wanted) throw new Error(`not ${wanted}, but ${step.do}: ${step.why}`)
	return { ...what, look, next: step }
}

async function started(world: World, what: Pick<Scene, 'key' | 'member'>): Promise<void> {
	const { look, step } = await nextOf(world, what.key)
	await act(world, what.key, look, step)
}

const end: Change = async ({ kube }, { key: { namespace }, member }) => {
	const at = { namespace, name: member, subresource: 'status' }
	await kube.merge(kinds.pod, at, { status: { phase: 'Failed', reason: 'Evicted' } })
}

const remove = async <T extends KubeObject>(world: World, kind: Kind, at: Key): Promise<T | undefined> => {
	const found = await world.kube.get<T>(kind, at)
	await world.kube.remove(kind, { ...at, uid: uidOf(found) })
	return found
}

/** As whoever saved it would make it again. */
async function again<T extends KubeObject>({ kube }: World, kind: Kind, old: T | undefined): Promise<T> {
	if (old === undefined) throw new Error(`there is no ${kind.kind}`)
	const { status: _, metadata, ...rest } = old as T & { readonly status?: unknown }
	const { namespace = '', name, labels = {}, annotations = {}, ownerReferences = [] } = metadata
	return await kube.create<T>(kind, {
		...rest,
		metadata: { namespace, name, labels, annotations, ownerReferences },
	} as unknown as T)
}

async function clusterAgain(world: World, key: Key): Promise<StoredCluster> {
	const old = await remove<StoredCluster>(world, kinds.cluster, key)
	await again(world, kinds.cluster, old)
	const at = { ...key, subresource: 'status' }
	return await world.kube.merge<StoredCluster>(kinds.cluster, at, { status: old?.status })
}

const memberAt = ({ key: { namespace }, member }: Parameters<Change>[1]): Key => ({ namespace, name: member })

export const scenes = {
	async startMember(world, key) {
		return await asksFor(world, await begun(world, key, small), 'startMember')
	},
	async deletePod(world, key) {
		const what = await begun(world, key, small)
		await started(world, what)
		await end(world, what)
		return await asksFor(world, what, 'deletePod')
	},
	async deleteClaim(world, key) {
		const what = await begun(world, key, onClaims)
		const at = { ...key, subresource: 'status' }
		await world.kube.merge(kinds.cluster, at, { status: { birth: { state: 'abandoned' } } })
		return await asksFor(world, what, 'deleteClaim')
	},
	async abandonBirth(world, key) {
		const what = await begun(world, key, onClaims)
		await started(world, what)
		await remove(world, kinds.claim, memberAt(what)) // it is kept for whoever may use it
		return await asksFor(world, what, 'abandonBirth')
	},
	async recordBirth(world, key) {
		await makeCluster(world, key, small)
		return await asksFor(world, { key, member: '' }, 'recordBirth')
	},
	async relabel(world, key) {
		const what = await begun(world, key, small)
		await started(world, what)
		await world.kube.merge(kinds.pod, memberAt(what), { metadata: { labels: { etcd_node: null } } })
		// Not its turn before a member answers; nothing is looked at twice before it.
		const { look } = await nextOf(world, key)
		return { ...what, look, next: { do: 'relabel', name: what.member, rule: 'labelsLost', why: '' } }
	},
} as const satisfies Record<string, Make>

export const changes = {
	async 'the cluster is gone'(world, { key }) {
		await remove(world, kinds.cluster, key)
	},
	async 'the cluster was made again'(world, { key }) {
		await clusterAgain(world, key)
	},
	/** As a tool that restores objects would: only the UID tells that this is another. */
	async 'the cluster was made again, with all that it had'(world, { key }) {
		const { kube, copies } = world
		const uid = uidOf(await clusterAgain(world, key))
		const owned: readonly (readonly [Kind, Copy<KubeObject>])[] = [
			[kinds.pod, copies.pods],
			[kinds.claim, copies.claims],
			[kinds.service, copies.services],
			[kinds.budget, copies.budgets],
		]
		for (const [kind, copy] of owned)
			for (const { metadata } of await kube.list<KubeObject>(kind, { namespace: key.namespace })) {
				const ownerReferences = metadata.ownerReferences?.map((one) => ({ ...one, uid }))
				const at = { namespace: key.namespace, name: metadata.name }
				copy.learn(await kube.merge(kind, at, { metadata: { ownerReferences } }))
			}
	},
	async 'the cluster is being deleted'(world, { key }) {
		await world.kube.merge(kinds.cluster, key, { metadata: { finalizers: ['example.com/held'] } })
		await remove(world, kinds.cluster, key)
	},
	async 'it is paused'({ kube }, { key }) {
		await kube.merge(kinds.cluster, key, { spec: { paused: true } })
	},
	async 'another seed was named'({ kube }, { key }) {
		const at = { ...key, subresource: 'status' }
		await kube.merge(kinds.cluster, at, { status: { birth: { attempt: 2, seed: `${key.name}-other` } } })
	},
	async 'its pod is gone'(world, what) {
		await remove(world, kinds.pod, memberAt(what))
	},
	async 'its pod was made again'(world, what) {
		const old = await remove<Pod>(world, kinds.pod, memberAt(what))
		await again(world, kinds.pod, old)
		if (old?.status?.phase === 'Failed') await end(world, what)
	},
	async 'its pod has changed'({ kube }, what) {
		await kube.merge(kinds.pod, memberAt(what), { metadata: { labels: { theirs: 'true' } } })
	},
	async 'its pod has a node'({ kube }, what) {
		const binding = { apiVersion: 'v1', kind: 'Binding', plural: 'bindings' }
		const target = { apiVersion: 'v1', kind: 'Node', name: 'node1' }
		await kube.create(binding, { metadata: memberAt(what), target } as KubeObject)
	},
	async 'its claim is bound'({ kube }, what) {
		await kube.merge(
			kinds.claim,
			{ ...memberAt(what), subresource: 'status' },
			{ status: { phase: 'Bound' } },
		)
	},
	async 'its claim has changed'({ kube }, what) {
		await kube.merge(kinds.claim, memberAt(what), { metadata: { labels: { theirs: 'true' } } })
	},
	async 'its claim is gone'(world, what) {
		const at = memberAt(what)
		await remove(world, kinds.claim, at)
		await world.kube.merge(kinds.claim, at, { metadata: { finalizers: null } })
		await until('it is gone', async () => (await world.kube.get(kinds.claim, at)) === undefined)
	},
	async 'its claim was made again'(world, what) {
		const old = await world.kube.get(kinds.claim, memberAt(what))
		await changes['its claim is gone'](world, what)
		await again(world, kinds.claim, old)
	},
} as const satisfies Record<string, Change>
