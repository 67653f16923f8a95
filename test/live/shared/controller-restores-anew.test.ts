// EtcdRestores of clusters that are there: looked at before anything is touched, confirmed where something would be given up, and then
// carried out once.
import test from 'ava'
import { apiVersion } from '../../../api/names.ts'
import type { RestoreSpec, RestoreStatus } from '../../../api/schema/backup.ts'
import { pathOf } from '../../admission/api.ts'
import {
	ask,
	deletePod,
	onVolumes,
	podsOf,
	put,
	read,
	statusOf,
	namesOf,
	uidsOf,
	untilCondition,
	untilHealthy,
	untilReadyMembers,
	withKey,
} from '../cluster-support.ts'
import { filesOn, snapshotOf } from '../snapshots.ts'
import { api, apply, eventually, get, ownNamespace } from '../support.ts'

const source: RestoreSpec = { backupStorageType: 'PVC', pvc: { claimName: 'backups', path: 'orders' } }

async function restore(
	namespace: string,
	name: string,
	cluster: string,
	change: RestoreSpec = {},
): Promise<void> {
	const spec = { ...source, ...change, etcdCluster: { name: cluster } }
	await apply(namespace, { apiVersion, kind: 'EtcdRestore', metadata: { name }, spec })
}

const restoreOf = async (namespace: string, name: string): Promise<RestoreStatus> =>
	((await api.must('GET', pathOf('EtcdRestore', namespace, name))) as { status?: RestoreStatus }).status ?? {}

async function untilPhase(
	namespace: string,
	name: string,
	phase: string,
	seconds = 60,
): Promise<RestoreStatus> {
	let last: RestoreStatus = {}
	await eventually(
		`EtcdRestore ${name} is ${phase}`,
		async () => (last = await restoreOf(namespace, name)).phase === phase,
		seconds,
	).catch((reason: unknown) => {
		throw new Error(`${String(reason)}: ${JSON.stringify(last)}`, { cause: reason })
	})
	return last
}

const revisionOf = async (namespace: string, name: string): Promise<bigint> => {
	let revision = 0n
	await eventually('it tells its revision', async () => {
		const { header } = await ask<{ header: { revision: string } }>(
			namespace,
			`services/${name}-client`,
			'kv/range',
			{ key: 'AA==' },
		)
		revision = BigInt(header.revision)
		return true
	})
	return revision
}

const claimsOf = async (namespace: string, cluster: string): Promise<readonly string[]> =>
	(
		await get<{ items: readonly { metadata: { name: string } }[] }>(
			namespace,
			'persistentvolumeclaims',
			'-l',
			`etcd_cluster=${cluster}`,
		)
	).items.map(({ metadata }) => metadata.name)

