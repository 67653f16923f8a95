// What EtcdBackups have put into a real MinIO and onto a volume, listed, shown and brought here by kubectl etcd: through a pod that reads it,
// and that is gone afterwards, whatever happens.
import { randomBytes } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { BackupSpec } from '../../../api/schema/backup.ts'
import { backUp, untilBackup } from '../backing-up.ts'
import { make, put, untilHealthy } from '../cluster-support.ts'
import { bucketInside } from '../minio.ts'
import { ownFolder, runPlugin, startPlugin, type Ended } from '../running-plugin.ts'
import { filesOn, snapshotOf } from '../snapshots.ts'
import { apply, eventually, get, kubectl, ownNamespace } from '../support.ts'

interface List {
	readonly snapshots: readonly {
		readonly name: string
		readonly verified: string
		readonly revision?: string
	}[]
}

async function readersIn(namespace: string): Promise<readonly string[]> {
	const { items } = await get<{
		readonly items: readonly { readonly metadata: { readonly name: string } }[]
	}>(namespace, 'pods')
	return items.map(({ metadata }) => metadata.name).filter((name) => name.includes('-reader-'))
}

const gone = async (namespace: string): Promise<void> =>
	await eventually('no reader is left', async () => (await readersIn(namespace)).length === 0, 20)

