// Cloud Storage, as fake-gcs-server speaks it.
import test from 'ava'
import { gcsStore } from '../../../store/gcs.ts'
import type { GcsOptions } from '../../../store/gcs/bucket.ts'
import { StoreError, type StoreCode } from '../../../store/store.ts'
import { inPieces, keepsTheContract, whole } from '../contract.ts'
import { gcsPartBytes, startFakeGcs, type FakeGcs } from './fake-gcs.ts'

let gcs: FakeGcs
test.before(async (t) => {
	t.timeout(600_000)
	gcs = await startFakeGcs()
})
test.after.always(async () => await gcs?.[Symbol.asyncDispose]())

keepsTheContract(
	async (t) => {
		const store = gcsStore(gcs.options())
		t.teardown(() => store.close())
		return await Promise.resolve(store)
	},
	{ partBytes: gcsPartBytes },
)

const wrong: readonly (readonly [
	what: string,
	change: Partial<GcsOptions>,
	code: StoreCode,
	says: RegExp,
])[] = [
	[
		'a bucket that is not there',
		{ bucket: 'missing' },
		'noPlace',
		/^bucket missing: .*Not Found; make the bucket, or name another one$/,
	],
	[
		'a wrong token',
		{ token: async () => await Promise.resolve('wrong') },
		'stranger',
		/^bucket snapshots: authError: Invalid Credentials; write the credentials that the store has$/,
	],
	[
		'a store that is down',
		{ endpoint: 'http://127.0.0.1:1' },
		'unreachable',
		/^127\.0\.0\.1:1: connect ECONN/,
	],
]
for (const [what, change, code, says] of wrong)
	test(`${what} is said in one sentence`, async (t) => {
		const store = gcsStore({ ...gcs.options(), ...change })
		t.teardown(() => store.close())
		for (const work of [
			async () => await store.put('a', inPieces(Buffer.from('a'))),
			async () => await store.head('a'),
			async () => await whole(store.get('a')),
		].slice(0, { noPlace: 2, unreachable: 1 }[code as string] ?? 3)) {
			const reason = await t.throwsAsync(work, { instanceOf: StoreError })
			t.is(reason.code, code)
			t.regex(reason.message, says)
		}
	})

test('who writes what another has written meanwhile leaves it', async (t) => {
	const store = gcsStore(gcs.options())
	t.teardown(() => store.close())
	async function* slow(): AsyncGenerator<Uint8Array> {
		yield Buffer.from('mine')
		await store.put('raced', inPieces(Buffer.from('theirs')))
	}
	const reason = await t.throwsAsync(store.put('raced', slow()), { instanceOf: StoreError })
	t.regex(
		reason.message,
		/^bucket snapshots: conditionNotMet: .*; somebody else has written that name meanwhile/,
	)
	t.is((await whole(store.get('raced'))).toString(), 'theirs')
})
