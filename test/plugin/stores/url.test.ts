// Places of snapshots as people write them, as specs have them, and back.
import test from 'ava'
import { sourceFindings } from '../../../api/rules/source.ts'
import { Failure } from '../../../plugin/failure.ts'
import { accessOf } from '../../../plugin/stores/options.ts'
import { inside, placeAt, placeIn, sourceAt, urlOf, type Source } from '../../../plugin/stores/url.ts'
import { Flags, type FlagValue } from '../../../plugin/line/flags.ts'

const nothing = { secret: undefined, endpoint: undefined, pathStyle: undefined }

const rows: readonly (readonly [url: string, source: Source, written?: string])[] = [
	['s3://backups/team-a/orders', { storageType: 'S3', s3: { path: 'backups/team-a/orders' } }],
	['S3://b.c-d_e/k', { storageType: 'S3', s3: { path: 'b.c-d_e/k' } }, 's3://b.c-d_e/k'],
	['gs://b/k', { storageType: 'GCS', gcs: { path: 'b/k' } }],
	['gcs://b/k', { storageType: 'GCS', gcs: { path: 'b/k' } }, 'gs://b/k'],
	['abs://c/k', { storageType: 'ABS', abs: { path: 'c/k' } }],
	['abs://$root/k', { storageType: 'ABS', abs: { path: '$root/k' } }],
	['oss://b/k', { storageType: 'OSS', oss: { path: 'b/k' } }],
	['pvc://snapshots/a/b', { storageType: 'PVC', pvc: { claimName: 'snapshots', path: 'a/b' } }],
	[
		's3://b/orders_v12_2026-01-02-03:04:05',
		{ storageType: 'S3', s3: { path: 'b/orders_v12_2026-01-02-03:04:05' } },
	],
	[
		's3://b/with space?and=more#and%20more',
		{ storageType: 'S3', s3: { path: 'b/with space?and=more#and%20more' } },
	],
]

for (const [url, source, written = url] of rows)
	test(`${url} and back`, (t) => {
		const place = placeAt(url, '--to')
		const made = sourceAt(place, nothing)
		t.deepEqual(made, source)
		t.deepEqual(sourceFindings(made, made.storageType, 'spec', 'storageType'), [])
		t.deepEqual(placeIn(made), place)
		t.is(urlOf(place), written)
	})

const refused: readonly (readonly [url: string, says: RegExp])[] = [
	['backups/orders', /^--to: "backups\/orders" is no place for snapshots; write s3:\/\/BUCKET\/KEY, /],
	['ftp://b/k', /"ftp:\/\/b\/k" is no place .* or pvc:\/\/CLAIM\/PATH$/],
	['constructor://b/k', /is no place/],
	['https://minio:9000/b/k', /the address of a store goes to --endpoint$/],
	[
		'https://acme.blob.core.windows.net/snapshots/team-a/orders',
		/write abs:\/\/snapshots\/team-a\/orders; the account is in the Secret that --secret names$/,
	],
	[
		's3://minio:9000/b/k',
		/has an address where the bucket is; write that as --endpoint, and s3:\/\/BUCKET\/KEY$/,
	],
	['s3:///k', /names no bucket; write s3:\/\/BUCKET\/KEY$/],
	['abs:///k', /names no container/],
	['pvc://Snapshots/k', /names no claim; write pvc:\/\/CLAIM\/PATH$/],
	['s3://b', /has no key; write s3:\/\/b\/KEY, or s3:\/\/b\/ for one of the EtcdBackup’s name$/],
	['pvc://c', /has no path/],
	['s3://b//k', /has a part that is empty, \. or \.\.; write it without$/],
	['s3://b/a/../k', /has a part/],
	['pvc://c/../etc', /has a part/],
	['pvc://c/./k', /has a part/],
]

for (const [url, says] of refused)
	test(`refused: ${url}`, (t) => {
		t.throws(() => placeAt(url, '--to'), { instanceOf: Failure, message: says })
	})

test('what may be a password is not said again', (t) => {
	const error = t.throws(() => placeAt('s3://AKIA:hunter2@b/k', '--from'))
	t.is(
		error?.message,
		'--from: credentials do not belong into a URL; write the name of a Secret that has them as --secret',
	)
})

for (const [url, says] of [
	[
		'https://acct.blob.core.windows.net/c/k?sv=1&sig=hunter2',
		'--to: "https://acct.blob.core.windows.net/c/k?…" is no place for snapshots; write abs://c/k; the account is in the Secret that --secret names',
	],
	[
		'id:hunter2@b/k',
		'--to: credentials do not belong into a URL; write the name of a Secret that has them as --secret',
	],
] as const)
	test(`what may be signed is not said again: ${url}`, (t) => {
		t.is(t.throws(() => placeAt(url, '--to'))?.message, says)
	})

test('in a folder it has a name of its own', (t) => {
	const at = (url: string) => urlOf(inside(placeAt(url, '--to'), 'orders'))
	t.is(at('s3://b/'), 's3://b/orders')
	t.is(at('pvc://c/a/b/'), 'pvc://c/a/b/orders')
	t.is(at('s3://b/k'), 's3://b/k')
})

test('credentials, address and style go where the store has them', (t) => {
	const all = { secret: 's', endpoint: 'http://e:9000', pathStyle: true }
	const at = (url: string, access = all) => sourceAt(placeAt(url, '--to'), access)
	t.deepEqual(at('s3://b/k').s3, {
		path: 'b/k',
		awsSecret: 's',
		endpoint: 'http://e:9000',
		forcePathStyle: true,
	})
	t.deepEqual(at('abs://b/k').abs, { path: 'b/k', absSecret: 's' })
	t.deepEqual(at('gs://b/k').gcs, { path: 'b/k', gcpSecret: 's' })
	t.deepEqual(at('oss://b/k').oss, { path: 'b/k', ossSecret: 's', endpoint: 'http://e:9000' })
})

test('a spec without a store is nowhere', (t) => t.is(placeIn({}), undefined))

const unfit: readonly (readonly [url: string, flags: Readonly<Record<string, FlagValue>>, says: RegExp])[] = [
	['pvc://c/k', { secret: 's' }, /^--secret: a volume has no credentials/],
	['gs://b/k', { endpoint: 'https://e' }, /^--endpoint: only s3:\/\/ and oss:\/\//],
	['s3://b/k', { endpoint: 'http://user:word@e' }, /^--endpoint: that is no address of a store/],
	['s3://b/k', { endpoint: 'ftp://e' }, /^--endpoint: that is no address/],
	['s3://b/k', { endpoint: '' }, /^--endpoint: that is no address/],
	['oss://b/k', { 'path-style': true }, /^--path-style: only s3:\/\//],
	['s3://b/k', { secret: '' }, /^--secret: is empty/],
	['s3://b/k', { 'key-secret': '' }, /^--key-secret: is empty/],
]

for (const [url, flags, says] of unfit)
	test(`refused: ${url} with ${JSON.stringify(flags)}`, (t) => {
		const given = new Flags(new Map(Object.entries(flags)))
		t.throws(() => accessOf(given, placeAt(url, '--to')), { instanceOf: Failure, message: says })
	})

test('an address may come without a scheme, and with a path', (t) => {
	for (const endpoint of ['minio:9000', 'http://minio.team-a.svc:9000', 'https://[::1]:9000/s3'])
		t.is(
			accessOf(new Flags(new Map([['endpoint', endpoint]])), placeAt('s3://b/k', '--to')).endpoint,
			endpoint,
		)
})
