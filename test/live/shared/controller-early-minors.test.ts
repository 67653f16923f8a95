// Clusters of 2018, and of the years after: born, healed and scaled, where members vote from the moment they are added.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import {
	change,
	deletePod,
	keptKey,
	podsOf,
	put,
	untilHealthy,
	untilReadyMembers,
	withKey,
} from '../cluster-support.ts'
import { kubectl, ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

test('the sample of 2018, unchanged, reaches three members of 3.2.13, heals, and grows to five', async (t) => {
	const namespace = await ownNamespace(t)
	const sample = await readFile(
		join(import.meta.dirname, '../../../config/samples/cluster-2018.yaml'),
		'utf8',
	)
	await playground.kubectl(['-n', namespace, 'apply', '-f', '-'], { input: sample })
	const name = 'example-etcd-cluster'
	t.log(`born after ${(await untilReadyMembers(namespace, name, 3, 90)).toFixed(1)} s`)
	await untilHealthy(namespace, name)
	await put(namespace, name, 'before', 'written', 'v3alpha')
	const [first] = await podsOf(namespace, name)
	const lost = first?.metadata.name ?? ''
	await deletePod(namespace, lost)
	t.log(`healed after ${(await untilReadyMembers(namespace, name, 3, 60, [lost])).toFixed(1)} s`)
	await change(namespace, name, { size: 5 })
	t.log(`grown after ${(await untilReadyMembers(namespace, name, 5, 90)).toFixed(1)} s`)
	await keptKey(t, namespace, name, 'v3alpha')
	await kubectl('-n', namespace, 'delete', 'etcd', name)
})

test('3.3: one member grows to three, and shrinks to one with its leader last', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(
		namespace,
		'test',
		{ size: 1, version: '3.3.27', repository: 'quay.io/coreos/etcd' },
		'v3beta',
	)
	await change(namespace, 'test', { size: 3 })
	t.log(`grown after ${(await untilReadyMembers(namespace, 'test', 3, 90)).toFixed(1)} s`)
	await untilHealthy(namespace, 'test')
	await change(namespace, 'test', { size: 1 })
	t.log(`shrunk after ${(await untilReadyMembers(namespace, 'test', 1, 60)).toFixed(1)} s`)
	await keptKey(t, namespace, 'test', 'v3beta')
})
