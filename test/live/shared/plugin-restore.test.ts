// Clusters that save themselves and come back, as people ask for it: by kubectl etcd, the real controller, and stores inside.
import test from 'ava'
import { untilBackup } from '../backing-up.ts'
import {
	make,
	onVolumes,
	podsOf,
	put,
	read,
	statusOf,
	uidsOf,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { bucketInside } from '../minio.ts'
import { plugin } from '../plugin.ts'
import { apply, get, ownNamespace } from '../support.ts'

const claim = (name: string) => ({
	apiVersion: 'v1',
	kind: 'PersistentVolumeClaim',
	metadata: { name },
	spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '64Mi' } } },
})

interface PlanDocument {
	readonly snapshot: { readonly revision: string }
	readonly live: { readonly revision: string; readonly revisionsBehind: string }
}

const restoresIn = async (namespace: string): Promise<readonly unknown[]> =>
	(await get<{ readonly items: readonly unknown[] }>(namespace, 'etcdrestores')).items

test('onto a claim, into a new cluster beside it, and in its place once its name was said again', async (t) => {
	t.timeout(480_000)
	const namespace = await ownNamespace(t)
	const at = ['-n', namespace]
	await withKey(namespace, 'orders', { size: 3, ...onVolumes })
	await apply(namespace, claim('snapshots'))
	const saved = await plugin([
		'snapshot',
		'save',
		'orders',
		'--to',
		'pvc://snapshots/',
		'--name',
		'once',
		'--wait',
		...at,
	])
	t.is(saved.code, 0, saved.err)
	t.regex(
		saved.err,
		/^pvc:\/\/snapshots\/once saved: .*, revision \d+, etcd 3\.6\.16, from orders-\w+[, ].* ok$/m,
	)
	t.log(`saved by the cluster after ${saved.seconds.toFixed(1)} s`)
	await put(namespace, 'orders', 'after', 'lost')
	const before = await statusOf(namespace, 'orders')

	const planned = await plugin(['restore', 'orders-2', '--from', 'once', '--plan', '-o', 'json', ...at])
	t.is(planned.code, 0, planned.err)
	const { live, snapshot } = JSON.parse(planned.out) as PlanDocument
	t.is(live.revisionsBehind, '1')
	t.is(BigInt(live.revision), BigInt(snapshot.revision) + 1n)

	const line = [
		'restore',
		'orders-2',
		'--from',
		'once',
		'--replicas',
		'1',
		'--storage',
		'none',
		'--wait',
		...at,
	]
	const anew = await plugin(line)
	t.is(anew.code, 0, anew.err)
	t.regex(anew.err, /^orders-2: healthy, 1\/1 ready$/m)
	t.log(`a new cluster of it after ${anew.seconds.toFixed(1)} s`)
	t.is(await read(namespace, 'orders-2', 'before'), 'written')
	t.is(await read(namespace, 'orders-2', 'after'), undefined)
	t.is((await plugin(line)).code, 7)

	const pods = uidsOf(await podsOf(namespace, 'orders'))
	const inPlace = ['restore', 'orders', '--in-place', '--from', 'once', '--wait', ...at]
	const unsaid = await plugin(inPlace)
	t.is(unsaid.code, 7, unsaid.err)
	t.regex(unsaid.err, /1 revision later than the snapshot are given up/)
	t.deepEqual(await restoresIn(namespace), [])
	t.deepEqual(uidsOf(await podsOf(namespace, 'orders')), pods)
	t.is(await read(namespace, 'orders', 'after'), 'lost')

	const done = await plugin([...inPlace, `--confirm=orders/${before.clusterID}`])
	t.is(done.code, 0, done.err)
	t.regex(done.err, /^orders serves what was in pvc:\/\/snapshots\/once; /m)
	t.log(`in its place after ${done.seconds.toFixed(1)} s`)
	t.is(await read(namespace, 'orders', 'before'), 'written')
	t.is(await read(namespace, 'orders', 'after'), undefined)
	t.not((await statusOf(namespace, 'orders')).clusterID, before.clusterID)
	for (const { claimName = '' } of before.memberStates ?? [])
		t.truthy(await get(namespace, 'persistentvolumeclaim', claimName), `${claimName} is kept`)
	t.is((await plugin([...inPlace, `--confirm=orders/${before.clusterID}`])).code, 7)
	t.is((await restoresIn(namespace)).length, 1)
})

test('by a cron line into a bucket, and from there; what is missing is said', async (t) => {
	t.timeout(360_000)
	const namespace = await ownNamespace(t)
	const at = ['-n', namespace]
	await make(namespace, 'flags', { size: 1 })
	const bucket = await bucketInside(t, namespace)
	await untilHealthy(namespace, 'flags')
	await put(namespace, 'flags', 'before', 'written')
	const to = ['--to', 's3://mybucket/flags', '--secret', 'aws', '--endpoint', bucket.endpoint, '--path-style']
	const early = await plugin([
		'snapshot',
		'save',
		'flags',
		...to,
		'--name',
		'early',
		'--wait',
		'--timeout',
		'60s',
		...at,
	])
	t.is(early.code, 1, early.err)
	t.regex(early.err, /early was not saved: the Secret with the credentials of the store, aws, does not exist/)
	await bucket.secret('aws')
	const made = await plugin([
		'snapshot',
		'schedule',
		'flags',
		'--cron',
		'* * * * *',
		'--keep',
		'2',
		...to,
		...at,
	])
	t.is(made.code, 0, made.err)
	await untilBackup(namespace, 'flags', 'it was taken', ({ last }) => last !== undefined, 150)
	const shown = await plugin(['snapshot', 'schedule', 'flags', ...at])
	t.regex(shown.out, /^LAST +\S+ ago, \S+, revision \d+, s3:\/\/mybucket\/flags_v\d+_\S+, [12] there$/m)
	const tried = await plugin(['snapshot', 'verify', 'flags', '--drill', ...at])
	t.is(tried.code, 0, tried.err)
	t.regex(tried.out, /flags_v\d+_\S+: it starts, and holds the 1 key that flags-\w+ had .* \(etcd 3\.6\.16, /)
	const anew = await plugin([
		'restore',
		'flags-2',
		'--from',
		'flags',
		'--replicas',
		'1',
		'--storage',
		'none',
		'--wait',
		...at,
	])
	t.is(anew.code, 0, anew.err)
	t.is(await read(namespace, 'flags-2', 'before'), 'written')
})
