// Volumes that grow under running members, a quota that comes after them, and a class that does not let them.
import test, { type ExecutionContext } from 'ava'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import {
	change,
	deletePod,
	keptKey,
	podsOf,
	uidsOf,
	untilCondition,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { eventsOf } from '../looking.ts'
import { apply, eventually, get, isReady, kubectl, ownNamespace } from '../support.ts'

interface Claim {
	readonly spec: { readonly resources: { readonly requests: { readonly storage: string } } }
	readonly status: { readonly capacity?: { readonly storage: string } }
}

const volume = (storage: string, storageClassName?: string): ClusterSpec => ({
	pod: {
		persistentVolumeClaimSpec: {
			...(storageClassName !== undefined && { storageClassName }),
			resources: { requests: { storage } },
		},
	},
})

const sizes = async (namespace: string): Promise<readonly string[]> =>
	(await get<{ items: readonly Claim[] }>(namespace, 'pvc')).items.map(
		({ spec, status }) => `${spec.resources.requests.storage} ${status.capacity?.storage}`,
	)

const haveGrown = async (namespace: string, size: string): Promise<void> =>
	await eventually(`three claims have ${size}`, async () => {
		const all = await sizes(namespace)
		return all.length === 3 && all.every((one) => one === `${size} ${size}`)
	})

const uids = async (namespace: string) => uidsOf(await podsOf(namespace, 'test'))

test('volumes grow, and nobody is restarted for it', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...volume('64Mi') })
	const before = await uids(namespace)
	await change(namespace, 'test', volume('128Mi'))
	await haveGrown(namespace, '128Mi')
	await untilHealthy(namespace, 'test')
	t.deepEqual(await uids(namespace), before)
	t.deepEqual(await restarts(namespace), [0, 0, 0])
	await keptKey(t, namespace, 'test')
	const told = await eventsOf(namespace, 'test')
	t.is(told.filter(({ reason }) => reason === 'Volume Grows').length, 3)
	await t.throwsAsync(change(namespace, 'test', volume('64Mi')), { message: /volumes cannot shrink/ })
})

const restarts = async (namespace: string): Promise<readonly (number | undefined)[]> =>
	(await podsOf(namespace, 'test')).map(({ status }) => status.containerStatuses?.[0]?.restartCount)

interface Env {
	readonly spec: {
		readonly containers: readonly { readonly env: readonly { name: string; value?: string }[] }[]
	}
}

const quotas = async (namespace: string): Promise<readonly (string | undefined)[]> =>
	((await podsOf(namespace, 'test')) as unknown as readonly Env[]).map(
		({ spec }) => spec.containers[0]?.env.find(({ name }) => name === 'ETCD_QUOTA_BACKEND_BYTES')?.value,
	)

test('a quota comes once there is room for it', async (t) => {
	t.timeout(180_000)
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...volume('64Mi'), quotaBackendBytes: '48Mi' })
	const before = await uids(namespace)
	const seen: string[] = []
	await change(namespace, 'test', { ...volume('128Mi'), quotaBackendBytes: '100Mi' })
	await eventually(
		'every pod has the quota',
		async () => {
			const pods = await podsOf(namespace, 'test')
			const isNew = pods.some(({ metadata }) => !before.includes(metadata.uid))
			if (isNew) seen.push(...(await sizes(namespace)))
			const all = await quotas(namespace)
			return all.length === 3 && all.every((value) => value === String(100 * 2 ** 20))
		},
		120,
	)
	t.deepEqual([...new Set(seen)], ['128Mi 128Mi'])
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
})

async function fixedClass(t: ExecutionContext, name: string): Promise<void> {
	await apply('default', {
		apiVersion: 'storage.k8s.io/v1',
		kind: 'StorageClass',
		metadata: { name, annotations: { defaultVolumeType: 'local' } },
		provisioner: 'rancher.io/local-path',
		volumeBindingMode: 'WaitForFirstConsumer',
		allowVolumeExpansion: false,
	})
	t.teardown(async () => {
		await kubectl('delete', 'storageclass', name, '--wait=false')
	})
}

test('a class that lets no volume grow: said, and the cluster goes on', async (t) => {
	t.timeout(180_000)
	const namespace = await ownNamespace(t)
	const fixed = `fixed-${namespace}`
	await fixedClass(t, fixed)
	await withKey(namespace, 'test', { size: 3, ...volume('64Mi', fixed) })
	const before = await uids(namespace)
	await change(namespace, 'test', { ...volume('128Mi', fixed), quotaBackendBytes: '100Mi' })
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^VolumeNotGrown$/ })
	t.is(
		said,
		`spec.pod.persistentVolumeClaimSpec.resources.requests.storage: 128Mi is more than the 64Mi of ${(await names(namespace)).join(', ')}, and StorageClass "${fixed}" does not let its volumes grow; set its allowVolumeExpansion to true if its driver can do that, or put the size back to 64Mi`,
	)
	t.deepEqual(await uids(namespace), before, 'nobody is told to fill more than its volume')
	const [first = ''] = await names(namespace)
	await deletePod(namespace, first)
	await eventually(
		'another pod of the name is ready',
		async () => {
			const all = await podsOf(namespace, 'test')
			const isNew = all.some(({ metadata }) => !before.includes(metadata.uid))
			return isNew && all.filter(isReady).length === 3
		},
		60,
	)
	const quota = (await quotas(namespace)).filter((value) => value !== undefined)
	t.deepEqual(quota, [String(64 * 2 ** 20)], 'who comes back gets what there is room for')
	await keptKey(t, namespace, 'test')
	await t.throwsAsync(change(namespace, 'test', volume('64Mi', fixed)), {
		message: /100Mi is more than the volume of 64Mi/,
	})
	await change(namespace, 'test', { ...volume('64Mi', fixed), quotaBackendBytes: null })
	await untilHealthy(namespace, 'test')
	await untilCondition(namespace, 'test', { type: 'Degraded', status: 'False', reason: /^Settled$/ })
	await eventually(
		'without a quota again',
		async () => (await quotas(namespace)).every((one) => one === undefined),
		60,
	)
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
	t.deepEqual([...new Set(await sizes(namespace))], ['64Mi 64Mi'])
})

const names = async (namespace: string): Promise<readonly string[]> =>
	(await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name).toSorted()
