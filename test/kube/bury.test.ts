// Whose pods are hurried: only those of a cluster that is gone for certain. Nobody collects garbage here, so what is not hurried stays
// as it is, and what a collector would do is done by hand.
import test from 'ava'
import { bury } from '../../controller/bury.ts'
import { memberPod } from '../../controller/objects/pod.ts'
import type { WatchedAll } from '../../controller/watch-all.ts'
import type { Key, StoredCluster, World } from '../../controller/world.ts'
import { kinds, pathOf, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { until } from './support.ts'
import { ground, makeCluster, small, worldOf, type Ground } from './world.ts'

let on: Ground
let watched: WatchedAll
test.before(async () => {
	on = await ground('bury')
	watched = await on.follow()
})
test.after.always(async () => await on[Symbol.asyncDispose]())

interface Scene {
	readonly world: World
	readonly key: Key
	readonly member: Key
}

const uidOf = (object: KubeObject | undefined): string => object?.metadata.uid ?? ''

async function makePod({ kube }: World, key: Key, name: string, owner: StoredCluster): Promise<Pod> {
	const { metadata, spec } = memberPod({
		owner: { ...key, uid: uidOf(owner) },
		spec: small,
		member: name,
		version: '3.6.16',
		minor: '3.6',
		repository: 'registry.invalid/etcd',
		bornIn: '3.7',
		template: 'made-by-us',
		token: '',
		gated: false,
		claim: undefined,
		serving: true,
		anyAddress: '0.0.0.0',
		clusterId: undefined,
		tls: undefined,
	})
	// One that no node has would be gone at once, whatever its grace.
	return await kube.create<Pod>(kinds.pod, {
		metadata,
		spec: { ...(spec as object), nodeName: 'node1' },
	} as Pod)
}

async function begin(): Promise<Scene> {
	const world = worldOf(on.there.api, watched.copies)
	const key = { namespace: await on.home(), name: 'c' }
	await makePod(world, key, 'c-a', await makeCluster(world, key, small))
	return { world, key, member: { namespace: key.namespace, name: 'c-a' } }
}

const deleteCluster = async (key: Key, propagationPolicy: 'Background' | 'Foreground' | 'Orphan') =>
	await on.there.api.ask('DELETE', pathOf(kinds.cluster, key), { propagationPolicy })

const letGo = async ({ kube }: World, pod: Key) =>
	await kube.merge(kinds.pod, pod, { metadata: { ownerReferences: null } })

/** The copy of the cluster is what the API server has. */
const heard = async ({ kube, copies }: World, key: Key): Promise<unknown> =>
	await until('the copies have heard it', async () => {
		const { metadata } = (await kube.get(kinds.cluster, key)) ?? {}
		return (
			copies.clusters.get(key.namespace, key.name)?.metadata.resourceVersion === metadata?.resourceVersion
		)
	})

type Happens = (scene: Scene) => Promise<unknown>

const hurried: Readonly<Record<string, Happens>> = {
	'its cluster is gone': async ({ key }) => await deleteCluster(key, 'Background'),
	'its cluster is gone, and it ends at leisure': async ({ world: { kube }, key, member }) => {
		await deleteCluster(key, 'Background')
		await kube.remove(kinds.pod, { ...member, uid: uidOf(await kube.get(kinds.pod, member)) })
	},
	'its cluster goes once all that it owns is gone': async ({ key }) => await deleteCluster(key, 'Foreground'),
	'its cluster is gone, and another has its name': async ({ world, key }) => {
		await deleteCluster(key, 'Background')
		await makeCluster(world, key, small)
	},
}

const spared: Readonly<Record<string, Happens>> = {
	'its cluster lives, with the finalizer of a deletion during which it was saved': async ({
		world: { kube },
		key,
	}) => {
		await kube.merge(kinds.cluster, key, { metadata: { finalizers: ['foregroundDeletion'] } })
	},
	'its cluster lives': async () => {},
	'its cluster is held by a finalizer of somebody': async ({ world: { kube }, key }) => {
		await kube.merge(kinds.cluster, key, { metadata: { finalizers: ['example.com/held'] } })
		await deleteCluster(key, 'Background')
	},
	'its cluster goes and is to leave it behind': async ({ key }) => await deleteCluster(key, 'Orphan'),
	'its cluster is gone and has let it go': async ({ world, key, member }) => {
		await deleteCluster(key, 'Orphan')
		await letGo(world, member)
		await world.kube.merge(kinds.cluster, key, { metadata: { finalizers: null } })
	},
	'its cluster is gone, and another operator made it': async ({ world: { kube }, key, member }) => {
		await deleteCluster(key, 'Background')
		const template = 'etcd.database.coreos.com/template'
		await kube.merge(kinds.pod, member, { metadata: { annotations: { [template]: null } } })
	},
	'it is of another kind of the same name': async ({ world: { kube }, key, member }) => {
		await deleteCluster(key, 'Background')
		const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: key.name, uid: 'u', controller: true }
		await kube.merge(kinds.pod, member, { metadata: { ownerReferences: [owner] } })
	},
	'it is of a cluster of another name': async ({ world: { kube }, key, member }) => {
		await deleteCluster(key, 'Background')
		const owner = { ...kinds.cluster, plural: undefined, name: 'd', uid: 'u', controller: true }
		await kube.merge(kinds.pod, member, { metadata: { ownerReferences: [owner] } })
	},
}