/** Made, ended, and gone. */
async function ran(
	t: ExecutionContext,
	namespace: string,
	line: readonly string[],
	code = 0,
): Promise<Ended> {
	const began = performance.now()
	const ended = await runPlugin([...line, '-n', namespace])
	t.log(`${line.slice(0, 3).join(' ')}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
	t.is(ended.code, code, ended.err)
	await gone(namespace)
	return ended
}

test('in a bucket: each five seconds, listed, shown, brought here, interrupted and refused', async (t) => {
	t.timeout(300_000)
	const namespace = await ownNamespace(t)
	await kubectl('label', 'namespace', namespace, 'pod-security.kubernetes.io/warn=restricted')
	await make(namespace, 'orders', { size: 1 })
	const bucket = await bucketInside(t, namespace)
	await bucket.secret('aws')
	await untilHealthy(namespace, 'orders')
	await put(namespace, 'orders', 'key', 'value')
	const s3 = {
		path: 'mybucket/team/orders',
		awsSecret: 'aws',
		endpoint: bucket.endpoint,
		forcePathStyle: true,
	}
	const spec: BackupSpec = { etcdCluster: { name: 'orders' }, storageType: 'S3', s3 }
	await backUp(namespace, 'often', { ...spec, backupPolicy: { backupIntervalInSecond: 5 } })
	await untilBackup(namespace, 'often', 'three were taken', ({ last }) => (last?.kept ?? 0) > 2)
	// No more, so that what is listed first is the newest later as well.
	await kubectl(
		'-n',
		namespace,
		'patch',
		'etcdbackup',
		'often',
		'--type=merge',
		'-p',
		'{"spec":{"backupPolicy":{"backupIntervalInSecond":86400}}}',
	)

	const all = await runPlugin(['snapshot', 'ls', '-n', namespace])
	t.regex(all.out, /^often +orders +S3:mybucket\/team\/orders /m)
	t.deepEqual(await readersIn(namespace), [])

	const { snapshots } = JSON.parse(
		(await ran(t, namespace, ['snapshot', 'ls', 'often', '-o', 'json'])).out,
	) as List
	t.true(snapshots.length > 2)
	t.true(
		snapshots.every(({ verified }) => verified === 'yes'),
		JSON.stringify(snapshots),
	)
	const drawn = await ran(t, namespace, ['snapshot', 'ls', 'often'])
	t.regex(drawn.out, /^UTC {9}/m)
	t.regex(drawn.out, /^TAKEN +NAME +SIZE/m)
	t.notRegex(drawn.err, /would violate PodSecurity/)
	const [newest, second] = snapshots
	const shown = await ran(t, namespace, ['snapshot', 'show', 'often', second?.name ?? ''])
	t.true(
		shown.out.includes(`kubectl etcd restore NEW --from often/${second?.name} -n ${namespace}`),
		shown.out,
	)

	const folder = await ownFolder(t)
	const downloaded = await ran(t, namespace, ['snapshot', 'download', 'often', folder])
	const path = downloaded.out.trim()
	t.is(path, join(folder, `${newest?.name.replaceAll(':', '-')}.db`))
	t.is((await stat(path)).mode & 0o777, 0o600)
	const verified = await runPlugin(['snapshot', 'verify', path])
	t.is(verified.code, 0, verified.err)
	t.regex(verified.out, new RegExp(`^MANIFEST +of ${namespace}/often `, 'm'))
	await ran(t, namespace, ['snapshot', 'download', 'often', folder], 7)
	const missing = await ran(t, namespace, ['snapshot', 'show', 'often', 'none'], 1)
	t.regex(missing.err, /^error: "none" is none of its \d+ snapshots$/m)

	const interrupted = startPlugin(['snapshot', 'ls', 'often', '-n', namespace])
	await eventually('a reader is made', async () => (await readersIn(namespace)).length === 1, 20)
	t.is((await interrupted.interrupt()).code, 130)
	await gone(namespace)

	// What is wrong is said by the pod, and not waited for.
	await backUp(namespace, 'secretless', { ...spec, s3: { ...s3, awsSecret: 'other' } })
	const refused = await ran(t, namespace, ['snapshot', 'ls', 'secretless'], 1)
	t.regex(
		refused.err,
		/^error: the store cannot be read: secret other does not exist or is empty: create it/m,
	)
	const image = ['--image', 'docker.io/kubectl-etcd/none:0.0.0']
	const imageless = await ran(t, namespace, ['snapshot', 'ls', 'often', ...image, '--timeout=90s'], 1)
	t.regex(imageless.err, /^error: nodes cannot get the image docker\.io\/kubectl-etcd\/none:0\.0\.0/m)
})

test('on a volume: one of 2018 without a manifest, and sealed ones', async (t) => {
	t.timeout(300_000)
	const namespace = await ownNamespace(t)
	await make(namespace, 'orders', { size: 1 })
	await untilHealthy(namespace, 'orders')
	await put(namespace, 'orders', 'key', 'value')
	const old = 'orders_v9_2018-03-04-05:06:07'
	await filesOn(namespace, 'disk', {
		[`backups/${old}`]: await snapshotOf(t, namespace, 'orders'),
		'backups/orders-other': 'of somebody else',
	})
	await kubectl('-n', namespace, 'delete', 'pod', 'disk', '--grace-period=1')
	const key = randomBytes(32).toString('base64')
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: { name: 'seal' },
		stringData: { key },
	})
	await backUp(namespace, 'sealed', {
		etcdCluster: { name: 'orders' },
		storageType: 'PVC',
		pvc: { claimName: 'disk', path: 'backups/orders' },
		encryption: { keySecret: 'seal' },
	})
	await untilBackup(namespace, 'sealed', 'it succeeded', ({ succeeded }) => succeeded === true, 90)
	const { snapshots } = JSON.parse(
		(await ran(t, namespace, ['snapshot', 'ls', 'sealed', '-o', 'json'])).out,
	) as List
	t.deepEqual(
		snapshots.map(({ name, verified }) => [name, verified]),
		[
			['orders', 'yes'],
			[old, 'no manifest'],
		],
	)
	const folder = await ownFolder(t)
	const without = await ran(t, namespace, ['snapshot', 'download', 'sealed', folder], 1)
	t.regex(without.err, /^error: orders is sealed with the key [0-9a-f]{16}$/m)
	t.deepEqual(await readdir(folder), [])
	const keyFile = join(await ownFolder(t), 'key')
	await writeFile(keyFile, key)
	const opened = await ran(t, namespace, ['snapshot', 'download', 'sealed', folder, '--key-file', keyFile])
	t.is((await runPlugin(['snapshot', 'verify', opened.out.trim()])).code, 0)
	const of2018 = await ran(t, namespace, ['snapshot', 'download', 'sealed', old, join(folder, 'old.db')])
	t.is((await runPlugin(['snapshot', 'verify', of2018.out.trim()])).code, 0)
	t.deepEqual((await readdir(folder)).toSorted(), ['old.db', 'orders.db', 'orders.db.manifest.json'])
})
