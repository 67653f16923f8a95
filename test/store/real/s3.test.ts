// S3, as MinIO speaks it.
import test from 'ava'
import { s3Store } from '../../../store/s3.ts'
import { bucketAt, type S3Options } from '../../../store/s3/bucket.ts'
import { StoreError, type StoreCode } from '../../../store/store.ts'
import { textIn } from '../../../store/xml.ts'
import { inPieces, keepsTheContract, whole } from '../contract.ts'
import { startMinio, type Minio } from './minio.ts'

let minio: Minio
test.before(async (t) => {
	t.timeout(600_000)
	minio = await startMinio()
})
test.after.always(async () => await minio?.[Symbol.asyncDispose]())

keepsTheContract(
	async (t) => {
		const store = s3Store(minio.options())
		t.teardown(() => store.close())
		return await Promise.resolve(store)
	},
	{ partBytes: 5 * 1024 * 1024 },
)

const wrong: readonly (readonly [
	what: string,
	change: (good: S3Options) => Partial<S3Options>,
	code: StoreCode,
	says: RegExp,
])[] = [
	[
		'a bucket that is not there',
		() => ({ bucket: 'missing' }),
		'noPlace',
		/bucket missing: NoSuchBucket: .*; make the bucket/,
	],
	[
		'a wrong key',
		() => ({ keys: async () => await Promise.resolve({ ...minio.keys, accessKeyId: 'stranger' }) }),
		'stranger',
		/InvalidAccessKeyId: .*; write the credentials that the store has$/,
	],
	[
		'a wrong secret',
		() => ({ keys: async () => await Promise.resolve({ ...minio.keys, secretAccessKey: 'wrong' }) }),
		'stranger',
		/SignatureDoesNotMatch/,
	],
	[
		'a clock that is an hour behind',
		() => ({ now: () => Date.now() - 3_600_000 }),
		'clock',
		/RequestTimeTooSkewed: .*; mend the clock of this machine or of the store$/,
	],
]

for (const [what, change, code, says] of wrong)
	test(`${what} is said in one sentence`, async (t) => {
		const good = minio.options()
		const store = s3Store({ ...good, ...change(good) })
		t.teardown(() => store.close())
		const reason = await t.throwsAsync(store.put('a', inPieces(Buffer.from('a'))), { instanceOf: StoreError })
		t.is(reason.code, code)
		t.regex(reason.message, says)
	})

for (const [what, change, code] of wrong)
	test(`${what} is told apart from nothing being there`, async (t) => {
		const good = minio.options()
		const store = s3Store({ ...good, ...change(good) })
		t.teardown(() => store.close())
		const reason = await t.throwsAsync(store.head('a'), { instanceOf: StoreError })
		t.is(reason.code, code)
	})

for (const first of ['put', 'head'] as const)
	test(`a bucket in another region is found there, first by ${first}`, async (t) => {
		const store = s3Store({ ...minio.options(), region: 'eu-north-1' })
		t.teardown(() => store.close())
		if (first === 'head') t.is(await store.head('elsewhere-nothing'), undefined)
		await store.put(`elsewhere-${first}`, inPieces(Buffer.from('a')))
		t.is((await whole(store.get(`elsewhere-${first}`))).toString(), 'a')
	})

test('a store that is not there is said in one sentence', async (t) => {
	const store = s3Store({ ...minio.options(), endpoint: 'http://127.0.0.1:1' })
	t.teardown(() => store.close())
	const reason = await t.throwsAsync(store.head('a'), { instanceOf: StoreError })
	t.is(reason.code, 'unreachable')
	t.is(reason.message, '127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1')
})

test('an upload that the store forgets is told as such, and may be tried again', async (t) => {
	const [store, bucket] = [s3Store(minio.options()), bucketAt(minio.options())]
	t.teardown(() => store.close())
	t.teardown(() => bucket.close())
	async function* pieces(): AsyncGenerator<Uint8Array> {
		for (let part = 0; part < 4; part++) {
			yield Buffer.alloc(8 * 1024 * 1024, part)
			if (part !== 1) continue
			const listed = await bucket.text({ method: 'GET', query: { uploads: '', prefix: 'forgotten' } })
			const uploadId = textIn(listed, 'UploadId') ?? ''
			t.not(uploadId, '')
			;(await bucket.ask({ method: 'DELETE', key: 'forgotten', query: { uploadId } })).resume()
		}
	}
	const reason = await t.throwsAsync(store.put('forgotten', pieces()), { instanceOf: StoreError })
	t.is(reason.code, 'unreachable')
	t.regex(reason.message, /^it forgot an upload that was under way: bucket snapshots: NoSuchUpload/)
	t.is(await store.head('forgotten'), undefined)
	const left = await bucket.text({ method: 'GET', query: { uploads: '', prefix: 'forgotten' } })
	t.is(textIn(left, 'UploadId'), undefined)
})
