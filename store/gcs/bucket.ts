// One bucket of Cloud Storage, and single requests to it: with a token, asked again where that is safe, refused in one sentence.
import type { IncomingMessage } from 'node:http'
import { again } from '../again.ts'
import { httpFor, textIn } from '../http.ts'
import { StoreError } from '../store.ts'
import { refusalIn } from './refusal.ts'

export interface GcsOptions {
	readonly bucket: string
	/** Of something else that speaks like it. */
	readonly endpoint?: string | undefined
	/** Asked before each request: they end within the hour. */
	readonly token: () => Promise<string>
	readonly ca?: string | undefined
	/** Of the parts of an upload, in 256 KiB. */
	readonly partBytes?: number | undefined
}

interface Request {
	readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
	/** Whole, or a path at the store. */
	readonly at: string
	readonly query?: Readonly<Record<string, string>>
	readonly headers?: Readonly<Record<string, string>>
	readonly body?: Uint8Array
	readonly signal?: AbortSignal | undefined
	/** What is not found is then an object, and else the bucket. */
	readonly isOfObject?: boolean
}

export interface Bucket {
	/** For people. */
	readonly place: string
	readonly host: string
	/** The answer of a request that was taken or is to be gone on with, not read yet. */
	once(request: Request): Promise<IncomingMessage>
	/** The same, again when it may pass: only what may be asked twice. */
	ask(request: Request): Promise<IncomingMessage>
	/** The same, read whole. */
	text(request: Request): Promise<string>
	close(): void
}

export function bucketAt({ bucket, endpoint, token, ca }: GcsOptions): Bucket {
	const base = new URL(endpoint ?? 'https://storage.googleapis.com')
	const http = httpFor({ ca })

	async function once(request: Request): Promise<IncomingMessage> {
		const { method, at, query = {}, headers = {}, body, signal, isOfObject = false } = request
		const url = new URL(at, base)
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
		const all = { ...headers, authorization: `Bearer ${await token()}` }
		const answer = await http.ask({ method, url, headers: all, ...(body && { body }), signal })
		const { statusCode: status = 0 } = answer
		if ((status >= 200 && status < 300) || status === 308) return answer
		const { code, message } = refusalIn(status, await textIn(answer, url.host), { bucket, isOfObject })
		throw new StoreError(code, message)
	}

	return {
		place: `gs://${bucket}`,
		host: base.host,
		once,
		ask: async (request) => await again(async () => await once(request), request.signal),
		text: async (request) =>
			await again(async () => await textIn(await once(request), base.host), request.signal),
		close: () => http.close(),
	}
}
