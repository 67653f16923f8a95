// Backups of real members into a folder: proved, named by what is in them, and never there when they are not whole.
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ExecutionContext } from 'ava'
import { manifestIn, type Manifest } from '../../../backup/manifest.ts'
import { manifestName, nameOf } from '../../../backup/name.ts'
import { sourcesAmong, type Source } from '../../../backup/sources.ts'
import { proveStored, take, type Wish } from '../../../backup/take.ts'
import { fileStore } from '../../../store/file.ts'
import type { Store } from '../../../store/store.ts'
import { everyMinor, type Etcd } from '../../etcd/real/binaries.ts'
import { three } from '../../etcd/real/cluster.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { names, whole } from '../../store/contract.ts'

async function folder(t: ExecutionContext): Promise<{ readonly path: string; readonly store: Store }> {
	const path = await mkdtemp(join(tmpdir(), 'kubectl-etcd-take-'))
	t.teardown(async () => await rm(path, { recursive: true, force: true }))
	return { path, store: fileStore(path) }
}

async function filled(t: ExecutionContext, etcd: Etcd, keys = 40): Promise<readonly MemberProcess[]> {
	const members = await three(t, etcd)
	for (let index = 0; index < keys; index++) await members[0].put(`key-${index}`, 'x'.repeat(200_000))
	return members
}

const sourcesOf = async (members: readonly MemberProcess[]): Promise<readonly Source[]> =>
	await sourcesAmong(members.map(({ name, client }) => ({ name, client })))

const wish = (change: Partial<Wish> = {}): Wish => ({
	backup: { namespace: 'team-a', name: 'nightly', uid: 'b5b9' },
	nameOf: (revision, at) => nameOf({ path: 'orders', revision, at }),
	signal: AbortSignal.timeout(60_000),
	tell: () => {},
	...change,
})

const read = async (store: Store, { object }: Manifest): Promise<Manifest> =>
	manifestIn((await whole(store.get(manifestName(object)))).toString())

everyMinor('is saved from a follower, and its manifest says what was saved', async (t, etcd) => {
	const members = await filled(t, etcd)
	const { path, store } = await folder(t)
	const sources = await sourcesOf(members)
	t.deepEqual(
		sources.map(({ leads }) => leads),
		[false, false, true],
	)
	const { revision } = (await members[0]?.client.confirm()) ?? {}
	const manifest = await take(sources, store, wish())
	t.deepEqual(await read(store, manifest), manifest)
	t.is(manifest.revision, String(revision))
	t.is(manifest.member.name, sources[0]?.name ?? '')
	t.true(manifest.verifiedAt !== undefined)
	t.deepEqual(await names(store, ''), [manifest.object, manifestName(manifest.object)])
	// One bit of it is another.
	await using file = await open(join(path, manifest.object), 'r+')
	const at = 8192 + 77
	const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
	await file.write(Buffer.from([buffer.readUInt8() ^ 1]), 0, 1, at)
	await t.throwsAsync(proveStored(store, manifest, undefined, wish()), { message: /do not restore from it$/ })
})

everyMinor('goes on with another member when one ends in the middle', async (t, etcd) => {
	// More than is on its way before anybody notices.
	const members = await filled(t, etcd, 200)
	const { store } = await folder(t)
	const sources = await sourcesOf(members)
	const first = members.find(({ name }) => name === sources[0]?.name)
	const tell: Wish['tell'] = (what, bytes) => {
		if (what === 'saving' && bytes > 1_000_000 && manifestNow === undefined) first?.signal('SIGKILL')
	}
	let manifestNow: Manifest | undefined
	manifestNow = await take(sources, store, wish({ tell }))
	t.not(manifestNow.member.name, first?.name)
	t.deepEqual(await names(store, ''), [manifestNow.object, manifestName(manifestNow.object)])
})

everyMinor('is sealed for who has the key', async (t, etcd) => {
	const members = await filled(t, etcd)
	const { store } = await folder(t)
	const key = randomBytes(32)
	const manifest = await take(await sourcesOf(members), store, wish({ key }))
	t.truthy(manifest.keyId)
	t.is((await whole(store.get(manifest.object))).indexOf(Buffer.alloc(100, 'x')), -1)
	await proveStored(store, manifest, key, wish())
	await t.throwsAsync(proveStored(store, manifest, randomBytes(32), wish()), { message: /does not open it/ })
})

everyMinor('of which nobody answers is saved by nobody', async (t, etcd) => {
	const members = await three(t, etcd)
	const { store } = await folder(t)
	await members[1].kill()
	await members[2].kill()
	await t.throwsAsync(
		sourcesOf(members).then(async (sources) => await take(sources, store, wish())),
		{ message: /^no member can be saved from: a: .*; b: .*; c: / },
	)
	t.deepEqual(await names(store, ''), [])
})
