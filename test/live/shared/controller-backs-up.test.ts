// EtcdBackups by our Jobs into a real MinIO and onto a volume: as in 2018, and what is said when something is wrong.
import test, { type ExecutionContext } from 'ava'
import { apiVersion } from '../../../api/names.ts'
import type { BackupSpec, BackupStatus } from '../../../api/schema/backup.ts'
import { manifestIn, type Manifest } from '../../../backup/manifest.ts'
import { manifestName, named, ofManifest } from '../../../backup/name.ts'
import { proveStored } from '../../../backup/take.ts'
import type { Store } from '../../../store/store.ts'
import { names, whole } from '../../store/contract.ts'
import { backUp, untilBackup } from '../backing-up.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { make, put, statusOf, until, untilHealthy, untilReadyMembers } from '../cluster-support.ts'
import { bucketInside } from '../minio.ts'
import { apply, eventually, get, kubectl, ownNamespace } from '../support.ts'

const conditionOf = ({ conditions }: BackupStatus, type: string) =>
	conditions?.find((one) => one.type === type)

const read = async (store: Store, object: string): Promise<Manifest> =>
	manifestIn((await whole(store.get(manifestName(object)))).toString())

async function proved(t: ExecutionContext, store: Store, object: string): Promise<Manifest> {
	const manifest = await read(store, object)
	await t.notThrowsAsync(
		proveStored(store, manifest, undefined, { signal: AbortSignal.timeout(60_000), tell: () => {} }),
	)
	return manifest
}

test('TestBackupAndRestore: once, restored, and each five seconds of a cluster with TLS, of which two are kept', async (t) => {
	const namespace = await ownNamespace(t)
	const secrets = new Secrets(namespace, 'test')
	await secrets.writeAll()
	await make(namespace, 'test', { size: 3, ...staticTls })
	const bucket = await bucketInside(t, namespace)
	await bucket.secret('aws')
	await untilReadyMembers(namespace, 'test', 3, 90)
	const spec: BackupSpec = {
		etcdEndpoints: [`https://test-client.${namespace}.svc:2379`],
		storageType: 'S3',
		clientTLSSecret: 'static-client',
		s3: { path: 'mybucket/once', awsSecret: 'aws', endpoint: bucket.endpoint, forcePathStyle: true },
	}
	await backUp(namespace, 'once', spec)
	const { seconds, status } = await untilBackup(
		namespace,
		'once',
		'it succeeded',
		({ succeeded }) => succeeded === true,
	)
	t.log(`succeeded after ${seconds.toFixed(1)} s: ${JSON.stringify(status)}`)
	t.like(status, { etcdVersion: '3.6.16', etcdRevision: 1 })
	t.is(status.Reason, undefined)
	t.deepEqual(await names(bucket.store, ''), ['once', 'once.manifest.json'])
	await proved(t, bucket.store, 'once')

	// As in 2018 by the name of the cluster; what holds nothing is given up without further words.
	const { clusterID: before } = await statusOf(namespace, 'test')
	const asked = performance.now()
	await apply(namespace, {
		apiVersion,
		kind: 'EtcdRestore',
		metadata: { name: 'test' },
		spec: { etcdCluster: { name: 'test' }, backupStorageType: 'S3', s3: spec.s3 },
	})
	await until(
		namespace,
		'test',
		'another cluster has three members',
		({ clusterID, members }) =>
			clusterID !== before && clusterID !== undefined && members?.ready?.length === 3,
		70,
	)
	t.log(`restored, and 3 ready after ${((performance.now() - asked) / 1000).toFixed(1)} s`)
	await eventually('it says so', async () => {
		const restore = await get<{ status?: { succeeded?: boolean } }>(namespace, 'etcdrestore', 'test')
		return restore.status?.succeeded === true
	})

	await backUp(namespace, 'often', {
		...spec,
		s3: { ...spec.s3, path: 'mybucket/often' },
		backupPolicy: { backupIntervalInSecond: 5, maxBackups: 2 },
	})
	const began = performance.now()
	const seen = new Set<string>()
	await eventually(
		'the first was removed, and two are there',
		async () => {
			const now = (await names(bucket.store, 'often')).filter((name) => ofManifest(name) !== undefined)
			for (const one of now) seen.add(one)
			return seen.size > 2 && now.length === 2 && ![...seen].slice(0, 1).some((one) => now.includes(one))
		},
		60,
	)
	t.log(`the first was removed after ${((performance.now() - began) / 1000).toFixed(1)} s`)
	for (const manifest of (await names(bucket.store, 'often')).filter(
		(name) => ofManifest(name) !== undefined,
	)) {
		const object = ofManifest(manifest) ?? ''
		t.is(named(object)?.path, 'often')
		if (await bucket.store.head(object)) await proved(t, bucket.store, object)
	}
	const jobs = await get<{ items: readonly unknown[] }>(namespace, 'jobs')
	t.true(jobs.items.length < 8, `${jobs.items.length} Jobs`)
	await kubectl('-n', namespace, 'delete', 'etcdbackup', 'often')
	await eventually('nothing runs for it any more', async () => {
		const { items } = await get<{ items: readonly { metadata: { name: string } }[] }>(namespace, 'jobs')
		return items.every(({ metadata }) => !metadata.name.startsWith('often'))
	})
})

