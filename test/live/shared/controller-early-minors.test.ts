// Clusters of 2018, and of the years after: born, healed and scaled, where members vote from the moment they are added, and brought up to
// date a minor at a time.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { isWhole } from '../chosen.ts'
import {
	change,
	deletePod,
	keptKey,
	make,
	podsOf,
	put,
	untilHealthy,
	untilReadyMembers,
	withKey,
	type Gateway,
} from '../cluster-support.ts'
import { untilAllAt } from '../rolling.ts'
import { kubectl, ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

const early = 'quay.io/coreos/etcd'
const later = 'gcr.io/etcd-development/etcd'

const hops: readonly { readonly version: string; readonly repository: string; readonly gateway: Gateway }[] =
	[
		{ version: '3.3.27', repository: early, gateway: 'v3beta' },
		{ version: '3.4.23', repository: later, gateway: 'v3' },
		{ version: '3.5.35', repository: later, gateway: 'v3' },
		{ version: '3.6.16', repository: later, gateway: 'v3' },
		{ version: '3.7.3', repository: later, gateway: 'v3' },
	]

test('the sample of 2018, unchanged, reaches three members of 3.2.13, heals, grows to five, and goes up to 3.7', async (t) => {
	t.timeout(900_000)
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
	for (const { version, repository, gateway } of hops) {
		await change(namespace, name, { version, repository })
		t.log(`at ${version} after ${(await untilAllAt(namespace, name, version, 150)).toFixed(1)} s`)
		await keptKey(t, namespace, name, gateway)
		await put(namespace, name, `at ${version}`, 'written', gateway)
	}
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

// From 3.5.26 on a member that finds entries about members in a log of 3.4 after the last write that it knows to be in its data takes the
// later ones for zombies, and notes living members as removed. 3.5 never reads that note; 3.6 does, and sends them away. So logs begin anew
// before 3.4 is left.
// And 3.7 panics at what members of 3.5 wrote of themselves, unless a snapshot came after it.
const ways = [
	['3.5.35', '3.6.16', '3.7.3'],
	['3.4.23', '3.5.35', '3.6.16', '3.7.3'],
] as const
for (const [begins, ...versions] of isWhole ? ways : ways.slice(0, 1))
	test(`${begins} that nobody has written to since its members joined goes up to 3.7`, async (t) => {
		t.timeout(300_000)
		const namespace = await ownNamespace(t)
		await make(namespace, 'test', { size: 3, version: begins })
		await untilHealthy(namespace, 'test')
		for (const version of versions) {
			await change(namespace, 'test', { version })
			t.log(`at ${version} after ${(await untilAllAt(namespace, 'test', version, 60)).toFixed(1)} s`)
		}
		t.is((await podsOf(namespace, 'test')).length, 3)
	})
