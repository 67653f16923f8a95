// A folder as a store, whose writer is killed at any moment, and whose disk is full.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { fileStore } from '../../../store/file.ts'
import { StoreError } from '../../../store/store.ts'
import { inPieces, names, whole } from '../contract.ts'

/** npm test makes a part of them, and npm run show -- cut all. */
const times = Number(process.env['KILLS'] ?? 12)
const [pieces, pieceBytes] = [64, 16 * 1024]

/** Writes one name after the other, all with the same bytes, and says how far it is. */
const writer = `
	import { fileStore } from ${JSON.stringify(join(import.meta.dirname, '../../../store/file.ts'))}
	const store = fileStore(process.argv[1])
	async function* bytes() {
		for (let piece = 0; piece < ${pieces}; piece++) {
			process.stdout.write('.')
			yield Buffer.alloc(${pieceBytes}, piece)
		}
	}
	for (let name = 0; ; name++) await store.put('backups/' + name, bytes())
`

test('a writer that is killed leaves only what is whole', async (t) => {
	t.timeout(600_000)
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-killed-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	const expected = Buffer.concat(
		Array.from({ length: pieces }, (_, piece) => Buffer.alloc(pieceBytes, piece)),
	)
	let [left, kept] = [0, 0]
	for (let time = 0; time < times; time++) {
		const root = join(folder, String(time))
		const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, root], {
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		const ended = once(child, 'exit')
		// Evenly over three names, and wherever it is by then.
		const most = 1 + Math.floor((time / times) * 3 * pieces)
		let said = 0
		for await (const chunk of child.stdout) if ((said += (chunk as Buffer).length) >= most) break
		child.kill('SIGKILL')
		await ended
		const store = fileStore(root)
		for (const name of await names(store, '')) {
			kept++
			t.true(expected.equals(await whole(store.get(name))), `${time}: ${name}`)
		}
		const files = await readdir(join(root, 'backups')).catch(() => [])
		left += files.filter((file) => file.endsWith('.part')).length
	}
	t.log(`${times} killed, ${kept} names kept and whole, ${left} left half and without a name`)
	t.true(left > 0 && kept > 0)
})

test('a full disk is one sentence, and leaves what was there', async (t) => {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-full-'))
	t.teardown(async () => {
		await promisify(execFile)('umount', [folder]).catch(() => {})
		await rm(folder, { recursive: true, force: true })
	})
	await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
	const store = fileStore(folder)
	await store.put('a', inPieces(Buffer.from('before')))
	const reason = await t.throwsAsync(store.put('a', inPieces(randomBytes(3_000_000))), {
		instanceOf: StoreError,
	})
	t.is(reason.code, 'full')
	t.regex(reason.message, /^\/.*\/a: ENOSPC: no space left on device.*; make room there$/)
	t.is((await whole(store.get('a'))).toString(), 'before')
	t.deepEqual(await readdir(folder), ['a'])
})
