// What a reader is asked over a stream to its port: what there is, and the bytes of one object from any of them on.
import { request, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { listPath, objectPath, type Listed } from '../../backup/listed.ts'

/** It was answered, and not as it was asked. */
export class NotGiven extends Error {
	readonly status: number

	constructor(status: number, message: string) {
		super(message)
		this.status = status
	}
}

/** Nothing came for so long: the other end may be gone, and nobody would ever hear of it. */
const silentMs = 30_000

interface Given {
	/** By which it is known whether it is still the same one. */
	readonly etag: string
	/** How many are to come. */
	readonly bytes: number
	readonly pieces: AsyncIterable<Uint8Array>
}

export interface Reader {
	list(signal: AbortSignal): Promise<Listed>
	/** With an etag, only if it still is that one. */
	get(object: string, from: number, etag: string | undefined, signal: AbortSignal): Promise<Given>
}

interface Asked {
	readonly path: string
	readonly headers?: Readonly<Record<string, string>>
	readonly signal: AbortSignal
}

export function readerOver(dial: (signal: AbortSignal) => Promise<Duplex>, word: string): Reader {
	async function ask({ path, headers = {}, signal }: Asked): Promise<IncomingMessage> {
		const stream = await dial(signal)
		const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
		const end = (): void => void stream.destroy()
		signal.addEventListener('abort', end)
		stream.once('close', () => {
			signal.removeEventListener('abort', end)
			clearTimeout(silence)
			reject(new Error('the connection was cut before the answer'))
		})
		const silence = setTimeout(() => stream.destroy(new Error('nothing came for long')), silentMs)
		stream.on('data', () => silence.refresh()).on('error', reject)
		request({
			createConnection: () => stream,
			host: 'localhost',
			path,
			headers: { ...headers, authorization: `Bearer ${word}`, connection: 'close' },
		})
			.once('response', resolve)
			.on('error', reject)
			.end()
		const response = await promise
		const { statusCode: status = 0 } = response
		if (status === 200 || status === 206) return response
		const said = (await textOf(response)).trim()
		stream.destroy()
		throw new NotGiven(status, said)
	}

	return {
		async list(signal) {
			return JSON.parse(await textOf(await ask({ path: listPath, signal }))) as Listed
		},
		async get(object, from, etag, signal) {
			const headers = {
				...(from > 0 && { range: `bytes=${from}-` }),
				...(etag !== undefined && { 'if-match': etag }),
			}
			const response = await ask({ path: objectPath(object), headers, signal })
			const bytes = Number(response.headers['content-length'])
			return { etag: response.headers.etag ?? '', bytes, pieces: whole(response, bytes) }
		},
	}
}

async function textOf(response: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	for await (const chunk of response) chunks.push(chunk as Buffer)
	return Buffer.concat(chunks).toString()
}

/** One that ends early was cut, whether or not anybody says so. */
async function* whole(response: IncomingMessage, bytes: number): AsyncGenerator<Uint8Array> {
	let come = 0
	for await (const chunk of response) {
		come += (chunk as Buffer).length
		yield chunk as Buffer
	}
	if (come < bytes) throw new Error(`it ended after ${come} of ${bytes} bytes`)
}
