// The whole round, with TLS and under a write load: a backup into MinIO of each minor that can be saved, and a new cluster of it in each that
// restores. It takes too long for npm test: npm run show -- round.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { minorIn } from '../../../api/releases.ts'
import { manifestIn, type Manifest } from '../../../backup/manifest.ts'
import { manifestName } from '../../../backup/name.ts'
import { openEtcd, type EtcdClient } from '../../../etcd/client.ts'
import { refusal } from '../../../etcd/arguments.ts'
import { etcdctlPath } from '../../../playground/playground.ts'
import { LedgerApp } from '../../../playground/ledger.ts'
import { families } from '../../../playground/programs/families.ts'
import { run } from '../../../playground/run.ts'
import { binaryOf, type Etcd } from '../../etcd/real/binaries.ts'
import { memberProcess, until, type MemberProcess } from '../../etcd/real/process.ts'
import { whole } from '../../store/contract.ts'
import { backUp, untilBackup } from '../backing-up.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { make, podsOf, untilHealthy } from '../cluster-support.ts'
import { bucketInside, type BucketInside } from '../minio.ts'
import { apply, eventually, forward, get, ownNamespace, playground } from '../support.ts'

/** What runs, and what it is restored into. */
const rounds = [
	['3.4.23', families['etcd-3.5'].version],
	...(['etcd-3.5', 'etcd-3.6', 'etcd-3.7'] as const).map(
		(family) => [families[family].version, families[family].version] as const,
	),
] as const

interface Door {
	readonly client: EtcdClient
	readonly etcdctl: (...line: readonly string[]) => Promise<string>
}

/** To a member of a cluster with TLS, as its clients reach it. */
async function doorTo(
	t: ExecutionContext,
	namespace: string,
	cluster: string,
	secrets: Secrets,
): Promise<Door> {
	const [pod] = await podsOf(namespace, cluster)
	const port = await forward(t, namespace, `pod/${pod?.metadata.name}`, 2379)
	const texts = secrets.texts('client')
	const [ca = '', cert = '', key = ''] = ['-ca.crt', '.crt', '.key'].map((end) => texts[`etcd-client${end}`])
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-round-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	for (const [name, content] of Object.entries({ ca, cert, key }))
		await writeFile(join(dir, name), content, { mode: 0o600 })
	const client = openEtcd({ host: '127.0.0.1', port, tls: { ca, cert, key, servername: 'localhost' } })
	t.teardown(() => client.close())
	const flags = ['cacert', 'cert', 'key'].map(
		(name) => `--${name}=${join(dir, name.replace('cacert', 'ca'))}`,
	)
	const program = await etcdctlPath()
	return {
		client,
		etcdctl: async (...line) =>
			await run(program, [`--endpoints=https://localhost:${port}`, ...flags, ...line]),
	}
}

/** Each with its value and its revisions. */
async function keysBy(etcdctl: Door['etcdctl']): Promise<unknown> {
	const { kvs } = JSON.parse(await etcdctl('get', '', '--from-key', '-w', 'json')) as { kvs: unknown }
	return kvs
}

/** The same object by etcd's own tool alone, whose revisions stay as they were: there HashKV can be asked at the snapshot's. */
async function scratchOf(t: ExecutionContext, etcd: Etcd, bytes: Buffer): Promise<MemberProcess> {
	const member = await memberProcess(t, etcd, 'a')
	const path = join(member.dir, 'stored.db')
	await writeFile(path, bytes)
	await run(etcd.etcdutl ?? '', [
		'snapshot',
		'restore',
		path,
		`--data-dir=${join(member.dir, 'data')}`,
		'--name=a',
		`--initial-cluster=${member.listed}`,
		`--initial-advertise-peer-urls=${member.peerUrl}`,
	])
	member.start(refusal.initialCluster, refusal.initialState)
	await until('it serves', async () => await member.client.confirm())
	return member
}

async function backedUp(
	namespace: string,
	bucket: BucketInside,
): Promise<{ path: string; manifest: Manifest }> {
	await backUp(namespace, 'round', {
		etcdEndpoints: [`https://source-client.${namespace}.svc:2379`],
		storageType: 'S3',
		clientTLSSecret: 'static-client',
		s3: { path: 'mybucket/round', awsSecret: 'aws', endpoint: bucket.endpoint, forcePathStyle: true },
	})
	await untilBackup(namespace, 'round', 'it succeeded', ({ succeeded }) => succeeded === true, 120)
	const text = (await whole(bucket.store.get(manifestName('round')))).toString()
	return { path: 'round', manifest: manifestIn(text) }
}

