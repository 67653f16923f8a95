// The operator that was there first: while it works nothing of ours does, for any cluster.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import {
	deletePod,
	keptKey,
	make,
	namesOf,
	podsOf,
	stored,
	untilHealthy,
	untilReadyMembers,
	withKey,
	uidsOf,
} from '../cluster-support.ts'
import { eventsOf, lookNow } from '../looking.ts'
import { apply, eventually, get, kubectl, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

const versionOf = async (namespace: string, name: string): Promise<string> =>
	(await get<{ metadata: { resourceVersion: string } }>(namespace, 'etcd', name)).metadata.resourceVersion

const reasonsOf = async (namespace: string, name: string): Promise<readonly string[]> =>
	(await eventsOf(namespace, name)).map(({ reason }) => reason)

/** As coreos' operator renews it. */
async function renew(namespace: string): Promise<void> {
	const record = JSON.stringify({ holderIdentity: 'etcd-operator-1', renewTime: new Date().toISOString() })
	const annotations = { 'control-plane.alpha.kubernetes.io/leader': record }
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Endpoints',
		metadata: { name: 'etcd-operator', annotations },
	})
}

test('while coreos’ operator renews its lock no cluster is touched, and afterwards all are', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'there', { size: 3 })
	await renew(namespace)
	await eventually('it is noticed', async () => {
		await lookNow(namespace, 'there')
		return (await reasonsOf(namespace, 'there')).includes('CoreosOperatorRuns')
	})
	const [killed = ''] = namesOf(await podsOf(namespace, 'there'))
	await deletePod(namespace, killed)
	await make(namespace, 'fresh', { size: 1 })
	const before = [await versionOf(namespace, 'there'), await versionOf(namespace, 'fresh')]
	const left = uidsOf(await podsOf(namespace, 'there'))
	t.is(left.length, 2)
	for (let second = 0; second < 15; second++) {
		await renew(namespace)
		await sleep(1000)
	}
	const told = (await eventsOf(namespace, 'fresh')).map(({ reason, message }) => `${reason}: ${message}`)
	t.deepEqual(told, [
		`CoreosOperatorRuns: the coreos etcd-operator etcd-operator-1 runs in namespace ${namespace}: scale its Deployment to 0, then this operator takes over within about three minutes`,
	])
	t.deepEqual([await versionOf(namespace, 'there'), await versionOf(namespace, 'fresh')], before)
	t.is((await stored(namespace, 'fresh')).status, undefined)
	t.deepEqual(await podsOf(namespace, 'fresh'), [])
	t.deepEqual(uidsOf(await podsOf(namespace, 'there')), left)

	await kubectl('-n', namespace, 'delete', 'endpoints', 'etcd-operator')
	// Both would be looked at within the minute.
	for (const name of ['there', 'fresh']) await lookNow(namespace, name)
	await untilHealthy(namespace, 'fresh')
	await untilReadyMembers(namespace, 'there', 3, 60, [killed])
	await untilHealthy(namespace, 'there')
	await keptKey(t, namespace, 'there')
})
