// The tasks of a restore, ended at their calls in turn and begun again as a kubelet begins them: what a member would start from is nothing
// or all of it, it ends well with every key under its revision and nothing left over, and data whose member has run is never touched.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { minors } from '../../../api/releases.ts'
import { restoreFiles, toldVariable, type FetchTask } from '../../../api/task.ts'
import { dataIn } from '../../../backup/restore/place.ts'
import { sourcesAmong } from '../../../backup/sources.ts'
import { take } from '../../../backup/take.ts'
import { refusal } from '../../../etcd/arguments.ts'
import { restoreArguments } from '../../../etcd/restore.ts'
import { openStore } from '../../../store/open.ts'
import { binaryOf, type Etcd } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import { memberProcess, until, type MemberProcess } from '../../etcd/real/process.ts'
import { startMinio } from '../../store/real/minio.ts'
import { endedAt, killed, step } from './ending.ts'

const everywhere = step === 1
const quiet = { signal: new AbortController().signal, tell: () => {} }
/** Etcd's own tool is killed at so many moments of its run. */
const moments = everywhere ? 20 : 2

interface Source {
	readonly place: FetchTask['place']
	readonly env: NodeJS.ProcessEnv
}

type Where = 'a folder' | 'MinIO'

async function sourceOn(t: ExecutionContext, where: Where, above: string): Promise<Source> {
	if (where === 'a folder') {
		await mkdir(join(above, 'store'))
		return { place: { storageType: 'PVC', path: 'orders', folder: join(above, 'store') }, env: {} }
	}
	const minio = await startMinio()
	t.teardown(async () => await minio[Symbol.asyncDispose]())
	const { accessKeyId, secretAccessKey } = minio.keys
	return {
		place: { storageType: 'S3', path: 'snapshots/orders', endpoint: minio.endpoint, forcePathStyle: true },
		env: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
	}
}

/** Each with its revisions. */
async function keysOf(member: MemberProcess): Promise<unknown> {
	const all = Buffer.from([0]).toString('base64')
	return ((await member.gateway('kv/range', { key: all, range_end: all })) as { kvs: unknown }).kvs
}

async function store(member: MemberProcess, { place, env }: Source): Promise<void> {
	Object.assign(process.env, env)
	const opened = await openStore(place, undefined)
	await take(await sourcesAmong([{ name: 'a', client: member.client }]), opened.store, {
		backup: { namespace: 'shop', name: 'orders', uid: 'u' },
		nameOf: () => opened.name,
		...quiet,
	})
	opened.store.close()
}

interface Restore {
	readonly etcd: Etcd
	readonly above: string
	readonly task: FetchTask & { readonly dataDir: string }
	readonly env: NodeJS.ProcessEnv
	readonly peerUrl: string
}

/** Where it is ended: at a call, or at a part of the run of etcd's own tool. */
type Exit =
	{ readonly of: 'fetch' | 'settle'; readonly at: number } | { readonly of: 'tool'; readonly after: number }

async function tool({ etcd, task, peerUrl }: Restore, afterMs?: number): Promise<number | null> {
	const wish = {
		snapshot: join(task.into, restoreFiles.snapshot),
		into: join(task.into, restoreFiles.made),
		name: 'a',
		peerUrl,
		token: 'test',
		bump: 1000n,
	}
	const child = spawn(etcd.etcdutl ?? '', restoreArguments(wish), { stdio: 'ignore' })
	const ended = once(child, 'exit') as Promise<[number | null]>
	if (afterMs !== undefined) await Promise.race([ended, sleep(afterMs).then(() => child.kill('SIGKILL'))])
	return (await ended)[0]
}

/** The containers in their order, until one is ended; how many calls each has made. */
async function run(restore: Restore, told: string, exit?: Exit) {
	const env = { ...restore.env, [toldVariable]: told }
	const calls = { fetch: 0, settle: 0, toolMs: 0 }
	for (const name of ['fetch', 'tool', 'settle'] as const) {
		const began = performance.now()
		let code: number | null
		if (name === 'tool') {
			code = await tool(restore, exit?.of === name ? exit.after : undefined)
			calls.toolMs = performance.now() - began
		} else {
			const exitAt = exit?.of === name ? exit.at : 0
			const ended = await endedAt(name, restore.task, { above: restore.above, exitAt, env })
			code = ended.code === killed ? null : ended.code
			calls[name] = ended.calls
		}
		if (code !== 0) return { ended: code, calls }
	}
	return { ended: 0, calls }
}

