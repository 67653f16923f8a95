// The tasks of a restore with etcd's own tool between them, as a kubelet runs them: in order, again, and from wherever one of them was
// stopped. What cannot be restored leaves everything as it was.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { restoreFiles, type FetchTask } from '../../../api/task.ts'
import { failureOf } from '../../../backup/failure.ts'
import { run as settle } from '../../../backup/task/settle.ts'
import { refusal } from '../../../etcd/arguments.ts'
import { emptySnapshot } from '../../../etcd/empty-database.ts'
import { restoreArguments } from '../../../etcd/restore.ts'
import { run } from '../../../playground/run.ts'
import { binaryOf, everyMinor, type Etcd } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import { until } from '../../etcd/real/process.ts'
import { fetched, place, type Place } from './place.ts'

const settled = async ({ into, dataDir = '' }: FetchTask) =>
	await settle({ into, dataDir }).catch((reason: unknown) => failureOf(reason))

const tool = async (
	{ etcdutl = '' }: Etcd,
	{ into }: FetchTask,
	peerUrl = 'http://a:2380',
): Promise<string> =>
	await run(
		etcdutl,
		restoreArguments({
			snapshot: join(into, restoreFiles.snapshot),
			into: join(into, restoreFiles.made),
			name: 'a',
			peerUrl,
			token: 'test',
			bump: 1000n,
		}),
	)

const etcd = binaryOf('3.7')
const restoring = ({ restoreTool }: Etcd['dialect']): boolean => restoreTool !== undefined

everyMinor(
	'a member begins with what was in the snapshot, under higher revisions, though it is told to refuse an empty directory',
	async (t, one) => {
		const seed = await born(t, one)
		for (let index = 0; index < 50; index++) await seed.put(`key-${index}`)
		const before = await seed.client.confirm()
		const { store, volume, task } = await place(t, { minor: one.minor })
		const pieces: Uint8Array[] = []
		for await (const { bytes } of seed.client.snapshot().pieces) pieces.push(Buffer.from(bytes))
		await writeFile(join(store, 'orders'), Buffer.concat(pieces))
		const said = await fetched(task)
		t.like(said, {
			ok: true,
			fetched: { object: 'orders', revision: String(before.revision), manifest: false },
		})
		await tool(one, task, seed.peerUrl)
		t.true((await settled(task)).ok)
		t.deepEqual(await readdir(volume), ['data'])
		seed.signal('SIGTERM')
		await seed.ended()
		const data = join(seed.dir, 'data')
		await rm(data, { recursive: true })
		await cp(join(volume, 'data'), data, { recursive: true })
		seed.start(refusal.initialCluster, refusal.initialState)
		const after = await until('it serves', async () => await seed.client.confirm())
		t.true((after.revision ?? 0n) >= (before.revision ?? 0n) + 1000n)
		t.not(after.clusterId, before.clusterId)
	},
	restoring,
)

async function made(t: ExecutionContext): Promise<Place & { readonly etcd: Etcd }> {
	if (etcd === undefined) throw new Error('there is no etcd 3.7 here')
	const there = await place(t)
	await writeFile(join(there.store, 'orders'), emptySnapshot())
	return { ...there, etcd }
}

const stops: readonly (readonly [
	what: string,
	before: (there: Place & { readonly etcd: Etcd }) => Promise<void>,
])[] = [
	['nothing was done', async () => {}],
	[
		'while it was fetched',
		async ({ task }) => {
			await mkdir(task.into)
			await writeFile(join(task.into, `${restoreFiles.snapshot}.part`), 'half')
		},
	],
	['after it was fetched', async ({ task }) => void (await fetched(task))],
	[
		'while the tool ran',
		async ({ task }) => {
			await fetched(task)
			await mkdir(join(task.into, restoreFiles.made, 'member'), { recursive: true })
		},
	],
	[
		'before it was put in place',
		async ({ task, etcd: one }) => {
			await fetched(task)
			await tool(one, task)
		},
	],
	[
		'after it was put in place',
		async ({ task, etcd: one }) => {
			await fetched(task)
			await tool(one, task)
			await settled(task)
		},
	],
	[
		'after all of it was done twice',
		async ({ task, etcd: one }) => {
			for (let times = 0; times < 2; times++) {
				await fetched(task)
				await tool(one, task)
				await settled(task)
			}
		},
	],
]

for (const [what, before] of stops)
	test.serial(`stopped when ${what}: the tasks run again and come to the same`, async (t) => {
		const there = await made(t)
		await before(there)
		t.true((await fetched(there.task)).ok)
		await tool(there.etcd, there.task)
		t.true((await settled(there.task)).ok)
		t.deepEqual(await readdir(there.volume), ['data'])
		t.deepEqual(await readdir(join(there.volume, 'data')), ['member'])
	})

test.serial('the last task runs again by itself', async (t) => {
	const there = await made(t)
	await fetched(there.task)
	await tool(there.etcd, there.task)
	t.true((await settled(there.task)).ok)
	t.true((await settled(there.task)).ok)
})

test.serial('nothing is put in place that was made of nothing', async (t) => {
	const { task } = await made(t)
	t.like(await settled(task), { ok: false, code: 'unmade' })
	await mkdir(join(task.into, restoreFiles.made, 'member/snap'), { recursive: true })
	await writeFile(join(task.into, restoreFiles.made, 'member/snap/db'), '')
	t.like(await settled(task), { ok: false, code: 'unmade' })
})

test.serial('a member that has run and finds its volume empty is not restored a second time', async (t) => {
	const there = await made(t)
	const first = await fetched(there.task, refusal.initialCluster)
	t.like(first, { ok: false, code: 'emptied', lasting: true })
	t.deepEqual(await readdir(there.volume), [])
	// With its data it comes back: there is nothing to be done.
	await fetched(there.task)
	await tool(there.etcd, there.task)
	await settled(there.task)
	t.deepEqual(await fetched(there.task, refusal.initialCluster), { ok: true })
})

test.serial('what is in the place of data and is none stays as it is', async (t) => {
	const { task, volume } = await made(t)
	await mkdir(join(volume, 'data/other'), { recursive: true })
	t.like(await fetched(task), { ok: false, code: 'strange' })
	t.deepEqual(await readdir(join(volume, 'data')), ['other'])
})

// Of a member under load the form may be written seconds after the version of the cluster; an earlier etcd does not start with either.
everyMinor('one that says its cluster’s version alone is refused by the minor before', async (t, one) => {
	const seed = await born(t, one)
	await seed.put('key')
	const earlier = `3.${Number(one.minor.slice(2)) - 1}`
	const { store, volume, task } = await place(t, { minor: earlier })
	const pieces: Uint8Array[] = []
	for await (const { bytes } of seed.client.snapshot().pieces) pieces.push(Buffer.from(bytes))
	const database = Buffer.concat(pieces).subarray(0, -32)
	for (let at = 0; (at = database.indexOf('storageVersion', at)) >= 0; at += 14)
		database.write('storageVersiom', at)
	const sum = createHash('sha256').update(database).digest()
	await writeFile(join(store, 'orders'), Buffer.concat([database, sum]))
	const said = await fetched(task)
	t.like(said, { ok: false, code: 'newer' })
	t.true(!said.ok && said.message.includes(`was written by etcd ${one.minor}, and the cluster is to run`))
	t.deepEqual(await readdir(volume), [])
})
