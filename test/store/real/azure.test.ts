// Azure Blob, as Azurite speaks it.
import test from 'ava'
import { azureStore } from '../../../store/azure.ts'
import type { AzureOptions } from '../../../store/azure/container.ts'
import { sharedKey } from '../../../store/azure/sign.ts'
import { openStore } from '../../../store/open.ts'
import { StoreError, type StoreCode } from '../../../store/store.ts'
import { inPieces, keepsTheContract, whole } from '../contract.ts'
import { azurePartBytes, startAzurite, type Azurite } from './azurite.ts'

let azure: Azurite
test.before(async (t) => {
	t.timeout(600_000)
	azure = await startAzurite()
})
test.after.always(async () => await azure?.[Symbol.asyncDispose]())

keepsTheContract(
	async (t) => {
		const store = azureStore(azure.options())
		t.teardown(() => store.close())
		return await Promise.resolve(store)
	},
	{ partBytes: azurePartBytes },
)

test('opened by a place and a secret', async (t) => {
	const secret = { 'storage-account': azure.account.name, 'storage-key': `${azure.account.key}\n` }
	const { endpoint } = azure.options()
	const opened = await openStore({ storageType: 'ABS', path: 'snapshots/opened/a', endpoint }, secret)
	t.teardown(() => opened.store.close())
	await opened.store.put(opened.name, inPieces(Buffer.from('a')))
	t.is((await whole(opened.store.get('opened/a'))).toString(), 'a')
})

const by =
	(change: Partial<Azurite['account']>): AzureOptions['authorization'] =>
	async (unsigned) =>
		await Promise.resolve(sharedKey(unsigned, { ...azure.account, ...change }))

const wrong: readonly (readonly [
	what: string,
	change: () => Partial<AzureOptions>,
	code: StoreCode,
	says: RegExp,
])[] = [
	[
		'a container that is not there',
		() => ({ container: 'missing' }),
		'noPlace',
		/^container missing: ContainerNotFound: .*; make the container, or name another one$/,
	],
	[
		'a wrong key',
		() => ({ authorization: by({ key: Buffer.from('wrong').toString('base64') }) }),
		'denied',
		/^container snapshots: AuthorizationFailure: .*; let these credentials read, write, list and delete/,
	],
	[
		'a store that is down',
		() => ({ endpoint: 'http://127.0.0.1:1/tester' }),
		'unreachable',
		/^127\.0\.0\.1:1: connect ECONNREFUSED/,
	],
]
for (const [what, change, code, says] of wrong)
	test(`${what} is said in one sentence`, async (t) => {
		const store = azureStore({ ...azure.options(), ...change() })
		t.teardown(() => store.close())
		const reason = await t.throwsAsync(store.put('a', inPieces(Buffer.from('a'))), { instanceOf: StoreError })
		t.is(reason.code, code)
		t.regex(reason.message, says)
		const read = await t.throwsAsync(store.head('a'), { instanceOf: StoreError })
		t.is(read.code, code)
	})
