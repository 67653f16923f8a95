// What people ask for by mistake: each is said in a condition that names the object, survived, and gone once it is mended.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { longestClusterName } from '../../../api/names.ts'
import {
	change,
	deletePod,
	keptKey,
	make,
	namesOf,
	podsOf,
	put,
	statusOf,
	untilCondition,
	untilHealthy,
	untilReadyMembers,
	withKey,
} from '../cluster-support.ts'
import { apply, eventually, get, kubectl, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

/** The webhook judges everywhere but here, so that a spec which it would refuse can be stored. */
const unjudged = 'kubectl-etcd'

function ownName(t: ExecutionContext, length = 13): string {
	const name = `test-${randomBytes(30).toString('hex')}`.slice(0, length)
	t.teardown(async () => {
		await kubectl('-n', unjudged, 'delete', 'etcdcluster', name, '--ignore-not-found', '--wait=false')
	})
	return name
}

test('a stored spec that breaks a rule: the last good one goes on, and heals', async (t) => {
	const name = ownName(t)
	await withKey(unjudged, name, { size: 3 })
	await change(unjudged, name, { size: 5, autoCompaction: { retention: 'soon' } })
	const said = await untilCondition(unjudged, name, { type: 'Invalid', reason: /^upkeepUnreadable$/ })
	t.is(said, 'spec.autoCompaction.retention: "soon" does not fit the mode Periodic; write a time such as 8h')
	const [killed = ''] = namesOf(await podsOf(unjudged, name))
	await deletePod(unjudged, killed)
	await untilReadyMembers(unjudged, name, 3, 30, [killed])
	t.is((await statusOf(unjudged, name)).size, 3)
	await keptKey(t, unjudged, name)

	await change(unjudged, name, { size: 3, autoCompaction: null })
	await untilCondition(unjudged, name, { type: 'Invalid', status: 'False' })
	await untilHealthy(unjudged, name)
	await keptKey(t, unjudged, name)
})

test('a name that is too long: no pod, and the name is said', async (t) => {
	const name = ownName(t, longestClusterName + 1)
	await make(unjudged, name, { size: 1 })
	const said = await untilCondition(unjudged, name, { type: 'Invalid', reason: /^nameTooLong$/ })
	t.is(said, 'metadata.name: has 53 letters; write 52 at most, since the names of members are longer by 11')
	await sleep(2000)
	t.deepEqual(await podsOf(unjudged, name), [])
})

test('a seed that fits no node, and then does', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 1, pod: { nodeSelector: { nowhere: 'yes' } } })
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^Unschedulable$/ })
	t.regex(said, /^test-[a-z0-9]{10}: 0\/3 nodes are available: .*node affinity\/selector/)
	await change(namespace, 'test', { pod: null })
	await untilHealthy(namespace, 'test')
})

test('a running cluster that would fit no node any more loses nobody for it', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	await change(namespace, 'test', { pod: { nodeSelector: { nowhere: 'yes' } } })
	const [killed = ''] = namesOf(await podsOf(namespace, 'test'))
	await deletePod(namespace, killed)
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^Unschedulable$/ })
	t.regex(said, /^test-[a-z0-9]{10}: 0\/3 nodes are available: .*node affinity\/selector/)
	await untilCondition(namespace, 'test', { type: 'Available' })
	await keptKey(t, namespace, 'test')
	await change(namespace, 'test', { pod: null })
	await untilHealthy(namespace, 'test')
	await keptKey(t, namespace, 'test')
})

test('an image that cannot be had, and then can', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 1, repository: 'registry.invalid/etcd' })
	const said = await untilCondition(
		namespace,
		'test',
		{ type: 'Degraded', reason: /^(ErrImagePull|ImagePullBackOff)$/ },
		60,
	)
	t.regex(said, /^test-[a-z0-9]{10}: .*registry\.invalid\/etcd:v3\.6\.16/)
	await change(namespace, 'test', { repository: 'gcr.io/etcd-development/etcd' })
	await untilHealthy(namespace, 'test')
})

test('a quota that has no room for another pod, and then has', async (t) => {
	t.timeout(240_000)
	const namespace = await ownNamespace(t)
	const quota = (pods: string) => ({
		apiVersion: 'v1',
		kind: 'ResourceQuota',
		metadata: { name: 'few' },
		spec: { hard: { pods } },
	})
	await apply(namespace, quota('1'))
	await withKey(namespace, 'test', { size: 1 })
	await change(namespace, 'test', { size: 3 })
	const said = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^StepFailed$/ })
	t.regex(said, /test-[a-z0-9]{10}.* exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1/)
	await untilCondition(namespace, 'test', { type: 'Available' })
	await keptKey(t, namespace, 'test')
	await apply(namespace, quota('3'))
	// It asks again after a minute at the latest.
	await untilHealthy(namespace, 'test', 120)
	await keptKey(t, namespace, 'test')
})

test('a storage class that is missing, and then made', async (t) => {
	const namespace = await ownNamespace(t)
	const storageClassName = namespace
	const claim = {
		accessModes: ['ReadWriteOnce'],
		storageClassName,
		resources: { requests: { storage: '1Gi' } },
	}
	await make(namespace, 'test', { size: 1, pod: { persistentVolumeClaimSpec: claim } })
	// Kubernetes' own words, of the claim or of the pod that waits for it.
	await eventually('the class is named', async () => {
		const said = JSON.stringify((await statusOf(namespace, 'test')).conditions)
		return said.includes('"Degraded"') && said.includes('test-')
	})
	const said = await untilCondition(namespace, 'test', { type: 'Degraded' })
	t.log(said)
	t.regex(said, /^test-[a-z0-9]{10}: /)
	t.true(said.includes(storageClassName))

	const there = await get<object>('default', 'storageclass', 'local-path')
	await apply('default', {
		...there,
		metadata: { name: storageClassName, annotations: { defaultVolumeType: 'local' } },
	})
	t.teardown(async () => {
		await kubectl('delete', 'storageclass', storageClassName)
	})
	await untilHealthy(namespace, 'test', 90)
	await put(namespace, 'test', 'before', 'written')
	await keptKey(t, namespace, 'test')
})