test('onto a volume, sealed, by the name of the cluster, and again under the same name', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 1 })
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'PersistentVolumeClaim',
		metadata: { name: 'snapshots' },
		spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '64Mi' } } },
	})
	const key = Buffer.alloc(32, 7).toString('base64')
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: { name: 'seal' },
		stringData: { key },
	})
	await untilHealthy(namespace, 'test')
	const spec: BackupSpec = {
		etcdCluster: { name: 'test' },
		storageType: 'PVC',
		pvc: { claimName: 'snapshots', path: 'orders' },
		encryption: { keySecret: 'seal' },
	}
	await backUp(namespace, 'first', spec)
	const first = await untilBackup(namespace, 'first', 'it succeeded', ({ succeeded }) => succeeded === true)
	await put(namespace, 'test', 'later', 'x')
	await backUp(namespace, 'second', spec)
	const second = await untilBackup(namespace, 'second', 'it succeeded', ({ succeeded }) => succeeded === true)
	t.is(second.status.last?.object, 'orders')
	t.true((second.status.etcdRevision ?? 0) > (first.status.etcdRevision ?? 0))

	await backUp(namespace, 'second', { ...spec, drill: { occasion: 'to see' } })
	const { seconds, status } = await untilBackup(
		namespace,
		'second',
		'its snapshot was tried',
		({ drill }) => drill?.result !== undefined && drill.result !== 'Running',
		120,
	)
	t.log(`drilled after ${seconds.toFixed(1)} s: ${status.drill?.message}`)
	t.like(status.drill, { result: 'Passed', object: 'orders', keys: '1', occasion: 'to see' })
	t.is(conditionOf(status, 'Drilled')?.status, 'True')
	await kubectl('-n', namespace, 'delete', 'secret', 'seal')
	await backUp(namespace, 'second', { ...spec, drill: { occasion: 'without the key' } })
	const without = await untilBackup(
		namespace,
		'second',
		'it says why not',
		({ drill }) => drill?.result === 'Failed',
		120,
	)
	t.regex(without.status.drill?.message ?? '', /^secret seal: /)
})

test('what is wrong is said in one sentence, nothing is begun or removed, and it goes on when that is mended', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 1 })
	const bucket = await bucketInside(t, namespace)
	await bucket.secret('wrong', {
		credentials: '[default]\naws_access_key_id = nobody\naws_secret_access_key = nothing-at-all\n',
	})
	await bucket.secret('good')
	await untilHealthy(namespace, 'test')
	const spec = (s3: BackupSpec['s3']): BackupSpec => ({
		etcdCluster: { name: 'test' },
		storageType: 'S3',
		s3: { path: 'mybucket/a', endpoint: bucket.endpoint, awsSecret: 'good', ...s3 },
	})
	const rows: readonly (readonly [name: string, spec: BackupSpec, reason: RegExp, code: RegExp])[] = [
		[
			'no-secret',
			spec({ awsSecret: 'none' }),
			/^the Secret with the credentials of the store, none, does not exist/,
			/SecretMissing/,
		],
		[
			'no-cluster',
			{ ...spec({}), etcdCluster: { name: 'other' } },
			/there is no EtcdCluster other in /,
			/ClusterMissing/,
		],
		['stranger', spec({ awsSecret: 'wrong' }), /bucket mybucket: InvalidAccessKeyId/, /store-stranger/],
		[
			'no-bucket',
			spec({ path: 'elsewhere/a' }),
			/bucket elsewhere: NoSuchBucket.*make the bucket, or name another one/,
			/store-noPlace/,
		],
		[
			'no-etcd',
			{ ...spec({}), etcdEndpoints: ['http://nobody:2379'] },
			/^no member can be saved from: http:\/\/nobody:2379: /,
			/other|etcd/,
		],
	]
	await Promise.all(rows.map(async ([name, wanted]) => await backUp(namespace, name, wanted)))
	for (const [name, , reason, code] of rows) {
		const { status } = await untilBackup(
			namespace,
			name,
			`${name} says what is wrong`,
			({ Reason }) => Reason !== undefined,
			120,
		)
		t.regex(status.Reason ?? '', reason)
		t.false(status.succeeded)
		const { reason: why = '' } = status.conditions?.find(({ type }) => type === 'Succeeded') ?? {}
		t.regex(why, code)
	}
	t.deepEqual(await names(bucket.store, ''), [])
	await bucket.secret('none')
	await untilBackup(namespace, 'no-secret', 'it succeeded', ({ succeeded }) => succeeded === true)
})
