// A folder as a store, with what only a folder can do wrong.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { fileStore } from '../../store/file.ts'
import { StoreError } from '../../store/store.ts'
import { inPieces, keepsTheContract, names } from './contract.ts'

async function folder(t: ExecutionContext): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), 'kubectl-etcd-store-'))
	t.teardown(async () => await rm(path, { recursive: true, force: true }))
	return path
}

keepsTheContract(async (t) => fileStore(await folder(t)), { partBytes: 64 * 1024 })

for (const name of ['../outside', '/etc/passwd', 'a/../../outside', '', '.', 'a/'])
	test(`no file outside: "${name}"`, async (t) => {
		const path = await folder(t)
		const store = fileStore(join(path, 'inside'))
		const reason = await t.throwsAsync(store.put(name, inPieces(Buffer.from('a'))), {
			instanceOf: StoreError,
		})
		t.regex(reason.message, /is no name of a file below/)
		t.deepEqual(await readdir(path), [])
	})

test('what a process that was killed left behind is not listed', async (t) => {
	const path = await folder(t)
	await writeFile(join(path, '.orders_v1.123-456.part'), 'half')
	await writeFile(join(path, 'orders_v1'), 'whole')
	t.deepEqual(await names(fileStore(path), ''), ['orders_v1'])
})

test('a folder that is a file', async (t) => {
	const path = await folder(t)
	await writeFile(join(path, 'file'), '')
	const store = fileStore(join(path, 'file'))
	const reason = await t.throwsAsync(store.put('a', inPieces(Buffer.from('a'))), { instanceOf: StoreError })
	t.true(['noPlace', 'other'].includes(reason.code), reason.code)
	t.is(await store.head('a'), undefined)
})
