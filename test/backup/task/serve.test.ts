// What reads a store for a person: who is let in, what is given away, and when it ends. Over a folder and over a real MinIO.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { taskVariable, type ServeTask } from '../../../api/task.ts'
import { objectPath, type Listed } from '../../../backup/listed.ts'
import { manifestName } from '../../../backup/name.ts'
import { putText } from '../../../backup/small.ts'
import { serve, type Serving } from '../../../backup/task/serve.ts'
import { fileStore } from '../../../store/file.ts'
import { s3Store } from '../../../store/s3.ts'
import type { Store } from '../../../store/store.ts'
import { inPieces } from '../../store/contract.ts'
import { serveProcess } from './served.ts'
import { startMinio, type Minio } from '../../store/real/minio.ts'

let minio: Minio
test.before(async (t) => {
	t.timeout(600_000)
	minio = await startMinio()
})
test.after.always(async () => await minio?.[Symbol.asyncDispose]())

const quiet = pino({ level: 'silent' })
const word = randomBytes(32).toString('base64url')
const taskWith = (change: Partial<ServeTask> = {}): ServeTask => ({
	place: { storageType: 'PVC', path: 'team/orders' },
	has: [],
	secrets: {},
	wordSha256: createHash('sha256').update(word).digest('hex'),
	port: 0,
	idleSeconds: 60,
	mostSeconds: 120,
	...change,
})

interface Said {
	readonly status: number
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
	readonly bytes: Buffer
}

/** As it is written, without anybody who tidies the path. */
const ask = async (
	port: number,
	path: string,
	headers: Readonly<Record<string, string>> = { authorization: `Bearer ${word}` },
	method = 'GET',
): Promise<Said> =>
	await new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
			const chunks: Buffer[] = []
			response
				.on('data', (chunk: Buffer) => chunks.push(chunk))
				.once('error', reject)
				.once('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						bytes: Buffer.concat(chunks),
					}),
				)
		})
			.once('error', reject)
			.end()
	})

const scheduled = 'team/orders_v12_2018-03-04-05:06:07'
const proved = 'team/orders_v100_2026-03-04-05:06:07'
const bytes = randomBytes(300_000)

/** What others have beside it, and what is half of it. */
const strangers = [
	'team/orders-other',
	'team/orders-other_v3_2026-01-01-00:00:00',
	'team/orders_v1',
	'team/orders_v5_2026-01-01-00:00:00.pending.json',
	'team/orders.d/inside',
	'team/other',
	'secret',
]

async function fill(store: Store): Promise<void> {
	for (const name of [scheduled, proved, 'team/orders', ...strangers]) await store.put(name, inPieces(bytes))
	await putText(store, manifestName(proved), '{"form":1}\n')
	await putText(store, manifestName('team/orders-other'), '{"other":1}\n')
}

async function inFolder(t: ExecutionContext): Promise<Store> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-serve-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	return fileStore(join(dir, 'store'))
}

const kinds: Readonly<Record<string, (t: ExecutionContext) => Promise<Store>>> = {
	folder: inFolder,
	async minio() {
		return await Promise.resolve(s3Store(minio.options()))
	},
}

async function serving(t: ExecutionContext, store: Store, change: Partial<ServeTask> = {}): Promise<Serving> {
	const stop = new AbortController()
	const served = await serve({ store, name: 'team/orders' }, taskWith(change), stop.signal, quiet)
	t.teardown(async () => {
		stop.abort()
		await served.ended
		store.close()
	})
	return served
}

