// One bucket, and single requests to it: signed, asked again where that is safe, refused in one sentence.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { again } from '../again.ts'
import { encoded, encodedPath } from '../encode.ts'
import { httpFor, textIn } from '../http.ts'
import { StoreError } from '../store.ts'
import { domainOf } from './region.ts'
import { refusalIn, type Refusal } from './refusal.ts'
import { sha256, signed, unsignedPayload, type Keys } from './sign.ts'

export interface S3Options {
	readonly bucket: string
	readonly region: string
	/** Of a service other than AWS, with http or https. */
	readonly endpoint?: string | undefined
	/** The bucket is in the path and not in the host's name. */
	readonly forcePathStyle?: boolean | undefined
	/** Asked before each request: some end within the hour. */
	readonly keys: () => Promise<Keys>
	readonly ca?: string | undefined
	/** Of the parts of an upload; S3 takes none under five mebibytes, and ten thousand of them. */
	readonly partBytes?: number | undefined
	/** The clock by which requests are signed. */
	readonly now?: () => number
}

interface Request {
	readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
	/** Of the object; the bucket itself without one. */
	readonly key?: string
	readonly query?: Readonly<Record<string, string>>
	readonly headers?: Readonly<Record<string, string>>
	readonly body?: Uint8Array
	readonly signal?: AbortSignal | undefined
}

export interface Bucket {
	/** For people. */
	readonly place: string
	readonly host: string
	/** The answer of a request that was taken, not read yet. All that S3 knows may be asked twice. */
	ask(request: Request): Promise<IncomingMessage>
	/** The same, read whole. */
	text(request: Request): Promise<string>
	close(): void
}

const unsignedBytes = 1024 * 1024

const isRefusal = (answer: IncomingMessage | Refusal): answer is Refusal => 'code' in answer

function baseOf({ bucket, region, endpoint, forcePathStyle }: S3Options): URL {
	const base = new URL(endpoint ?? `https://s3.${region}.${domainOf(region)}`)
	// The certificate of AWS has one star, which no name with a dot fits.
	const isAddress = isIP(base.hostname.replace(/^\[|\]$/g, '')) !== 0
	const isInPath = isAddress || (forcePathStyle ?? (endpoint !== undefined || bucket.includes('.')))
	if (isInPath) base.pathname = `${base.pathname.replace(/\/$/, '')}/${encoded(bucket)}/`
	else base.host = `${bucket}.${base.host}`
	return base
}

/** TLS sees to it that nothing changes on its way, and what was stored is read back: no third sum is made of a large body, nor asked for. */
const sumOf = ({ protocol }: URL, body: Uint8Array | undefined): string =>
	protocol === 'https:' && body !== undefined && body.length >= unsignedBytes
		? unsignedPayload
		: sha256(body ?? '')

function urlOf(base: URL, { key = '', query = {} }: Request): URL {
	if (key.split('/').some((part) => part === '.' || part === '..'))
		throw new StoreError('other', `"${key}" is no name of an object: . and .. are no parts of one`)
	const path = `${base.pathname}${encodedPath(key)}`
	const url = new URL(base.pathname.endsWith('/') && key === '' ? base.pathname : path, base)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	// A space is %20 in what is signed, and must be in what is sent.
	url.search = url.search.replaceAll('+', '%20')
	return url
}

export function bucketAt(options: S3Options): Bucket {
	const { bucket, keys, ca, now = Date.now } = options
	const http = httpFor({ ca })
	let { region } = options
	let base = baseOf(options)
	let hasFollowed = false

	async function sent(request: Request): Promise<IncomingMessage | Refusal> {
		const { method, headers = {}, body, signal } = request
		const url = urlOf(base, request)
		const unsigned = { method, url, headers, bodySha256: sumOf(url, body) }
		const all = signed(unsigned, await keys(), { region, service: 's3' }, now())
		const answer = await http.ask({ method, url, headers: all, ...(body && { body }), signal })
		const { statusCode: status = 0 } = answer
		if (status >= 200 && status < 300) return answer
		const said = await textIn(answer, url.host)
		const there = answer.headers['x-amz-bucket-region']
		return refusalIn(status, said, { bucket, region: typeof there === 'string' ? there : undefined })
	}

	/** What is asked for with HEAD is refused without a word; a list is refused for the same reason. */
	async function reasonOf(refusal: Refusal, { method, signal }: Request): Promise<Refusal> {
		if (method !== 'HEAD' || refusal.code === 'unreachable') return refusal
		const asked = await sent({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' }, signal })
		if (isRefusal(asked)) return asked.code === 'denied' ? refusal : asked
		asked.resume()
		return refusal
	}

	async function once(request: Request): Promise<IncomingMessage> {
		const answer = await sent(request)
		if (!isRefusal(answer)) return answer
		const { code, message, there } = await reasonOf(answer, request)
		if (code !== 'elsewhere' || there === undefined || hasFollowed) throw new StoreError(code, message)
		// The store knows better than who wrote the region.
		hasFollowed = true
		region = there
		base = baseOf({ ...options, region })
		return await once(request)
	}

	const ask = async (request: Request): Promise<IncomingMessage> =>
		await again(async () => await once(request), request.signal)

	return {
		place: `s3://${bucket}`,
		get host() {
			return base.host
		},
		ask,
		text: async (request) =>
			await again(async () => await textIn(await once(request), base.host), request.signal),
		close: () => http.close(),
	}
}