/** With the secrets that it needs, in a namespace of its own. */
async function restored(t: ExecutionContext, from: string, version: string) {
	const namespace = await ownNamespace(t)
	const secrets = new Secrets(namespace, 'restored')
	await secrets.writeAll()
	const { data } = await get<{ readonly data: object }>(from, 'secret', 'aws')
	await apply(namespace, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'aws' }, data })
	const s3 = {
		path: 'mybucket/round',
		awsSecret: 'aws',
		endpoint: `http://minio.${from}.svc:9000`,
		forcePathStyle: true,
	}
	const bootstrap = { snapshot: { storageType: 'S3', s3 } } as const
	await make(namespace, 'restored', { size: 3, version, ...staticTls, bootstrap })
	const seconds = await untilHealthy(namespace, 'restored', 180)
	return { seconds, door: await doorTo(t, namespace, 'restored', secrets) }
}

for (const [version, into] of rounds)
	test.serial(`${version}, restored into ${into}`, async (t) => {
		t.timeout(900_000)
		const etcd = binaryOf(minorIn(into) ?? '3.7')
		if (etcd?.etcdutl === undefined) throw new Error(`there is no etcdutl of ${into} here`)
		const namespace = await ownNamespace(t)
		const secrets = new Secrets(namespace, 'source')
		await secrets.writeAll()
		const texts = secrets.texts('client')
		const stringData = {
			'ca.crt': texts['etcd-client-ca.crt'],
			'tls.crt': texts['etcd-client.crt'],
			'tls.key': texts['etcd-client.key'],
		}
		await apply(namespace, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'ledger' }, stringData })
		await make(namespace, 'source', { size: 3, version, ...staticTls })
		const bucket = await bucketInside(t, namespace)
		await bucket.secret('aws')
		await untilHealthy(namespace, 'source', 120)
		const app = await LedgerApp.start(playground, namespace, 'source', 'ledger')
		await eventually('it has written', async () => (await app.counts()).acknowledged > 200, 60)
		const source = await doorTo(t, namespace, 'source', secrets)
		const begun = await app.counts()

		const { path, manifest } = await backedUp(namespace, bucket)
		const { hashKv } = manifest
		t.true((await app.counts()).acknowledged > begun.acknowledged, 'it wrote meanwhile')
		if (hashKv === undefined) throw new Error('the manifest has no HashKV')
		const at = BigInt(hashKv.revision)
		const there = await source.client.hashKv(at)
		t.deepEqual([there.hash, String(there.compactRevision)], [hashKv.hash, hashKv.compacted])
		const scratch = await scratchOf(t, etcd, await whole(bucket.store.get(path)))
		const again = await scratch.client.hashKv(at)
		t.deepEqual([again.hash, again.revision], [hashKv.hash, at])

		// The source goes on being written to: all that it hands out until the new one serves was handed out before.
		const { door, seconds } = await restored(t, namespace, into)
		const verdict = await app.verify()
		t.is(verdict.lost, 0)
		const { revision: last = 0n } = await until(
			'the source answers',
			async () => await source.client.confirm(),
		)
		await app.stop()
		const { revision: first = 0n } = await until('it answers', async () => await door.client.confirm())
		t.true(first > last, `${first} after ${last}`)
		const program = await etcdctlPath()
		const held = await keysBy(
			async (...line) =>
				await run(program, [`--endpoints=http://${scratch.host}:${scratch.ports.client}`, ...line]),
		)
		t.deepEqual(await keysBy(door.etcdctl), held)
		const told = await t.throwsAsync(door.etcdctl('watch', '', '--prefix', `--rev=${last + 1n}`))
		t.regex(String(told), /required revision has been compacted/)
		t.log(
			`${manifest.bytes} bytes at revision ${manifest.revision} while ${verdict.acknowledged} were acknowledged; HashKV ${hashKv.hash} at ${at}, three times; restored after ${seconds.toFixed(1)} s at ${first}, ${last} was the last; a watcher of before: compacted`,
		)
	})