/** As many as there are, in turn. */
function exitsFor(calls: {
	readonly fetch: number
	readonly settle: number
	readonly toolMs: number
}): Exit[] {
	const each = (of: 'fetch' | 'settle'): Exit[] =>
		Array.from({ length: Math.ceil(calls[of] / step) }, (_, index) => ({ of, at: 1 + index * step }))
	const after = (index: number): Exit => ({ of: 'tool', after: (calls.toolMs * index) / moments })
	return [...each('fetch'), ...Array.from({ length: moments }, (_, index) => after(index)), ...each('settle')]
}

const sumOf = async (dataDir: string): Promise<string> =>
	createHash('sha256')
		.update(await readFile(join(dataDir, 'member/snap/db')))
		.digest('hex')

async function startOn(member: MemberProcess, dataDir: string): Promise<void> {
	const data = join(member.dir, 'data')
	await rm(data, { recursive: true, force: true })
	await cp(dataDir, data, { recursive: true })
	// It names nobody: on an empty directory it would end.
	member.start(refusal.initialCluster, refusal.initialState)
	await until('it serves', async () => await member.client.confirm())
}

const chosen = minors.filter((minor) =>
	everywhere ? binaryOf(minor)?.dialect.restoreTool !== undefined : minor === '3.6',
)

for (const minor of chosen)
	for (const where of ['a folder', 'MinIO'] as const)
		test.serial(`${minor}: ended at calls in turn, from ${where}`, async (t) => {
			t.timeout(1_800_000)
			const etcd = binaryOf(minor) as Etcd
			const above = await mkdtemp(join(tmpdir(), 'kubectl-etcd-restore-ended-'))
			t.teardown(async () => await rm(above, { recursive: true, force: true }))
			const source = await sourceOn(t, where, above)
			const seed = await born(t, etcd)
			for (let index = 0; index < 60; index++) await seed.put(`key-${index % 40}`, `${index}`.repeat(2000))
			const keys = await keysOf(seed)
			const { revision: before = 0n } = await seed.client.confirm()
			await store(seed, source)
			await seed.stop()
			const member = await memberProcess(t, etcd, 'a')
			const volume = join(above, 'volume')
			const task = {
				place: source.place,
				into: join(volume, 'restore'),
				dataDir: join(volume, 'data'),
				minor,
				has: [],
				secrets: {},
			}
			const restore = { etcd, above, task, env: source.env, peerUrl: member.peerUrl }
			const told = member.listed
			await mkdir(volume)
			const whole = await run(restore, told)
			t.is(whole.ended, 0)
			// Only the first of them knows where the snapshot is from.
			const exits = exitsFor(whole.calls).filter(({ of }) => where === 'a folder' || of === 'fetch')
			let ended = 0
			for (const exit of exits) {
				const what = JSON.stringify(exit)
				await rm(volume, { recursive: true })
				await mkdir(volume)
				const first = await run(restore, told, exit)
				if (first.ended !== 0) ended++
				const there = await dataIn(task.dataDir)
				t.not(there, 'something', what)
				const sum = there === 'data' ? await sumOf(task.dataDir) : undefined
				t.is((await run(restore, told)).ended, 0, what)
				t.deepEqual(await readdir(volume), ['data'], what)
				// What had been put in place was all of it.
				if (sum !== undefined) t.is(await sumOf(task.dataDir), sum, what)
				await startOn(member, task.dataDir)
				t.deepEqual(await keysOf(member), keys, what)
				const { revision = 0n } = await member.client.confirm()
				t.true(revision >= before + 1000n, what)
				await member.stop()
			}
			t.true(ended > exits.length / 2, `${ended} of ${exits.length} were ended`)
			// From here on it has run, and has what was acknowledged since.
			await startOn(member, task.dataDir)
			await member.put('since')
			await member.stop()
			await rm(task.dataDir, { recursive: true })
			await cp(join(member.dir, 'data'), task.dataDir, { recursive: true })
			const sum = await sumOf(task.dataDir)
			for (const exit of everywhere ? exits : exits.filter((_, index) => index % 4 === 1)) {
				await run(restore, refusal.initialCluster, exit)
				t.is(await sumOf(task.dataDir), sum, JSON.stringify(exit))
			}
			t.is((await run(restore, refusal.initialCluster)).ended, 0)
			t.deepEqual(await readdir(volume), ['data'])
			t.is(await sumOf(task.dataDir), sum)
			t.log(`${ended} exits of ${exits.length}, ${JSON.stringify(whole.calls)}`)
		})
