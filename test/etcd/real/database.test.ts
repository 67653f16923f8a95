// What a database file says of itself, beside what its member says; and that every tool restores the snapshot of nothing.
import { open, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { databaseAt, NoDatabase, type ReadAt } from '../../../etcd/database.ts'
import { emptySnapshot } from '../../../etcd/empty-database.ts'
import { restoreArguments } from '../../../etcd/restore.ts'
import { run } from '../../../playground/run.ts'
import { everyMinor } from './binaries.ts'
import { born } from './cluster.ts'

const within =
	(bytes: Buffer): ReadAt =>
	async (at, length) =>
		await Promise.resolve(bytes.subarray(at, at + length))

async function fileAt(path: string) {
	await using file = await open(path)
	return await databaseAt(async (at, length) => {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
		return buffer.subarray(0, bytesRead)
	})
}

everyMinor(
	'a database tells its last revision, the version of its cluster, and from 3.6 on that of its form',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		// Enough keys that the tree has branches.
		for (let index = 0; index < 700; index++) await seed.put(`key-${index}`, 'x'.repeat(index))
		const { revision } = await seed.client.confirm()
		const path = join(seed.dir, 'snapshot.db')
		const pieces: Buffer[] = []
		for await (const piece of seed.client.snapshot().pieces) pieces.push(Buffer.from(piece.bytes))
		await writeFile(path, Buffer.concat(pieces))
		const written = await fileAt(path)
		t.is(written.revision, revision)
		t.is(written.clusterVersion, `${etcd.minor}.0`)
		const says = etcd.minor === '3.6' || etcd.minor === '3.7'
		t.is(written.storageVersion, says ? `${etcd.minor}.0` : undefined)
	},
)

everyMinor(
	'the snapshot of nothing is restored in a moment',
	async (t, { etcdutl = '' }) => {
		const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-empty-'))
		t.teardown(async () => await rm(dir, { recursive: true, force: true }))
		const [snapshot, into] = [join(dir, 'snapshot.db'), join(dir, 'made')]
		await writeFile(snapshot, emptySnapshot())
		const peerUrl = 'http://a.test:2380'
		await run(etcdutl, restoreArguments({ snapshot, into, name: 'a', peerUrl, token: 't', bump: 1000n }))
		t.true((await stat(join(into, 'member/snap/db'))).size > 0)
	},
	({ restoreTool }) => restoreTool !== undefined,
)

test('the snapshot of nothing has no keys and says no minor', async (t) => {
	const nothing = { storageVersion: undefined, clusterVersion: undefined, revision: undefined }
	t.deepEqual(await databaseAt(within(emptySnapshot())), nothing)
})

test('what is no database is said to be none, wherever it is cut', async (t) => {
	const whole = emptySnapshot()
	await t.throwsAsync(databaseAt(within(Buffer.alloc(40_000))), { instanceOf: NoDatabase })
	for (const length of [0, 10, 100, 4096, 12_288])
		await t.throwsAsync(databaseAt(within(whole.subarray(0, length))), { instanceOf: NoDatabase })
})
