// One question to a member's HTTP listener, over a stream that somebody else dials: of the plain one, or of that of clients, with TLS.
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { EtcdError } from './errors.ts'
import { securedBy } from './handshake.ts'
import { metricsIn, type Metrics } from './metrics.ts'
import type { Endpoint } from './session.ts'

export interface HttpAnswer {
	readonly status: number
	readonly text: string
}

type Dialled = Endpoint & Required<Pick<Endpoint, 'dial'>>

/** More than any member tells. */
const longest = 16 * 1024 * 1024

/** Metrics are a tenth of their size then. */
const textOf = (bytes: Buffer, { 'content-encoding': encoding }: IncomingHttpHeaders): string =>
	(encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: longest }) : bytes).toString()

async function answerOver(stream: Duplex, { host, port }: Endpoint, path: string): Promise<HttpAnswer> {
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
	const chunks: Buffer[] = []
	let size = 0
	// Whose end closes the connection after it, so that nothing is kept.
	const headers = { 'accept-encoding': 'gzip' }
	const asking = request({ createConnection: () => stream, host, port, path, headers }, (response) => {
		response.on('data', (chunk: Buffer) => {
			chunks.push(chunk)
			if ((size += chunk.length) > longest)
				response.destroy(new EtcdError('other', 'the answer does not end'))
		})
		response.once('error', reject)
		response.once('end', () => resolve(response))
	})
	asking.once('error', reject).end()
	stream.once('error', reject)
	stream.once('close', () => reject(new EtcdError('unreachable', 'the connection was cut before the answer')))
	const { statusCode: status = 0, headers: said } = await promise
	return { status, text: textOf(Buffer.concat(chunks), said) }
}

/** Whatever it answers; an EtcdError when it does not, within the time. */
export async function askHttp(endpoint: Dialled, path: string, deadlineMs: number): Promise<HttpAnswer> {
	const { host, tls, dial } = endpoint
	let opened: Duplex | undefined
	let isLate = false
	const answer = async (): Promise<HttpAnswer> => {
		const raw = await dial()
		opened = raw
		if (isLate) raw.destroy()
		return await answerOver(tls ? await securedBy(raw, host, tls, dial, 'http/1.1') : raw, endpoint, path)
	}
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(
		() => late.reject(new EtcdError('unreachable', `no answer within ${deadlineMs} ms`)),
		deadlineMs,
	)
	try {
		return await Promise.race([answer(), late.promise])
	} catch (reason) {
		throw EtcdError.from(reason)
	} finally {
		clearTimeout(timer)
		isLate = true
		opened?.destroy()
	}
}

export async function askMetrics(endpoint: Dialled, deadlineMs: number): Promise<Metrics> {
	const { status, text } = await askHttp(endpoint, '/metrics', deadlineMs)
	const told = status === 200 ? metricsIn(text) : undefined
	if (told !== undefined) return told
	throw new EtcdError(
		'other',
		`port ${endpoint.port} answers /metrics with ${status} and none of etcd's metrics: is it the port of a member?`,
	)
}
