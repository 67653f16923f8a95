// gRPC over one HTTP/2 connection to one member. Every unary call has a deadline, and nothing is ever sent twice: whether a call
// that failed took effect is for the caller to find out by looking.
import type {
	DescMessage,
	DescMethodBiDiStreaming,
	DescMethodServerStreaming,
	DescMethodUnary,
	MessageInitShape,
	MessageShape,
} from '@bufbuild/protobuf'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { Duplex } from 'node:stream'
import { EtcdError, isLost } from './errors.ts'
import { framed, unframed } from './framing.ts'
import { dialSession, isUsable, openSession, whyOf, type Endpoint, type Session } from './session.ts'
import { asError, Streaming, type StreamOptions } from './streaming.ts'
import { unary, type Metadata } from './unary.ts'

export type { Endpoint } from './session.ts'

const pathOf = ({ parent, name }: Pick<DescMethodUnary, 'parent' | 'name'>): string =>
	`/${parent.typeName}/${name}`

/** For what has no deadline itself. */
const dialMs = 20_000

export class Connection {
	readonly #endpoint: Endpoint
	#session: Session | undefined
	#dialling: Promise<Session> | undefined
	#closings = 0

	constructor(endpoint: Endpoint) {
		this.#endpoint = endpoint
	}

	async #open(deadlineMs: number, signal?: AbortSignal): Promise<Session> {
		if (this.#session && isUsable(this.#session)) return this.#session
		const { dial } = this.#endpoint
		if (dial === undefined) return (this.#session = openSession(this.#endpoint))
		// All who ask meanwhile share it, and whoever comes after one that was too late for the others has it.
		this.#dialling ??= this.#dial(dial).finally(() => (this.#dialling = undefined))
		const late = Promise.withResolvers<never>()
		const timer = setTimeout(
			() => late.reject(new EtcdError('unreachable', `no connection within ${deadlineMs} ms`)),
			deadlineMs,
		)
		const abort = (): void => late.reject(asError(signal?.reason))
		signal?.addEventListener('abort', abort)
		try {
			return await Promise.race([this.#dialling, late.promise])
		} catch (reason) {
			throw signal?.aborted === true ? reason : EtcdError.from(reason)
		} finally {
			clearTimeout(timer)
			signal?.removeEventListener('abort', abort)
		}
	}

	async #dial(dial: () => Promise<Duplex>): Promise<Session> {
		const closings = this.#closings
		const session = await dialSession(this.#endpoint, dial)
		if (closings === this.#closings) return (this.#session = session)
		session.http2.destroy()
		throw new EtcdError('unreachable', 'the connection was closed before it was open')
	}

	async call<I extends DescMessage, O extends DescMessage>(
		method: DescMethodUnary<I, O>,
		input: MessageInitShape<I>,
		deadlineMs: number,
		metadata: Metadata = {},
	): Promise<MessageShape<O>> {
		const body = framed(toBinary(method.input, create(method.input, input)))
		const began = performance.now()
		const session = await this.#open(deadlineMs)
		const leftMs = this.#endpoint.dial ? Math.max(1, deadlineMs - (performance.now() - began)) : deadlineMs
		session.busyUntil = Math.max(session.busyUntil, performance.now() + deadlineMs)
		let answer: Buffer
		try {
			answer = await unary(session.http2, pathOf(method), body, Math.ceil(leftMs), metadata)
		} catch (reason) {
			const error = whyOf(session, this.#endpoint, reason)
			// What stopped answering may be half open: the next call starts over, and those under way go on to their own deadlines.
			if (isLost(error)) this.#leave(session)
			throw error
		}
		try {
			return fromBinary(method.output, unframed(answer))
		} catch (reason) {
			throw reason instanceof EtcdError ? reason : new EtcdError('other', 'the answer cannot be read', reason)
		}
	}

	/** Send what is asked, then `end()` unless more will be asked, and read. It is over when the reading ends, or by `cancel()`. */
	async stream<I extends DescMessage, O extends DescMessage>(
		method: DescMethodServerStreaming<I, O> | DescMethodBiDiStreaming<I, O>,
		options: StreamOptions = {},
	): Promise<Streaming<I, O>> {
		options.signal?.throwIfAborted()
		const session = await this.#open(options.deadlineMs ?? dialMs, options.signal)
		const streaming = new Streaming(session, pathOf(method), method, options, (reason) =>
			whyOf(session, this.#endpoint, reason),
		)
		session.streams++
		streaming.whenOver((trouble) => {
			session.streams--
			if (isLost(trouble)) this.#leave(session)
			if (session.isLeft && session.streams === 0) session.http2.destroy()
		})
		return streaming
	}

	#leave(session: Session): void {
		if (this.#session === session) this.#session = undefined
		// A process that hangs never closes its end, so that a friendly end would keep the socket for ever.
		const end = (): void => {
			session.isLeft = true
			if (session.streams === 0) session.http2.destroy()
		}
		setTimeout(end, Math.max(0, session.busyUntil - performance.now()) + 1000).unref()
	}

	close(): void {
		this.#closings++
		this.#session?.http2.destroy()
		this.#session = undefined
	}
}
