// Requests to the API server over kept connections. Each has a deadline, and none is sent twice.
import { Agent, request, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { Credentials, Where } from './config.ts'
import { KubeError } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface KubeAnswer {
	readonly status: number
	readonly body: unknown
}

/** Headers by name, never as a list. */
type Sent = Omit<RequestOptions, 'headers'> & { readonly headers: Readonly<Record<string, string | number>> }

export interface KubeApi {
	/**
	 * Whatever the API server answers; throws a KubeError of status 0 when it does not. `may` throws when it must not be sent any more,
	 * and is asked when all else is ready.
	 */
	ask(method: Method, path: string, body?: unknown, type?: string, may?: () => void): Promise<KubeAnswer>
	/** The open answer of a request that ends when the signal says so. */
	open(path: string, accept: string, signal: AbortSignal): Promise<IncomingMessage>
}

const readMs = 10_000
/** Whoever is asked on the way to a write may take up to half a minute. */
const writeMs = 35_000
/** Mounted tokens are renewed long before they end. */
const credentialsMs = 30_000

/** An answer that is no JSON comes from something in between. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return text
	}
}

export function kubeApi({ host, port, credentials }: Where): KubeApi {
	// Enough for every worker: what waits behind a slow webhook must not hold up the reads of other clusters.
	const calls = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64 })
	/** Each watch holds its connection for minutes. */
	const watches = new Agent({ keepAlive: true })
	let known: { readonly at: number; readonly value: Promise<Credentials> } | undefined

	async function current(): Promise<Credentials> {
		if (known === undefined || performance.now() - known.at > credentialsMs)
			known = { at: performance.now(), value: credentials() }
		return await known.value.catch((reason: unknown) => {
			known = undefined
			throw reason
		})
	}

	async function send(options: Sent, text?: string, may?: () => void): Promise<IncomingMessage> {
		const { token, ...tls } = await current()
		const headers =
			token === undefined ? options.headers : { ...options.headers, authorization: `Bearer ${token}` }
		const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
		// One that waits for a connection still would not hear of its deadline.
		const late = (): void => reject(new KubeError(0, 'NoAnswer', 'no answer in time'))
		options.signal?.addEventListener('abort', late)
		try {
			may?.()
			request({ host, port, ...tls, ...options, headers }, resolve)
				.on('error', (cause) => reject(new KubeError(0, 'NoAnswer', cause.message, cause)))
				.end(text)
			return await promise
		} finally {
			// A signal that is heard by anybody is kept, with all that hangs on it.
			options.signal?.removeEventListener('abort', late)
		}
	}

	return {
		async ask(method, path, body, type = 'application/json', may) {
			const text = body === undefined ? undefined : JSON.stringify(body)
			const headers = {
				accept: 'application/json',
				...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
			}
			const signal = AbortSignal.timeout(method === 'GET' ? readMs : writeMs)
			try {
				const response = await send({ method, path, headers, agent: calls, signal }, text, may)
				return { status: response.statusCode ?? 0, body: parsed(await textOf(response)) }
			} catch (reason) {
				// Where one connection went dead the idle ones beside it may be, too: the next request takes a new one.
				for (const sockets of Object.values(calls.freeSockets))
					for (const socket of sockets ?? []) socket.destroy()
				throw reason
			}
		},
		async open(path, accept, signal) {
			const response = await send({ method: 'GET', path, headers: { accept }, agent: watches, signal })
			if (response.statusCode === 200) return response
			throw refusal(response.statusCode ?? 0, parsed(await textOf(response)), path)
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
		message ?? `${path} was answered ${status}`,
	)
}
