// The same with TLS, where the bodies of parts have no sum of their own, by an authority that is told.
import test from 'ava'
import { s3Store } from '../../../store/s3.ts'
import { StoreError } from '../../../store/store.ts'
import { keepsTheContract } from '../contract.ts'
import { startMinio, type Minio } from './minio.ts'

let minio: Minio
test.before(async (t) => {
	t.timeout(600_000)
	minio = await startMinio({ tls: true })
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

test('an authority that is not told is no reason to trust, and said once it was tried for long enough', async (t) => {
	const store = s3Store({ ...minio.options(), ca: undefined })
	t.teardown(() => store.close())
	const reason = await t.throwsAsync(store.head('a'), { instanceOf: StoreError })
	t.is(reason.code, 'unreachable')
	t.regex(reason.message, /^127\.0\.0\.1:\d+: unable to verify the first certificate/)
})
