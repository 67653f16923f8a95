// Snapshots of a real member, brought out of a store onto this machine: whole, or not there; cut anywhere, and gone on with.
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { inspect } from '../../../backup/inspect.ts'
import { faultsOf } from '../../../backup/inspected.ts'
import type { Manifest } from '../../../backup/manifest.ts'
import { manifestName } from '../../../backup/name.ts'
import { keyIdOf, sealed } from '../../../backup/sealing.ts'
import { Failure } from '../../../plugin/failure.ts'
import { download, partOf, type How } from '../../../plugin/snapshot/download.ts'
import { failureOf, keyFor, whereFor } from '../../../plugin/snapshot/downloading.ts'
import type { Snapshot } from '../../../plugin/snapshot/stored.ts'
import { lived, saved } from '../../backup/snapshots.ts'
import { everyMinor, type Etcd } from '../../etcd/real/binaries.ts'
import { inPieces, whole } from '../../store/contract.ts'
import { folder, manifestOf, object, signal, store } from './read-out.ts'

const newest = (_: unknown, minor: string): boolean => minor === '3.6'
const file = 'orders_v100_2026-03-01-14-02-11.db'

function how(change: Partial<How> = {}): How & { readonly said: string[] } {
	const said: string[] = []
	return { key: undefined, signal: signal(), tell: () => {}, say: (text) => said.push(text), ...change, said }
}

async function isWhole(t: ExecutionContext, path: string, bytes: Buffer): Promise<void> {
	t.true((await readFile(path)).equals(bytes))
	t.is((await stat(path)).mode & 0o777, 0o600)
	// As snapshot verify has it.
	t.deepEqual(faultsOf(await inspect(path, { signal: signal(), tell: () => {} })), [])
}

async function snapshotOf(t: ExecutionContext, etcd: Etcd): Promise<Buffer> {
	const bytes = await readFile(await saved(await lived(t, etcd)))
	t.true(bytes.length > 3_000_000, `${bytes.length} bytes`)
	return bytes
}

const failing = async (
	t: ExecutionContext,
	where: Parameters<typeof partOf>[0],
	snapshot: Snapshot,
	work: Promise<unknown>,
) => {
	const reason = failureOf(await t.throwsAsync(work), snapshot, where)
	if (reason instanceof Failure) return reason.told
	throw reason
}

everyMinor(
	'comes whole, with its manifest, however often the connection breaks, and no byte twice',
	async (t, etcd) => {
		const bytes = await snapshotOf(t, etcd)
		const { reader, first, asked, cuts } = await store(t, bytes, manifestOf(bytes))
		const snapshot = await first()
		t.is(snapshot.verified, 'yes')
		const where = await whereFor(await folder(t), snapshot)
		t.is(where.name, file)
		cuts.push(100_000, 1_000_000, 100, 900_000)
		const told: number[] = []
		const asking = how({ tell: (come, of) => told.push(come / of) })
		const proved = await download(reader, snapshot, where, asking)
		t.is(proved.bytes, bytes.length)
		await isWhole(t, join(where.folder, file), bytes)
		t.deepEqual((await readdir(where.folder)).toSorted(), [file, manifestName(file)])
		const beside = JSON.parse(await readFile(join(where.folder, manifestName(file)), 'utf8')) as Manifest
		t.like(beside, { object: file, clusterId: '9a1f', sha256: proved.sha256 })
		t.is(asked.length, 5)
		t.deepEqual(
			asked,
			asked.toSorted((one, other) => one - other),
		)
		t.true((asked[4] ?? 0) > (asked[1] ?? Infinity), String(asked))
		t.is(asking.said.filter((text) => text.startsWith('the connection broke')).length, 4)
		t.is(told.at(-1), 1)
	},
	newest,
)

everyMinor(
	'what an earlier call has left is gone on with; of another snapshot it is not taken',
	async (t, etcd) => {
		const bytes = await snapshotOf(t, etcd)
		const { reader, first, asked } = await store(t, bytes, manifestOf(bytes))
		const snapshot = await first()
		const where = { folder: await folder(t), name: 'it.db' }
		const interrupted = new AbortController()
		const begun = download(
			reader,
			snapshot,
			where,
			how({
				signal: interrupted.signal,
				tell: (come) => void (come > 1_000_000 && interrupted.abort(new Error('Ctrl-C'))),
			}),
		)
		await t.throwsAsync(begun, { message: 'Ctrl-C' })
		t.deepEqual(await readdir(where.folder), ['it.db.part'])
		const { size, mode } = await stat(partOf(where))
		t.true(size > 1_000_000 && size < bytes.length, String(size))
		t.is(mode & 0o777, 0o600)
		const again = how()
		await download(reader, snapshot, where, again)
		t.deepEqual(asked, [0, size])
		t.deepEqual(again.said, [`${partOf(where)} is gone on with`])
		await isWhole(t, join(where.folder, 'it.db'), bytes)

		// Of another one, longer than all of it, and all of it.
		for (const [left, from] of [
			[randomBytes(500_000), [500_000, 0]],
			[randomBytes(bytes.length + 1), [0]],
			[bytes, []],
		] as const) {
			asked.splice(0)
			await rm(join(where.folder, 'it.db'))
			await writeFile(partOf(where), left)
			await download(reader, snapshot, where, how())
			t.deepEqual(asked, from)
			await isWhole(t, join(where.folder, 'it.db'), bytes)
		}
	},
	newest,
)

