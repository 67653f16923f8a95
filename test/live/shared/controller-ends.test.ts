// How clusters end: without a trace, at once followed by another of the same name, or let go.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import { isWhole } from '../chosen.ts'
import { make, onVolumes, podsOf, put, read, statusOf, untilHealthy, withKey } from '../cluster-support.ts'
import { eventually, get, kubectl, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

const kinds = 'pods,pvc,services,poddisruptionbudgets,networkpolicies'

async function left(namespace: string): Promise<number> {
	const { items } = await get<{ items: readonly unknown[] }>(namespace, kinds, '-l', 'etcd_cluster=test')
	return items.length
}

for (const cascade of isWhole ? ['background', 'foreground'] : ['foreground'])
	test(`a cluster on volumes that is deleted (${cascade}) leaves nothing`, async (t) => {
		const namespace = await ownNamespace(t)
		await withKey(namespace, 'test', { size: 3, networkPolicy: true, ...onVolumes })
		await kubectl('-n', namespace, 'delete', 'etcd', 'test', `--cascade=${cascade}`, '--wait=false')
		const began = performance.now()
		await eventually('everything is gone', async () => (await left(namespace)) === 0, 30)
		t.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
		await sleep(3000)
		t.is(await left(namespace), 0)
	})

test('deleted and made again at once under the same name, it is another cluster', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, ...onVolumes })
	const { clusterID } = await statusOf(namespace, 'test')
	const before = (await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name)
	await kubectl('-n', namespace, 'delete', 'etcd', 'test')
	await make(namespace, 'test', { size: 3, ...onVolumes })
	await untilHealthy(namespace, 'test', 90)
	const status = await statusOf(namespace, 'test')
	t.truthy(status.clusterID)
	t.not(status.clusterID, clusterID)
	await put(namespace, 'test', 'after', 'written')
	t.is(await read(namespace, 'test', 'before'), undefined)
	await eventually('only its own pods are left', async () => {
		const names = (await podsOf(namespace, 'test')).map(({ metadata }) => metadata.name)
		return names.length === 3 && names.every((name) => !before.includes(name))
	})
})

test('what is let go stays as it is', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	const uids = async () => (await podsOf(namespace, 'test')).map(({ metadata }) => metadata.uid).toSorted()
	const before = await uids()
	await kubectl('-n', namespace, 'delete', 'etcd', 'test', '--cascade=orphan')
	await sleep(10_000)
	t.deepEqual(await uids(), before)
	t.is(await read(namespace, 'test', 'before'), 'written')
})
