// What people write of a place and a secret, before any store is asked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openStore, type Place, type Secret } from '../../store/open.ts'
import { StoreError } from '../../store/store.ts'
import { inPieces, whole } from './contract.ts'

const credentials = '[default]\naws_access_key_id=a\naws_secret_access_key=b\n'
const s3: Place = { storageType: 'S3', path: 'snapshots/orders/a' }

const wrong: readonly (readonly [what: string, place: unknown, secret: Secret | undefined, says: RegExp])[] =
	[
		[
			'an unknown type',
			{ ...s3, storageType: 'FTP' },
			{},
			/^storageType "FTP" is none of ours: write one of S3/,
		],
		['a type of every object', { ...s3, storageType: 'toString' }, {}, /^storageType "toString" is none/],
		[
			'no key',
			{ ...s3, path: 'snapshots' },
			{},
			/^path "snapshots" is not <bucket>\/<key>: write the bucket/,
		],
		['an empty key', { ...s3, path: 'snapshots/' }, {}, /^path "snapshots\/" is not/],
		['no bucket', { ...s3, path: '/orders' }, {}, /^path "\/orders" is not/],
		['a way out', { ...s3, path: 'snapshots/../a' }, {}, /^path "snapshots\/\.\.\/a" has a part \. or \.\./],
		[
			'an endpoint',
			{ ...s3, endpoint: 'ftp://host' },
			{},
			/^endpoint "ftp:\/\/host" is no address of a store/,
		],
		['half an endpoint', { ...s3, endpoint: 'http://' }, {}, /^endpoint "http:\/\/" is no address/],
		['a query', { ...s3, endpoint: 'http://host?a' }, {}, /^endpoint "http:\/\/host\?a" is no address/],
		['another secret', s3, { password: 'x' }, /^the secret has no key credentials: write one/],
		[
			'half a secret',
			s3,
			{ credentials: '[default]' },
			/^the secret has no aws_access_key_id in \[default\]/,
		],
		[
			'no authority',
			s3,
			{ credentials, 'ca.crt': 'x' },
			/^the secret has no certificate in ca\.crt: write the PEM/,
		],
		['no folder', { storageType: 'PVC', path: 'a' }, {}, /^storageType PVC has no folder: say where/],
		...['', '/etc/passwd', 'a//b', '../a', 'a/'].map(
			(path) =>
				[
					`in a volume: "${path}"`,
					{ storageType: 'PVC', path, folder: '/x' },
					{},
					/is no path in the volume/,
				] as const,
		),
	]
for (const [what, place, secret, says] of wrong)
	test(`one sentence for ${what}`, async (t) => {
		const reason = await t.throwsAsync(openStore(place as Place, secret), { instanceOf: StoreError })
		t.regex(reason.message, says)
		t.notRegex(reason.message, /\n/)
	})

const right: readonly (readonly [place: Place, secret: Secret | undefined, place: string, name: string])[] = [
	[s3, { credentials }, 's3://snapshots', 'orders/a'],
	[s3, { credentials, config: '[default]\nregion=eu-central-1' }, 's3://snapshots', 'orders/a'],
	[{ ...s3, endpoint: 'minio:9000' }, {}, 's3://snapshots', 'orders/a'],
	[s3, undefined, 's3://snapshots', 'orders/a'],
]
for (const [place, secret, says, name] of right)
	test(`opened: ${JSON.stringify({ place, secret })}`, async (t) => {
		const opened = await openStore(place, secret)
		t.teardown(() => opened.store.close())
		t.is(opened.store.place, says)
		t.is(opened.name, name)
	})

test('a volume', async (t) => {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-open-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	const { store, name } = await openStore({ storageType: 'PVC', path: 'backups/orders', folder }, undefined)
	await store.put(name, inPieces(Buffer.from('a')))
	t.is((await whole(store.get('backups/orders'))).toString(), 'a')
})