everyMinor(
	'when nobody can be reached any more, what came stays, and where it goes on is said',
	async (t, etcd) => {
		const bytes = await snapshotOf(t, etcd)
		const { reader, first, cuts, kill } = await store(t, bytes, manifestOf(bytes))
		const snapshot = await first()
		const where = { folder: await folder(t), name: 'it.db' }
		cuts.push(800_000)
		const work = download(reader, snapshot, where, how({ say: kill }))
		const told = await failing(t, where, snapshot, work)
		t.regex(told.what, /^the connection broke at [\d.]+[KM]i of [\d.]+Mi; .*it\.db\.part has what came$/)
		t.is(told.next, 'run it again: it goes on from there')
		t.deepEqual(await readdir(where.folder), ['it.db.part'])
	},
	newest,
)

everyMinor(
	'what is not as it was is not left under its name: changed, cut, another sum, written over meanwhile',
	async (t, etcd) => {
		const bytes = await snapshotOf(t, etcd)
		const where = { folder: await folder(t), name: 'it.db' }
		const changed = Buffer.from(bytes)
		changed[2_000_000] = (changed[2_000_000] ?? 0) ^ 1
		const cut = bytes.subarray(0, 1_000_000)
		const rows = [
			[changed, manifestOf(changed), /summed up/],
			[changed, undefined, /summed up/],
			[cut, undefined, /it was cut/],
			[
				bytes,
				manifestOf(bytes, { sha256: '0'.repeat(64) }),
				/^it has the sum [0-9a-f]{64}, and its manifest says 0{64}$/,
			],
			[randomBytes(512 * 1000 + 32), undefined, /does not begin like a database/],
		] as const
		for (const [stored, manifest, why] of rows) {
			const { reader, first } = await store(t, stored, manifest)
			const snapshot = await first()
			const told = await failing(t, where, snapshot, download(reader, snapshot, where, how()))
			t.regex(told.what, /is broken in its store: do not restore from it; nothing was left at .*it\.db$/)
			t.regex(told.why ?? '', why)
			t.deepEqual(await readdir(where.folder), [])
		}
		const { reader, first, dir, cuts } = await store(t, bytes, manifestOf(bytes))
		const snapshot = await first()
		cuts.push(1_000_000)
		const overwritten = how({ say: () => {} })
		const work = download(reader, snapshot, where, {
			...overwritten,
			say: () => void writeFile(join(dir, object), changed),
		})
		t.regex((await failing(t, where, snapshot, work)).what, / was written over meanwhile$/)
		t.deepEqual(await readdir(where.folder), ['it.db.part'])
	},
	newest,
)

everyMinor(
	'a sealed one comes in the clear to who has its key, also in two calls, and to nobody else',
	async (t, etcd) => {
		const bytes = await snapshotOf(t, etcd)
		const key = randomBytes(32)
		const stored = await whole(sealed(inPieces(bytes), key))
		const manifest = manifestOf(bytes, { bytes: stored.length, keyId: keyIdOf(key) })
		const { reader, first, asked, cuts } = await store(t, stored, manifest)
		const snapshot = await first()
		const at = await folder(t)
		const [keyFile, wrongFile] = [join(at, 'seal.key'), join(at, 'wrong.key')]
		await writeFile(keyFile, key.toString('base64'))
		await writeFile(wrongFile, randomBytes(32))
		await t.throwsAsync(keyFor(undefined, snapshot), { message: /is sealed with the key [0-9a-f]{16}$/ })
		await t.throwsAsync(keyFor(wrongFile, snapshot), { message: /is sealed with the key .* has / })
		await t.throwsAsync(keyFor(join(at, 'none'), snapshot), { message: /^--key-file: .*none cannot be read/ })
		await writeFile(join(at, 'short.key'), 'short')
		await t.throwsAsync(keyFor(join(at, 'short.key'), snapshot), {
			message: /^--key-file: the key has 5 bytes/,
		})

		const where = { folder: await folder(t), name: 'it.db' }
		const interrupted = new AbortController()
		const begun = how({
			key,
			signal: interrupted.signal,
			tell: (come) => void (come > 2_000_000 && interrupted.abort(new Error('Ctrl-C'))),
		})
		await t.throwsAsync(download(reader, snapshot, where, begun), { message: 'Ctrl-C' })
		t.deepEqual(await readdir(where.folder), ['it.db.part'])
		// What lies there is as sealed as in the store.
		t.true(stored.subarray(0, 1000).equals((await readFile(partOf(where))).subarray(0, 1000)))
		cuts.push(700_000)
		await download(reader, snapshot, where, how({ key: await keyFor(keyFile, snapshot) }))
		t.true((asked[1] ?? 0) > 1_000_000)
		await isWhole(t, join(where.folder, 'it.db'), bytes)
		t.deepEqual((await readdir(where.folder)).toSorted(), ['it.db', 'it.db.manifest.json'])

		// Without a manifest nobody knows its key before it is tried.
		const bare = await store(t, stored, undefined)
		for (const tried of [undefined, randomBytes(32)]) {
			const other = { folder: await folder(t), name: 'it.db' }
			const one = await bare.first()
			const told = await failing(t, other, one, download(bare.reader, one, other, how({ key: tried })))
			t.regex(told.what, /cannot be opened: /)
			t.regex(told.next ?? '', /--key-file/)
			t.deepEqual(await readdir(other.folder), [])
		}
		const known = { folder: await folder(t), name: 'it.db' }
		await download(bare.reader, await bare.first(), known, how({ key }))
		await isWhole(t, join(known.folder, 'it.db'), bytes)
	},
	newest,
)
