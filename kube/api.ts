// Requests to the API server over kept connections. Each has a deadline, and none is sent twice, but for one that was not let in, and an
// upgrade, by which nothing is begun yet.
import type { Duplex } from 'node:stream'
import type { Agent, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { KubeError } from './errors.ts'
import { routeTo } from './route.ts'
import { warningsIn } from './warnings.ts'
import type { Credentials, Where } from './where.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface KubeAnswer {
	readonly status: number
	readonly body: unknown
	/** What is to be said to the person who asked; a witness has heard it already. */
	readonly warnings: readonly string[]
}

interface Asking {
	/** In which form the answer is wanted. */
	readonly accept?: string
	/** Instead of the usual deadline; 0 for none. */
	readonly timeoutMs?: number
}

/** What speaks another protocol from now on. */
interface Upgraded {
	readonly socket: Duplex
	/** What came of it with the answer already. */
	readonly head: Buffer
	readonly headers: IncomingHttpHeaders
}

export interface KubeApi {
	/**
	 * Whatever the API server answers; throws a KubeError of status 0 when it does not. `may` throws when it must not be sent any more,
	 * and is asked when all else is ready.
	 */
	ask(
		method: Method,
		path: string,
		body?: unknown,
		type?: string,
		may?: () => void,
		asking?: Asking,
	): Promise<KubeAnswer>
	/** The open answer of a request that ends when the signal says so. */
	open(path: string, accept: string, signal: AbortSignal): Promise<IncomingMessage>
	/** The bare connection after the server agreed to speak what the headers name. The signal gives up the asking, and not what came of it. */
	upgrade(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Upgraded>
}

/** Who looks on; secrets are never shown. */
export interface Witness {
	warned?(text: string): void
	/** Status 0 when there was no answer. */
	asked?(what: {
		readonly method: string
		readonly url: string
		readonly status: number
		readonly ms: number
	}): void
}

const readMs = 10_000
/** Whoever is asked on the way to a write may take up to half a minute. */
const writeMs = 35_000
/** Mounted tokens are renewed long before they end. */
const credentialsMs = 30_000

interface Sent {
	readonly method: Method
	readonly path: string
	readonly headers: Readonly<Record<string, string | number>>
	readonly agent: Agent
	/** Made when the request starts, since a person may have to log in before. */
	readonly signal: () => AbortSignal | undefined
	readonly text?: string | undefined
	readonly may?: (() => void) | undefined
	/** Told instead when the server agrees to change the protocol. */
	readonly upgraded?: (upgraded: Upgraded) => void
}

/** An answer that is no JSON comes from something in between. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return text
	}
}

function authorization({ token, basic }: Credentials): Readonly<Record<string, string>> {
	if (token !== undefined) return { authorization: `Bearer ${token}` }
	if (basic === undefined) return {}
	const { username, password } = basic
	return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** A header that comes several times is a list under its name. */
function repeatable(headers: Where['headers'] = []): Record<string, string | string[]> {
	const all: Record<string, string[]> = {}
	for (const [name, value] of headers) (all[name] ??= []).push(value)
	return all
}

function unanswered(cause: Error & { readonly code?: string }): KubeError {
	// Where a name has several addresses only the code is left; and how Node is started is nothing to most.
	const message = cause.message.replace(/; if the root CA is installed locally.*/s, '')
	return new KubeError(0, 'NoAnswer', message || (cause.code ?? 'no answer'), cause)
}

/** By the other side, which may have been long ago. */
const wasClosed = (reason: unknown): boolean =>
	reason instanceof KubeError &&
	['ECONNRESET', 'EPIPE'].includes((reason.cause as NodeJS.ErrnoException | undefined)?.code ?? '')

/** `stop` gives up whatever is only read; what was sent to change something is waited for. */
export function kubeApi(where: Where, witness: Witness = {}, stop?: AbortSignal): KubeApi {
	const { credentials, renew } = where
	const route = routeTo(where)
	// Enough for every worker: what waits behind a slow webhook must not hold up the reads of other clusters.
	const calls = route.agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64 })
	/** Each watch holds its connection for minutes. */
	const watches = route.agent({ keepAlive: true })
	/** When a kept connection turned out to be closed. */
	const anew = route.agent({ keepAlive: false })
	const always = repeatable(where.headers)
	let known: { readonly at: number; readonly value: Promise<Credentials> } | undefined

	async function current(): Promise<Credentials> {
		if (known === undefined || performance.now() - known.at > credentialsMs)
			known = { at: performance.now(), value: credentials() }
		const value = await known.value.catch((reason: unknown) => {
			known = undefined
			throw reason
		})
		if (value.until === undefined || Date.now() < value.until) return value
		known = undefined
		return await credentials()
	}

	async function once(
		{ method, path, agent, text, may, upgraded, ...sent }: Sent,
		who: Credentials,
	): Promise<IncomingMessage> {
		const { ca, cert, key } = who
		const { headers: own, ...at } = route.options(path)
		const headers = { ...sent.headers, ...own, ...always, ...authorization(who) }
		const signal = sent.signal()
		const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
		// One that waits for a connection still would not hear of its deadline.
		const late = (): void => reject(new KubeError(0, 'NoAnswer', 'no answer in time'))
		signal?.addEventListener('abort', late)
		const began = performance.now()
		let status = 0
		try {
			may?.()
			const tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
			route
				.request({ ...at, ...tls, method, agent, headers, ...(signal && { signal }) }, resolve)
				.on('error', (cause) => reject(unanswered(cause)))
				.on('upgrade', (response, socket, head) => {
					upgraded?.({ socket, head, headers: response.headers })
					resolve(response)
				})
				.end(text)
			const response = await promise
			status = response.statusCode ?? 0
			if (witness.warned) for (const warning of warningsIn(response.rawHeaders)) witness.warned(warning)
			return response
		} finally {
			// A signal that is heard by anybody is kept, with all that hangs on it.
			signal?.removeEventListener('abort', late)
			witness.asked?.({ method, url: route.url(path), status, ms: performance.now() - began })
		}
	}

	/** What was not let in was not done, so it may come again with new credentials. */
	async function send(sent: Sent): Promise<IncomingMessage> {
		const who = await current()
		const response = await once(sent, who)
		if (response.statusCode !== 401 || renew === undefined) return response
		response.resume()
		await renew(who)
		known = undefined
		return await once(sent, await current())
	}

	return {
		async ask(method, path, body, type = 'application/json', may, { accept, timeoutMs } = {}) {
			const text = body === undefined ? undefined : JSON.stringify(body)
			const headers = {
				accept: accept ?? 'application/json',
				...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
			}
			const ms = timeoutMs ?? where.timeoutMs ?? (method === 'GET' ? readMs : writeMs)
			const signal = () => {
				const ends = [
					...(ms === 0 ? [] : [AbortSignal.timeout(ms)]),
					...(stop !== undefined && method === 'GET' ? [stop] : []),
				]
				return ends.length > 1 ? AbortSignal.any(ends) : ends[0]
			}
			try {
				const response = await send({ method, path, headers, agent: calls, signal, text, may })
				const warnings = warningsIn(response.rawHeaders)
				return { status: response.statusCode ?? 0, body: parsed(await textOf(response)), warnings }
			} catch (reason) {
				// Where one connection went dead the idle ones beside it may be, too: the next request takes a new one.
				for (const sockets of Object.values(calls.freeSockets))
					for (const socket of sockets ?? []) socket.destroy()
				throw reason
			}
		},
		async open(path, accept, signal) {
			const sent = { method: 'GET', path, headers: { accept }, agent: watches } as const
			const response = await send({ ...sent, signal: () => signal })
			// 204 where there is nothing to be told yet, as of a pod that has no node.
			if (response.statusCode === 200 || response.statusCode === 204) return response
			throw refusal(response.statusCode ?? 0, parsed(await textOf(response)), path)
		},
		async upgrade(path, headers, signal) {
			let opened: Upgraded | undefined
			const asked = {
				method: 'GET',
				path,
				headers: { ...headers, connection: 'Upgrade' },
				signal: () => signal,
				upgraded: (upgraded: Upgraded) => (opened = upgraded),
			} as const
			const response = await send({ ...asked, agent: calls }).catch(async (reason: unknown) => {
				if (signal.aborted || !wasClosed(reason)) throw reason
				return await send({ ...asked, agent: anew })
			})
			if (opened === undefined) throw refusal(response.statusCode ?? 0, parsed(await textOf(response)), path)
			return opened
		},
	}
}

export async function textOf(response: IncomingMessage): Promise<string> {
	let all = ''
	try {
		for await (const chunk of response.setEncoding('utf8')) all += String(chunk)
	} catch (cause) {
		throw new KubeError(0, 'NoAnswer', 'the answer was cut', cause)
	}
	return all
}

/** A kubelet gives its reasons as a line of text; what stands in between gives a page. */
const plainIn = (body: unknown): string =>
	typeof body === 'string' && /^[^<{\n]{1,500}\n?$/.test(body) ? `: ${body.trim()}` : ''

export function refusal(status: number, body: unknown, path: string): KubeError {
	const {
		reason = 'Unknown',
		message,
		details,
	} = (typeof body === 'object' && body ? body : {}) as {
		readonly reason?: string
		readonly message?: string
		readonly details?: { readonly causes?: readonly { readonly reason?: string }[] }
	}
	const isEnding = details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') === true
	return new KubeError(
		status,
		isEnding ? 'NamespaceTerminating' : reason,
		message ?? `${path} was answered ${status}${plainIn(body)}`,
	)
}
