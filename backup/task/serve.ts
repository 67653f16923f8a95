// The task of a pod through which a person reads a store: a list of what one backup has there, and its bytes, over HTTP. What protects what:
// it listens on the pod's own loopback alone, so that only who may forward ports of the pod, or run something in it, comes near; each
// request must have a word of which the pod knows no more than the sum; it has no rights in Kubernetes, never writes, and gives nothing
// away but what is called by the backup's own path, however it is asked for. It ends by itself.
import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Said, ServeTask } from '../../api/task.ts'
import { createLog, type Log } from '../../runtime/log.ts'
import { openStore, type Opened } from '../../store/open.ts'
import { StoreError } from '../../store/store.ts'
import { listed } from '../list.ts'
import { listPath, objectOf } from '../listed.ts'
import { secretOf } from '../mounted.ts'
import { isCalledBy } from '../name.ts'

const loopback = '127.0.0.1'
const aliveMs = 5000

/** One sentence, and the end of the connection. */
function say(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
	response.end(`${text}\n`)
}

function isKnown({ headers: { authorization = '' } }: IncomingMessage, wordSha256: string): boolean {
	const [, word = ''] = /^Bearer (\S+)$/.exec(authorization) ?? []
	const [given, wanted] = [createHash('sha256').update(word).digest(), Buffer.from(wordSha256, 'hex')]
	return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** From which byte; nothing where it is no range that we know. */
function fromIn({ headers: { range } }: IncomingMessage): number | undefined {
	if (range === undefined) return 0
	const [, from] = /^bytes=(\d{1,15})-$/.exec(range) ?? []
	return from === undefined ? undefined : Number(from)
}

async function giveObject(
	{ store, name: own }: Opened,
	request: IncomingMessage,
	response: ServerResponse,
	signal: AbortSignal,
): Promise<void> {
	const name = objectOf(request.url ?? '')
	// What is not called so is not looked for, so that nothing is learned of it.
	const stored = name !== undefined && isCalledBy(own, name) ? await store.head(name) : undefined
	if (stored === undefined) return say(response, 404, 'this backup has no such object')
	const from = fromIn(request)
	if (from === undefined || from > stored.bytes)
		return say(response, 416, `the object has ${stored.bytes} bytes: ask for bytes=FROM-`)
	const etag = `"${stored.bytes}-${stored.at}"`
	const { 'if-match': wanted } = request.headers
	if (wanted !== undefined && wanted !== etag)
		return say(response, 412, 'the object is another one than it was')
	response.writeHead(from > 0 ? 206 : 200, {
		'content-type': 'application/octet-stream',
		'content-length': stored.bytes - from,
		...(from > 0 && { 'content-range': `bytes ${from}-${stored.bytes - 1}/${stored.bytes}` }),
		etag,
		connection: 'close',
	})
	if (from === stored.bytes) return void response.end()
	await pipeline(Readable.from(store.get(stored.name, from, signal)), response)
}

async function answer(
	opened: Opened,
	[request, response]: readonly [IncomingMessage, ServerResponse],
	signal: AbortSignal,
): Promise<void> {
	if (request.method !== 'GET') return say(response, 405, 'this only reads')
	if (request.url !== listPath) return await giveObject(opened, request, response, signal)
	const head = { 'content-type': 'application/json', connection: 'close' }
	// A store with thousands of them takes its time, and who hears nothing for long gives up. Blanks say nothing in JSON.
	const alive = setInterval(() => {
		if (!response.headersSent) response.writeHead(200, head)
		response.write(' ')
	}, aliveMs)
	try {
		const text = JSON.stringify(await listed(opened, signal))
		if (!response.headersSent) response.writeHead(200, head)
		response.end(text)
	} finally {
		clearInterval(alive)
	}
}

/** What is begun already is cut, so that nobody takes it for whole. */
function refuse(response: ServerResponse, reason: unknown, log: Log): void {
	log.info({ because: String(reason) }, 'not answered')
	if (response.headersSent) return void response.destroy()
	const isGone = reason instanceof StoreError && reason.code === 'missing'
	say(response, isGone ? 404 : 502, reason instanceof Error ? reason.message : String(reason))
}

export interface Serving {
	readonly port: number
	/** Why it ended. */
	readonly ended: Promise<string>
}

export async function serve(
	opened: Opened,
	task: ServeTask,
	stop: AbortSignal,
	log: Log = createLog('backup'),
): Promise<Serving> {
	const over = new AbortController()
	const { promise, resolve } = Promise.withResolvers<string>()
	let asking = 0
	const idle = setTimeout(() => asking === 0 && resolve('nobody asked any more'), task.idleSeconds * 1000)
	const most = setTimeout(() => resolve('it was there for as long as it may'), task.mostSeconds * 1000)
	const server = createServer((request, response) => {
		if (!isKnown(request, task.wordSha256)) return say(response, 401, 'each request must have the word')
		asking++
		response.once('close', () => {
			asking--
			idle.refresh()
		})
		void answer(opened, [request, response], over.signal).catch((reason: unknown) =>
			refuse(response, reason, log),
		)
	})
	await once(server.listen(task.port, loopback), 'listening')
	const { port } = server.address() as AddressInfo
	stop.addEventListener('abort', () => resolve('it was told to end'))
	if (stop.aborted) resolve('it was told to end')
	log.info({ port, place: opened.store.place, name: opened.name }, 'serving')
	return {
		port,
		ended: promise.finally(() => {
			clearTimeout(idle)
			clearTimeout(most)
			over.abort(new Error('the reader has ended'))
			server.close()
			server.closeAllConnections()
		}),
	}
}

export async function run(given: unknown, stop: AbortSignal): Promise<Said> {
	const task = given as ServeTask
	const opened = await openStore(task.place, await secretOf(task))
	const log = createLog('backup')
	try {
		// What is wrong with the store is told best by its list, and before anybody asks.
		await opened.store.list(opened.name)[Symbol.asyncIterator]().next()
		const { ended } = await serve(opened, task, stop, log)
		log.info({ because: await ended }, 'ended')
		return { ok: true }
	} finally {
		opened.store.close()
	}
}
