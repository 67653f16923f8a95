// One container of Azure Blob, and single requests to it: signed, asked again where that is safe, refused in one sentence.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { again } from '../again.ts'
import { encodedPath } from '../encode.ts'
import { httpFor, textIn } from '../http.ts'
import { StoreError } from '../store.ts'
import { refusalIn } from './refusal.ts'
import type { Unsigned } from './sign.ts'

export interface AzureOptions {
	/** Of the account; with its name as the path where the host does not say it. */
	readonly endpoint: string
	readonly container: string
	/** What to say of who asks, before each request. */
	readonly authorization: (unsigned: Unsigned) => Promise<string>
	readonly ca?: string | undefined
	/** Of the parts of an upload; there may be fifty thousand. */
	readonly partBytes?: number | undefined
	/** The clock by which requests are signed. */
	readonly now?: () => number
}

interface Request {
	readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
	/** Of the blob; the container itself without one. */
	readonly name?: string
	readonly query?: Readonly<Record<string, string>>
	readonly headers?: Readonly<Record<string, string>>
	readonly body?: Uint8Array
	readonly signal?: AbortSignal | undefined
}

export interface Container {
	/** For people. */
	readonly place: string
	readonly host: string
	/** The answer of a request that was taken, not read yet. All that is asked may be asked twice. */
	ask(request: Request): Promise<IncomingMessage>
	/** The same, read whole. */
	text(request: Request): Promise<string>
	close(): void
}

const version = '2021-12-02'

export function containerAt(options: AzureOptions): Container {
	const { endpoint, container, authorization, ca, now = Date.now } = options
	const base = new URL(endpoint)
	const http = httpFor({ ca })

	function urlOf({ name, query = {} }: Request): URL {
		const parts = [base.pathname.replace(/\/$/, ''), encodedPath(container)]
		const url = new URL([...parts, ...(name === undefined ? [] : [encodedPath(name)])].join('/'), base)
		if (name?.split('/').some((part) => part === '.' || part === '..') === true)
			throw new StoreError('other', `"${name}" is no name of a blob: . and .. are no parts of one`)
		for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
		return url
	}

	async function once(request: Request): Promise<IncomingMessage> {
		const { method, headers = {}, body, signal } = request
		const url = urlOf(request)
		const all = {
			...headers,
			// The store takes nothing that was changed on its way.
			...(body && {
				'content-length': String(body.length),
				'content-md5': createHash('md5').update(body).digest('base64'),
				'content-type': 'application/octet-stream',
			}),
			'x-ms-date': new Date(now()).toUTCString(),
			'x-ms-version': version,
		}
		const signed = { ...all, authorization: await authorization({ method, url, headers: all }) }
		const answer = await http.ask({ method, url, headers: signed, ...(body && { body }), signal })
		const { statusCode: status = 0 } = answer
		if (status >= 200 && status < 300) return answer
		const said = await textIn(answer, url.host)
		const name = answer.headers['x-ms-error-code']
		const known = typeof name === 'string' ? name : undefined
		const { code, message } = refusalIn(status, said, { container, name: known })
		throw new StoreError(code, message)
	}

	const ask = async (request: Request): Promise<IncomingMessage> =>
		await again(async () => await once(request), request.signal)

	return {
		place: `${base.origin}${base.pathname.replace(/\/$/, '')}/${container}`,
		host: base.host,
		ask,
		text: async (request) =>
			await again(async () => await textIn(await once(request), base.host), request.signal),
		close: () => http.close(),
	}
}
