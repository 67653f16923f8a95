// Stores of S3's kind as a place and a secret name them, in MinIO. The real OSS is not within reach: that it takes the requests and the
// signature of S3 is what its documentation says.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { openStore, type Place } from '../../../store/open.ts'
import { StoreError } from '../../../store/store.ts'
import { inPieces, keepsTheContract, whole } from '../contract.ts'
import { startMinio, type Minio } from './minio.ts'

let minio: Minio
test.before(async (t) => {
	t.timeout(600_000)
	minio = await startMinio()
})
test.after.always(async () => await minio?.[Symbol.asyncDispose]())

const s3 = (path: string): Place => ({
	storageType: 'S3',
	path,
	endpoint: minio.endpoint,
	forcePathStyle: true,
})
const credentials = ({ accessKeyId, secretAccessKey }: Minio['keys']): string =>
	`[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`

const ossSecret = ({ keys }: Minio): Readonly<Record<string, string>> => ({
	accessKeyID: `${keys.accessKeyId}\n`,
	accessKeySecret: keys.secretAccessKey,
})

keepsTheContract(
	async (t) => {
		const place: Place = { storageType: 'OSS', path: 'snapshots/any', endpoint: minio.endpoint }
		const { store } = await openStore(place, ossSecret(minio))
		t.teardown(() => store.close())
		return store
	},
	{ partBytes: 5 * 1024 * 1024 },
)

test('S3 with the secret of coreos, in whatever region', async (t) => {
	const secret = { credentials: credentials(minio.keys), config: '[default]\nregion = eu-central-1\n' }
	const { store, name } = await openStore(s3('snapshots/opened/a'), secret)
	t.teardown(() => store.close())
	t.is(name, 'opened/a')
	await store.put(name, inPieces(Buffer.from('a')))
	t.is((await whole(store.get('opened/a'))).toString(), 'a')
})

test('credentials that nobody gives are said before anything is asked', async (t) => {
	process.env['AWS_EC2_METADATA_DISABLED'] = 'true'
	const { store, name } = await openStore(s3('snapshots/a'), {})
	t.teardown(() => store.close())
	const reason = await t.throwsAsync(store.head(name), { instanceOf: StoreError })
	t.regex(reason.message, /^nothing here gives credentials of AWS: name a secret with a key credentials/)
})

test('OSS with a wrong secret', async (t) => {
	const place: Place = { storageType: 'OSS', path: 'snapshots/a', endpoint: minio.endpoint }
	const { store, name } = await openStore(place, { ...ossSecret(minio), accessKeySecret: 'wrong' })
	t.teardown(() => store.close())
	const reason = await t.throwsAsync(store.head(name), { instanceOf: StoreError })
	t.is(reason.code, 'stranger')
	t.regex(reason.message, /^bucket snapshots: SignatureDoesNotMatch: .*; write the credentials/)
})

test('a store that is full is one sentence, and keeps what it has', async (t) => {
	const disk = await mkdtemp(join(tmpdir(), 'kubectl-etcd-full-'))
	await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk])
	t.teardown(async () => {
		await promisify(execFile)('umount', ['--lazy', disk])
		await rmdir(disk)
	})
	await using full = await startMinio({ data: disk })
	const place: Place = { storageType: 'S3', path: 'snapshots/a', endpoint: full.endpoint }
	const { store, name } = await openStore(place, { credentials: credentials(full.keys) })
	t.teardown(() => store.close())
	await store.put(name, inPieces(Buffer.from('before')))
	const reason = await t.throwsAsync(store.put(name, inPieces(randomBytes(60_000_000))), {
		instanceOf: StoreError,
	})
	t.is(reason.code, 'full', reason.message)
	t.regex(reason.message, /^bucket snapshots: XMinioStorageFull: .*; make room in the store$/)
	t.is((await whole(store.get(name))).toString(), 'before')
})
