// Unary gRPC over one HTTP/2 connection to one member. Every call has a deadline, and nothing is ever sent twice: whether a call
// that failed took effect is for the caller to find out by looking.
import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import type { IncomingHttpHeaders, SecureClientSessionOptions } from 'node:http2'
import { EtcdError } from './errors.ts'

export interface Endpoint {
	/** Where to connect: the address of a pod, or a name. */
	readonly host: string
	readonly port: number
	/** Set for TLS; servername is the member's name, whatever address is dialled. */
	readonly tls?: Pick<SecureClientSessionOptions, 'ca' | 'cert' | 'key' | 'servername'>
}

/** Calls under way end by their own deadlines before that. */
const longestCallMs = 6000
const frameHeader = 5
const gigantic = 64 * 1024 * 1024

function framed(body: Uint8Array): Buffer {
	const frame = Buffer.allocUnsafe(frameHeader + body.length)
	frame.writeUInt8(0, 0)
	frame.writeUInt32BE(body.length, 1)
	frame.set(body, frameHeader)
	return frame
}

function unframed(bytes: Buffer): Buffer {
	if (bytes.length < frameHeader || bytes.length !== frameHeader + bytes.readUInt32BE(1) || bytes[0] !== 0)
		throw new EtcdError('other', `an answer of ${bytes.length} bytes is not one gRPC message`)
	return bytes.subarray(frameHeader)
}

interface Session {
	readonly http2: ClientHttp2Session
	/** What went wrong with the whole of it; each stream hears of it, too, in words that say less. */
	broke?: unknown
}

export class Connection {
	readonly #endpoint: Endpoint
	#session: Session | undefined

	constructor(endpoint: Endpoint) {
		this.#endpoint = endpoint
	}

	#open(): Session {
		if (this.#session && !this.#session.http2.closed && !this.#session.http2.destroyed) return this.#session
		const { host, port, tls } = this.#endpoint
		const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
		const session: Session = { http2: connect(`${tls ? 'https' : 'http'}://${authority}`, { ...tls }) }
		session.http2.on('error', (cause) => (session.broke = cause))
		session.http2.unref()
		return (this.#session = session)
	}

	async call<I extends DescMessage, O extends DescMessage>(
		method: DescMethodUnary<I, O>,
		input: MessageInitShape<I>,
		deadlineMs: number,
	): Promise<MessageShape<O>> {
		const body = framed(toBinary(method.input, create(method.input, input)))
		const session = this.#open()
		let answer: Buffer
		try {
			answer = await this.#send(session.http2, pathOf(method), body, deadlineMs)
		} catch (reason) {
			const error = EtcdError.from(session.broke ?? reason)
			// What stopped answering may be half open: the next call starts over, and those under way go on to their own deadlines.
			if (error.code === 'unreachable' || error.code === 'refused') this.#leave(session)
			throw error
		}
		try {
			return fromBinary(method.output, unframed(answer))
		} catch (reason) {
			throw reason instanceof EtcdError ? reason : new EtcdError('other', 'the answer cannot be read', reason)
		}
	}

	#leave(session: Session): void {
		if (this.#session === session) this.#session = undefined
		// A process that hangs never closes its end, so that a friendly end would keep the socket for ever.
		setTimeout(() => session.http2.destroy(), longestCallMs).unref()
	}

	async #send(session: ClientHttp2Session, path: string, body: Buffer, deadlineMs: number): Promise<Buffer> {
		return await new Promise((resolve, reject) => {
			const stream = session.request({
				':method': 'POST',
				':path': path,
				'content-type': 'application/grpc',
				te: 'trailers',
				'grpc-timeout': `${deadlineMs}m`,
			})
			const late = setTimeout(() => {
				reject(new EtcdError('unreachable', `no answer within ${deadlineMs} ms`))
				stream.close(constants.NGHTTP2_CANCEL)
			}, deadlineMs)
			collect(stream, resolve, reject)
			stream.once('close', () => clearTimeout(late))
			stream.end(body)
		})
	}

	close(): void {
		this.#session?.http2.destroy()
		this.#session = undefined
	}
}

const pathOf = ({ parent, name }: DescMethodUnary): string => `/${parent.typeName}/${name}`

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

/** The message, or the error that headers or trailers tell. */
function collect(
	stream: ClientHttp2Stream,
	resolve: (all: Buffer) => void,
	reject: (why: Error) => void,
): void {
	const chunks: Buffer[] = []
	let size = 0
	let outcome: EtcdError | 'ok' | undefined
	const judge = (headers: IncomingHttpHeaders): void => {
		const status = headers['grpc-status']
		if (status === undefined) return
		const text = decoded(headers['grpc-message']?.toString() ?? '')
		outcome = Number(status) === 0 ? 'ok' : EtcdError.fromGrpc(Number(status), text)
	}
	stream.once('response', (headers) => {
		if (headers[':status'] !== 200)
			outcome = new EtcdError(
				'other',
				`HTTP ${headers[':status']} instead of gRPC: is this an etcd client port?`,
			)
		judge(headers)
	})
	stream.once('trailers', judge)
	stream.on('data', (chunk: Buffer) => {
		chunks.push(chunk)
		if ((size += chunk.length) > gigantic) stream.destroy(new EtcdError('other', 'the answer does not end'))
	})
	stream.once('error', reject)
	stream.once('close', () => {
		if (outcome === 'ok') resolve(Buffer.concat(chunks))
		else reject(outcome ?? new EtcdError('unreachable', 'the connection was cut before the answer'))
	})
}
