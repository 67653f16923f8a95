// Requests to a store over kept connections. One that says nothing for long is taken for dead; nothing is repeated here.
import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { StoreError } from './store.ts'

interface Asked {
	readonly method: string
	readonly url: URL
	readonly headers: Readonly<Record<string, string>>
	readonly body?: Uint8Array
	readonly signal?: AbortSignal | undefined
}

export interface Http {
	/** The answer as soon as its head is there. */
	ask(asked: Asked): Promise<IncomingMessage>
	close(): void
}

const silentMs = 30_000
/** A body of a part at once would be in memory twice more: as it is given to TLS, and as TLS makes it. */
const sliceBytes = 256 * 1024

function* slicesOf(body: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < body.length; at += sliceBytes) yield body.subarray(at, at + sliceBytes)
}

const unreachable = (host: string, reason: unknown): StoreError => {
	const { code, message } = reason as NodeJS.ErrnoException
	return new StoreError('unreachable', `${host}: ${message || (code ?? 'no answer')}`, reason)
}

/** `ca` is for stores whose certificate no public authority has signed. */
export function httpFor({ ca }: { readonly ca?: string | undefined } = {}): Http {
	const plain = new PlainAgent({ keepAlive: true })
	const tls = new TlsAgent({ keepAlive: true, ...(ca && { ca }) })
	return {
		async ask({ method, url, headers, body, signal }) {
			signal?.throwIfAborted()
			const isPlain = url.protocol === 'http:'
			const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
			const length = body === undefined ? {} : { 'content-length': String(body.length) }
			const request = (isPlain ? plainRequest : tlsRequest)(
				url,
				{
					method,
					headers: { ...headers, ...length },
					agent: isPlain ? plain : tls,
					...(signal && { signal }),
				},
				(answer) => {
					// Of one that was refused before all was sent nothing more is read: the memory may soon hold something else.
					answer.once('end', () => request.writableFinished || request.destroy())
					resolve(answer)
				},
			)
			request.setTimeout(silentMs, () =>
				request.destroy(new Error(`it has said nothing for ${silentMs / 1000} s`)),
			)
			request.once('error', reject)
			if (body === undefined || body.length <= sliceBytes) request.end(body)
			else Readable.from(slicesOf(body), { objectMode: true, highWaterMark: 1 }).pipe(request)
			try {
				return await promise
			} catch (reason) {
				throw signal?.aborted === true ? reason : unreachable(url.host, reason)
			}
		},
		close() {
			plain.destroy()
			tls.destroy()
		},
	}
}

/** Small answers; what is longer is no answer of a store. */
export async function textIn(answer: IncomingMessage, host: string): Promise<string> {
	const most = 16 * 1024 * 1024
	let [all, size] = ['', 0]
	try {
		for await (const chunk of answer.setEncoding('utf8')) {
			all += String(chunk)
			if ((size += String(chunk).length) > most) throw new Error('the answer does not end')
		}
	} catch (reason) {
		throw unreachable(host, reason)
	}
	return all
}

/** Pieces as they come; a StoreError where the connection is cut. */
export async function* piecesIn(answer: IncomingMessage, host: string): AsyncGenerator<Uint8Array> {
	try {
		for await (const chunk of answer) yield chunk as Uint8Array
	} catch (reason) {
		throw unreachable(host, reason)
	}
}