const isHurried = (pod: Pod | undefined): boolean =>
	pod?.metadata.deletionTimestamp !== undefined && pod.metadata.deletionGracePeriodSeconds === 1

const podsOf = async ({ kube }: World, { namespace }: Key) => await kube.list<Pod>(kinds.pod, { namespace })

for (const [why, happens] of Object.entries(hurried))
	test(`a pod is hurried where ${why}`, async (t) => {
		const { world, key, member } = await begin()
		await happens({ world, key, member })
		await heard(world, key)
		await bury(world, key, await podsOf(world, key))
		t.true(isHurried(await world.kube.get<Pod>(kinds.pod, member)))
	})

for (const [why, happens] of Object.entries(spared))
	test(`a pod is left alone where ${why}`, async (t) => {
		const { world, key, member } = await begin()
		await happens({ world, key, member })
		await heard(world, key)
		const before = await podsOf(world, key)
		await bury(world, key, before)
		t.deepEqual(await podsOf(world, key), before)
	})

test('of a cluster that was made again its own pods are left alone', async (t) => {
	const { world, key, member } = await begin()
	await deleteCluster(key, 'Background')
	const young = await makePod(world, key, 'c-b', await makeCluster(world, key, small))
	await heard(world, key)
	await bury(world, key, await podsOf(world, key))
	t.true(isHurried(await world.kube.get<Pod>(kinds.pod, member)))
	t.deepEqual(await world.kube.get<Pod>(kinds.pod, { ...member, name: 'c-b' }), young)
})

test('a pod that was let go after the copy was made of it is left alone', async (t) => {
	const { world, key, member } = await begin()
	const copied = await podsOf(world, key)
	await deleteCluster(key, 'Orphan')
	const free = await letGo(world, member)
	await world.kube.merge(kinds.cluster, key, { metadata: { finalizers: null } })
	await heard(world, key)
	await bury(world, key, copied)
	t.deepEqual<KubeObject | undefined, KubeObject>(await world.kube.get(kinds.pod, member), free)
})

test('a pod that only changed after the copy was made of it is hurried', async (t) => {
	const { world, key, member } = await begin()
	const copied = await podsOf(world, key)
	await world.kube.merge(kinds.pod, member, { metadata: { labels: { theirs: 'true' } } })
	await deleteCluster(key, 'Background')
	await heard(world, key)
	await bury(world, key, copied)
	t.true(isHurried(await world.kube.get<Pod>(kinds.pod, member)))
})

test('while another operator was seen nobody is hurried', async (t) => {
	const { world, key } = await begin()
	await deleteCluster(key, 'Background')
	await heard(world, key)
	const before = await podsOf(world, key)
	const heldBecause = () => ({ reason: 'CoreosOperatorRuns', message: 'it runs' })
	await bury({ ...world, heldBecause }, key, before)
	t.deepEqual(await podsOf(world, key), before)
})

test('a cluster that only the API server knows of keeps its pods', async (t) => {
	const { key, member } = await begin()
	const { copies } = await on.follow(['--namespace', 'elsewhere'])
	const world = worldOf(on.there.api, copies)
	const before = await podsOf(world, key)
	await bury(world, key, before)
	t.deepEqual(await podsOf(world, key), before)
	t.false(isHurried(await world.kube.get<Pod>(kinds.pod, member)))
})
