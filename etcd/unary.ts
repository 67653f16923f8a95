// One message there, one back, by a deadline that etcd is told, too. What comes back is the message with its frame.
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { EtcdError } from './errors.ts'
import { gigantic } from './framing.ts'
import { outcomeAtFirst, outcomeIn, type Outcome } from './outcome.ts'

export type Metadata = Readonly<Record<string, string>>

/** The headers of any gRPC request. */
export const requestHeaders = (path: string, metadata: Metadata, deadlineMs?: number) => ({
	...metadata,
	':method': 'POST',
	':path': path,
	'content-type': 'application/grpc',
	te: 'trailers',
	...(deadlineMs !== undefined && { 'grpc-timeout': `${Math.ceil(deadlineMs)}m` }),
})

export async function unary(
	session: ClientHttp2Session,
	path: string,
	body: Buffer,
	deadlineMs: number,
	metadata: Metadata,
): Promise<Buffer> {
	return await new Promise((resolve, reject) => {
		const stream = session.request(requestHeaders(path, metadata, deadlineMs))
		const late = setTimeout(() => {
			reject(new EtcdError('unreachable', `no answer within ${deadlineMs} ms`))
			stream.close(constants.NGHTTP2_CANCEL)
		}, deadlineMs)
		collect(stream, resolve, reject)
		stream.once('close', () => clearTimeout(late))
		stream.end(body)
	})
}

/** The message, or the error that headers or trailers tell. */
function collect(
	stream: ClientHttp2Stream,
	resolve: (all: Buffer) => void,
	reject: (why: Error) => void,
): void {
	const chunks: Buffer[] = []
	let size = 0
	let outcome: Outcome | undefined
	const judge = (said: Outcome | undefined): void => {
		outcome = said
		// Whoever refuses what is too large does not read the rest of it.
		if (outcome instanceof EtcdError && !stream.writableFinished) stream.close(constants.NGHTTP2_CANCEL)
	}
	stream.once('response', (headers) => judge(outcomeAtFirst(headers)))
	stream.once('trailers', (headers) => judge(outcomeIn(headers) ?? outcome))
	stream.on('data', (chunk: Buffer) => {
		chunks.push(chunk)
		if ((size += chunk.length) > gigantic)
			stream.destroy(new EtcdError('tooLarge', `more than ${gigantic} bytes in one answer`))
	})
	stream.once('error', reject)
	stream.once('close', () => {
		if (outcome === 'ok') resolve(Buffer.concat(chunks))
		else reject(outcome ?? new EtcdError('unreachable', 'the connection was cut before the answer'))
	})
}