test('as in 2018: what answers and holds something is given up only by its id, once, and its volumes are kept', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'orders', { size: 3, ...onVolumes })
	await filesOn(namespace, 'backups', { orders: await snapshotOf(t, namespace, 'orders') })
	await put(namespace, 'orders', 'after', 'lost')
	await put(namespace, 'orders', 'before', 'written over')
	const [pods, claims] = [await podsOf(namespace, 'orders'), await claimsOf(namespace, 'orders')]
	const { clusterID = '' } = await statusOf(namespace, 'orders')
	const revision = await revisionOf(namespace, 'orders')

	await restore(namespace, 'orders', 'orders')
	const refused = await untilPhase(namespace, 'orders', 'Refused')
	t.is(refused.succeeded, false)
	t.regex(refused.reason ?? '', new RegExp(`write spec\\.confirm: "${clusterID}"`))
	t.deepEqual(uidsOf(await podsOf(namespace, 'orders')), uidsOf(pods))

	await restore(namespace, 'orders', 'orders', { confirm: clusterID })
	const began = performance.now()
	const done = await untilPhase(namespace, 'orders', 'Succeeded', 120)
	await untilReadyMembers(namespace, 'orders', 3, 90, namesOf(pods))
	t.log(`3 members again after ${((performance.now() - began) / 1000).toFixed(1)} s`)
	t.is(done.succeeded, true)
	t.is(done.snapshot?.manifest, false)
	// A cluster that is new has not written yet which minor it is of.
	t.true([undefined, '3.6'].includes(done.snapshot?.minor), done.snapshot?.minor)
	t.is(await read(namespace, 'orders', 'before'), 'written')
	t.is(await read(namespace, 'orders', 'after'), undefined)
	t.true((await revisionOf(namespace, 'orders')) > revision)
	const after = await statusOf(namespace, 'orders')
	t.not(after.clusterID, clusterID)
	t.is(after.memberStates?.length, 3)
	// The volumes of before are there, and said to be.
	const kept = await claimsOf(namespace, 'orders')
	t.deepEqual(
		claims.filter((name) => !kept.includes(name)),
		[],
	)
	t.regex(
		await untilCondition(namespace, 'orders', { type: 'Degraded', reason: /^VolumeKept$/ }),
		/may hold something/,
	)

	// The same words said again, as by a repository of manifests, give up nothing.
	await put(namespace, 'orders', 'later', 'stays')
	await restore(namespace, 'again', 'orders', { confirm: clusterID })
	await untilPhase(namespace, 'again', 'Refused')
	t.is(await read(namespace, 'orders', 'later'), 'stays')
})

test('what has lost its quorum for good begins anew without further words', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'orders', { size: 3 })
	await filesOn(namespace, 'backups', { orders: await snapshotOf(t, namespace, 'orders') })
	const revision = await revisionOf(namespace, 'orders')
	const [, ...others] = await podsOf(namespace, 'orders')
	await Promise.all(others.map(async ({ metadata }) => await deletePod(namespace, metadata.name)))
	const isLost = { type: 'Available', status: 'False', reason: /^QuorumLost$/ } as const
	await untilCondition(namespace, 'orders', isLost, 60)
	// Processes of pods that are gone may answer for a moment still.
	await eventually('their processes have ended', async () => {
		const { conditions = [] } = await statusOf(namespace, 'orders')
		const since = Date.parse(conditions.find(({ type }) => type === 'Available')?.lastUpdateTime ?? '')
		return Date.now() - since > 8000
	})
	await untilCondition(namespace, 'orders', isLost)
	await restore(namespace, 'orders', 'orders')
	await untilPhase(namespace, 'orders', 'Succeeded', 120)
	await untilHealthy(namespace, 'orders', 60)
	t.is(await read(namespace, 'orders', 'before'), 'written')
	t.true((await revisionOf(namespace, 'orders')) > revision + 1_000_000_000n)
})

test('a snapshot that is not whole, or not there, touches nothing', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'orders', { size: 1 })
	const whole = await snapshotOf(t, namespace, 'orders')
	await filesOn(namespace, 'backups', { cut: whole.subarray(0, 9000) })
	const pods = await podsOf(namespace, 'orders')
	const { clusterID = '' } = await statusOf(namespace, 'orders')
	for (const [path, says] of [
		['cut', /cut is no whole snapshot/],
		['gone', /has no gone/],
	] as const) {
		await restore(namespace, path, 'orders', { confirm: clusterID, pvc: { claimName: 'backups', path } })
		const { succeeded, reason = '' } = await untilPhase(namespace, path, 'Failed')
		t.false(succeeded)
		t.regex(reason, says)
	}
	await restore(namespace, 'nobody', 'nobody')
	const { reason = '' } = await untilPhase(namespace, 'nobody', 'Refused')
	t.regex(reason, /there is no EtcdCluster nobody in this namespace/)
	t.deepEqual(uidsOf(await podsOf(namespace, 'orders')), uidsOf(pods))
	t.is(await read(namespace, 'orders', 'before'), 'written')
})
