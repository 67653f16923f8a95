// The end-to-end tests of coreos' operator, step by step, each within half the time that it was given there. None of those read a
// key back; here each does.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import {
	change,
	deletePod,
	keptKey,
	make,
	namesOf,
	podsOf,
	put,
	scaleController,
	statusOf,
	until,
	untilHealthy,
	untilReadyMembers,
	withKey,
} from '../cluster-support.ts'
import { imagesOf, untilAllAt } from '../rolling.ts'
import { eventually, ownNamespace } from '../support.ts'

// Several of them at once would be timed against each other.
const test = anyTest.serial as TestFn

const within = (t: ExecutionContext, took: number, seconds: number): void => {
	t.log(`${took.toFixed(1)} s of ${seconds}`)
	t.true(took <= seconds)
}

async function first(namespace: string): Promise<string> {
	const [name = ''] = namesOf(await podsOf(namespace, 'test'))
	return name
}

test('TestCreateCluster: three members are ready', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 3 })
	within(t, await untilReadyMembers(namespace, 'test', 3, 30), 30)
	await put(namespace, 'test', 'before', 'written')
	await keptKey(t, namespace, 'test')
})

test('TestPauseControl: a killed pod is not replaced while paused, and is afterwards', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	await change(namespace, 'test', { paused: true })
	await until(namespace, 'test', 'it is paused', ({ controlPaused }) => controlPaused === true, 10)
	const killed = await first(namespace)
	const before = await statusOf(namespace, 'test')
	await deletePod(namespace, killed)
	await sleep(10_000)
	const left = namesOf(await podsOf(namespace, 'test'))
	t.is(left.length, 2)
	t.false(left.includes(killed))
	t.is((await statusOf(namespace, 'test')).size, before.size)

	await change(namespace, 'test', { paused: false })
	within(t, await untilReadyMembers(namespace, 'test', 3, 30, [killed]), 30)
	await keptKey(t, namespace, 'test')
})

test('TestReadyMembersStatus: of one member the status has exactly one that is ready', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 1 })
	within(t, await untilReadyMembers(namespace, 'test', 1, 15), 15)
	await put(namespace, 'test', 'before', 'written')
	await sleep(1000)
	const { members } = await statusOf(namespace, 'test')
	t.deepEqual(members, { ready: namesOf(await podsOf(namespace, 'test')), unready: [] })
	await keptKey(t, namespace, 'test')
})

test('TestCreateClusterWithPV: three members on volumes of their own are ready', async (t) => {
	t.timeout(200_000)
	const namespace = await ownNamespace(t)
	const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '512Mi' } } }
	await make(namespace, 'test', { size: 3, pod: { persistentVolumeClaimSpec: claim } })
	within(t, await untilReadyMembers(namespace, 'test', 3, 150), 150)
	await put(namespace, 'test', 'before', 'written')
	await keptKey(t, namespace, 'test')
})

test('TestOneMemberRecovery: of three one is killed, and there are three again', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	const killed = await first(namespace)
	await deletePod(namespace, killed)
	within(t, await untilReadyMembers(namespace, 'test', 3, 30, [killed]), 30)
	await keptKey(t, namespace, 'test')
})

test('TestResizeCluster3to5', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	await change(namespace, 'test', { size: 5 })
	within(t, await untilReadyMembers(namespace, 'test', 5, 30), 30)
	await keptKey(t, namespace, 'test')
})

test('TestResizeCluster5to3', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 5 })
	within(t, await untilReadyMembers(namespace, 'test', 5, 45), 45)
	await untilHealthy(namespace, 'test')
	await put(namespace, 'test', 'before', 'written')
	await change(namespace, 'test', { size: 3 })
	within(t, await untilReadyMembers(namespace, 'test', 3, 30), 30)
	await keptKey(t, namespace, 'test')
})

test('TestRestartOperator: nothing is healed without it, and everything once it is back', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	await scaleController(t, 0)
	const killed = await first(namespace)
	await deletePod(namespace, killed)
	await sleep(10_000)
	t.is((await podsOf(namespace, 'test')).length, 2)

	await scaleController(t, 1)
	within(t, await untilReadyMembers(namespace, 'test', 3, 30, [killed]), 30)
	await keptKey(t, namespace, 'test')
})

test('TestEtcdUpgrade: all three pods carry the next minor’s image', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, version: '3.5.35' })
	const began = performance.now()
	await change(namespace, 'test', { version: '3.6.16' })
	const isThere = (image: string): boolean => image === 'gcr.io/etcd-development/etcd:v3.6.16'
	await eventually('all carry it', async () => (await imagesOf(namespace, 'test')).every(isThere), 50)
	within(t, (performance.now() - began) / 1000, 50)
	t.log(`and all run it after another ${(await untilAllAt(namespace, 'test', '3.6.16', 50)).toFixed(1)} s`)
	await keptKey(t, namespace, 'test')
})