for (const [kind, storeIn] of Object.entries(kinds)) {
	test(`${kind}: it lists what is called by its path, with manifests, and gives it from any byte on`, async (t) => {
		const store = await storeIn(t)
		await fill(store)
		const { port } = await serving(t, store)
		const list = JSON.parse((await ask(port, '/list')).bytes.toString()) as Listed
		t.is(list.place, store.place)
		t.deepEqual(
			list.objects.map(({ name, bytes: size, manifest }) => ({ name, size, manifest })),
			['team/orders', proved, scheduled].map((name) => ({
				name,
				size: bytes.length,
				manifest: name === proved ? '{"form":1}\n' : undefined,
			})),
		)
		const all = await ask(port, objectPath(scheduled))
		t.like(all, { status: 200 })
		t.true(all.bytes.equals(bytes))
		const authorization = `Bearer ${word}`
		const etag = String(all.headers['etag'])
		const end = await ask(port, objectPath(scheduled), {
			authorization,
			range: 'bytes=299990-',
			'if-match': etag,
		})
		t.like(end, { status: 206, headers: { 'content-range': 'bytes 299990-299999/300000', etag } })
		t.true(end.bytes.equals(bytes.subarray(299_990)))
		const nothing = await ask(port, objectPath(scheduled), { authorization, range: 'bytes=300000-' })
		t.deepEqual([nothing.status, nothing.bytes.length], [206, 0])
		for (const range of ['bytes=300001-', 'bytes=-5', 'bytes=1-2', 'bytes=0-,5-', 'lines=1-', 'bytes=1e3-'])
			t.is((await ask(port, objectPath(scheduled), { authorization, range })).status, 416, range)
		const other = await ask(port, objectPath(scheduled), { authorization, 'if-match': '"another"' })
		t.is(other.status, 412)
	})

	test(`${kind}: what is not called by its path is not there, however it is asked for`, async (t) => {
		const store = await storeIn(t)
		await fill(store)
		const { port } = await serving(t, store)
		const paths = [
			...[...strangers, manifestName(proved), manifestName('team/orders-other')].map(objectPath),
			objectPath(`../store/${scheduled}`),
			objectPath(`team/../${scheduled}`),
			objectPath(`${scheduled}/../../secret`),
			objectPath(`team/orders/../../secret`),
			objectPath('../../../../etc/passwd'),
			objectPath('/etc/passwd'),
			objectPath(''),
			objectPath(`${scheduled}\u0000`),
			objectPath(`${scheduled}\n`),
			`/objects/${scheduled}`,
			`/objects/..%2f..%2fsecret`,
			`/objects/%2e%2e/secret`,
			`/objects/../list`,
			`/objects/%zz`,
			`/objects/${encodeURIComponent(encodeURIComponent(scheduled))}`,
			`${objectPath(scheduled)}?x=1`,
			'/list/',
			'/list?prefix=',
			'//list',
			'/',
		]
		for (const path of paths) {
			const { status, bytes: said } = await ask(port, path)
			t.deepEqual([status, said.toString()], [404, 'this backup has no such object\n'], path)
		}
	})
}

const strange: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
	['no word', {}],
	['another word', { authorization: `Bearer ${randomBytes(32).toString('base64url')}` }],
	['a part of it', { authorization: `Bearer ${word.slice(0, -1)}` }],
	['an empty one', { authorization: 'Bearer ' }],
	['its sum, which stands in the pod', { authorization: `Bearer ${taskWith().wordSha256}` }],
	['another way to say it', { authorization: `Basic ${Buffer.from(`x:${word}`).toString('base64')}` }],
	['the word as a cookie', { cookie: word }],
]

test('who does not have the word learns nothing, and keeps nobody up', async (t) => {
	const store = await inFolder(t)
	await fill(store)
	const { port } = await serving(t, store)
	for (const [what, headers] of strange)
		for (const path of ['/list', objectPath(scheduled), '/nothing']) {
			const { status, bytes: said } = await ask(port, path, headers)
			t.deepEqual([status, said.toString()], [401, 'each request must have the word\n'], what)
		}
	for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'])
		t.is((await ask(port, objectPath(scheduled), undefined, method)).status, 405, method)
	const idle = await serving(t, store, { idleSeconds: 1 })
	const knocking = setInterval(() => void ask(idle.port, '/list', {}).catch(() => {}), 100)
	t.is(await idle.ended, 'nobody asked any more')
	clearInterval(knocking)
	await t.throwsAsync(ask(idle.port, '/list'))
})

test('who asks keeps it there, also for long; and no longer than it may be', async (t) => {
	const store = await inFolder(t)
	await fill(store)
	const began = performance.now()
	const { port, ended } = await serving(t, store, { idleSeconds: 1.5, mostSeconds: 8 })
	let answered = 0
	while (performance.now() - began < 4000) {
		if ((await ask(port, '/list')).status === 200) answered++
		await sleep(200)
	}
	t.true(answered > 4, `${answered}`)
	const knocking = setInterval(() => void ask(port, '/list').catch(() => {}), 100)
	t.is(await ended, 'it was there for as long as it may')
	clearInterval(knocking)
	t.true(performance.now() - began >= 7900)
})

test('as a process: it says where it listens, ends when nobody asks, and says what is wrong with its store', async (t) => {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-serve-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	const store = fileStore(dir)
	await fill(store)
	const place = { storageType: 'PVC', path: 'team/orders', folder: dir } as const
	const env = {
		[taskVariable]: JSON.stringify(taskWith({ place, idleSeconds: 3 })),
		TERMINATION_MESSAGE: join(dir, 'said'),
	}
	const served = serveProcess(env)
	const port = await served.port
	t.is((await ask(port, '/list')).status, 200)
	t.is(await served.code, 0)
	t.deepEqual(JSON.parse(await readFile(join(dir, 'said'), 'utf8')), { ok: true })

	const wrong = { ...place, path: '../escape' }
	const refused = serveProcess({ ...env, [taskVariable]: JSON.stringify(taskWith({ place: wrong })) })
	t.is(await refused.code, 1)
	t.like(JSON.parse(await readFile(join(dir, 'said'), 'utf8')), { ok: false, code: 'store-other' })
})
