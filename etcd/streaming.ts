// A gRPC call with many messages back, and as many there as one likes. Whoever reads slowly slows the member down, and one that says
// nothing is asked now and then whether it is still there.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { DescMessage, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { constants, type ClientHttp2Stream } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { EtcdError } from './errors.ts'
import { framed, Unframer } from './framing.ts'
import { outcomeAtFirst, outcomeIn, type Outcome } from './outcome.ts'
import type { Session } from './session.ts'
import { requestHeaders, type Metadata } from './unary.ts'

export interface StreamOptions {
	/** All of it must have come by then; etcd is told, too. Without one it may last for ever, as a watch does. */
	readonly deadlineMs?: number
	/** Whoever reads or sends when it is aborted is thrown its reason. */
	readonly signal?: AbortSignal
	readonly metadata?: Metadata
}

/** What etcd permits: it takes more than one ping in five seconds for an attack. */
const silenceMs = 20_000
const pongMs = 10_000
/** Without a length all that waits would be joined, and there twice: a whole window when who reads is slower. */
const readBytes = 64 * 1024

export const asError = (reason: unknown): Error =>
	reason instanceof Error ? reason : new Error('given up', { cause: reason })

export class Streaming<I extends DescMessage, O extends DescMessage> implements AsyncDisposable {
	readonly #input: I
	readonly #output: O
	readonly #session: Session
	/** What to say of a reason that this side has found. */
	readonly #why: (reason: unknown) => EtcdError
	readonly #stream: ClientHttp2Stream
	readonly #signal: AbortSignal | undefined
	readonly #unframer = new Unframer()
	readonly #sleepers = new Set<() => void>()
	readonly #forget: (() => void)[] = []
	#outcome: Outcome | undefined
	/** Why it went wrong on this side; what the member said comes first. */
	#failure: unknown
	#isCancelled = false
	/** All that the member had to say was read. */
	#isAllThere = false
	#heardAt = performance.now()

	constructor(
		session: Session,
		path: string,
		{ input, output }: { readonly input: I; readonly output: O },
		{ deadlineMs, signal, metadata = {} }: StreamOptions,
		why: (reason: unknown) => EtcdError,
	) {
		this.#why = why
		this.#input = input
		this.#output = output
		this.#session = session
		this.#signal = signal
		const stream = session.http2.request(requestHeaders(path, metadata, deadlineMs))
		this.#stream = stream
		const wake = (): void => {
			this.#heardAt = performance.now()
			for (const sleeper of this.#sleepers) sleeper()
		}
		stream.once('response', (headers) => (this.#outcome = outcomeAtFirst(headers)))
		stream.once('trailers', (headers) => (this.#outcome = outcomeIn(headers) ?? this.#outcome))
		stream.on('error', (cause) => (this.#failure ??= cause))
		for (const event of ['readable', 'drain', 'end', 'close']) stream.on(event, wake)
		stream.once('close', () => this.#forgetAll())
		if (deadlineMs !== undefined) {
			const late = new EtcdError('timedOut', `not all of the answer came within ${deadlineMs} ms`)
			const timer = setTimeout(() => this.#fail(late), deadlineMs)
			this.#forget.push(() => clearTimeout(timer))
		}
		if (signal !== undefined) {
			const abort = (): void => this.#fail(signal.reason)
			signal.addEventListener('abort', abort, { once: true })
			this.#forget.push(() => signal.removeEventListener('abort', abort))
			if (signal.aborted) abort()
		}
		this.#listenForLife()
	}

	#listenForLife(): void {
		const { http2 } = this.#session
		let pong: NodeJS.Timeout | undefined
		const ask = setInterval(() => {
			if (pong !== undefined || performance.now() - this.#heardAt < silenceMs || http2.destroyed) return
			const dead = new EtcdError('unreachable', `the member has not answered for ${silenceMs + pongMs} ms`)
			pong = setTimeout(() => this.#fail(dead), pongMs)
			http2.ping((error) => {
				if (error) return
				clearTimeout(pong)
				pong = undefined
				this.#heardAt = performance.now()
			})
		}, silenceMs / 4)
		this.#forget.push(() => {
			clearInterval(ask)
			clearTimeout(pong)
		})
	}

	#forgetAll(): void {
		for (const forget of this.#forget.splice(0)) forget()
	}

	#fail(why: unknown): void {
		this.#failure ??= why
		this.#stream.close(constants.NGHTTP2_CANCEL)
		for (const sleeper of this.#sleepers) sleeper()
	}

	get #isOver(): boolean {
		return this.#isCancelled || this.#failure !== undefined || this.#isClosed || this.#stream.destroyed
	}

	/** Nobody has said on this side that it is enough. */
	get #isWanted(): boolean {
		return !this.#isCancelled && this.#signal?.aborted !== true
	}

	get #isClosed(): boolean {
		return this.#stream.closed || this.#stream.destroyed
	}

	/** What whoever reads or sends is thrown; nothing when it ended well. */
	get #trouble(): Error | undefined {
		if (this.#isCancelled || this.#outcome === 'ok') return undefined
		if (this.#signal?.aborted === true) return asError(this.#signal.reason)
		if (this.#outcome !== undefined) return this.#outcome
		const cut = new EtcdError('unreachable', 'the connection was cut in the middle of the answer')
		return this.#why(this.#failure ?? cut)
	}

	async #sleep(): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>()
		this.#sleepers.add(resolve)
		try {
			await promise
		} finally {
			this.#sleepers.delete(resolve)
		}
	}

	/** Done when there is room for the next one. */
	async send(input: MessageInitShape<I>): Promise<void> {
		if (this.#isOver || this.#stream.writableEnded)
			throw this.#trouble ?? new EtcdError('other', 'nothing more can be sent on a call that has ended')
		let hasRoom = this.#stream.write(framed(toBinary(this.#input, create(this.#input, input))))
		while (!hasRoom && !this.#isOver) {
			await this.#sleep()
			hasRoom = !this.#stream.writableNeedDrain
		}
		if (this.#isOver && this.#trouble !== undefined) throw this.#trouble
	}

	/** Nothing more will be sent; what comes back may still be read. */
	end(): void {
		if (!this.#stream.writableEnded && !this.#isClosed) this.#stream.end()
	}

	/** Whoever reads hears that it is over, and of no error. */
	cancel(): void {
		this.#isCancelled ||= !this.#isOver
		this.#stream.close(constants.NGHTTP2_CANCEL)
		for (const sleeper of this.#sleepers) sleeper()
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<MessageShape<O>, void, undefined> {
		for await (const piece of this.pieces()) {
			this.#unframer.push(piece)
			while (this.#isWanted) {
				const message = this.#unframer.next()
				if (message === undefined) break
				yield this.#read(message)
			}
		}
		if (this.#isAllThere && this.#unframer.size > 0)
			throw new EtcdError('other', `the answer ends in the middle of a message`)
	}

	#next(): Buffer | null {
		const { readableLength } = this.#stream
		return this.#stream.read(
			readableLength === 0 ? undefined : Math.min(readableLength, readBytes),
		) as Buffer | null
	}

	/**
	 * What comes, cut anywhere and with its frames, for who needs no message whole. Read once, this way or as messages. What has come may
	 * wait so long for more, which makes few pieces of many.
	 */
	async *pieces(patienceMs = 0): AsyncGenerator<Buffer, void, undefined> {
		try {
			while (this.#isWanted) {
				const piece = this.#next()
				if (piece !== null) yield piece
				else if (this.#isOver || (this.#stream.readableEnded && this.#outcome !== undefined)) break
				else {
					await this.#sleep()
					if (patienceMs > 0) await sleep(patienceMs)
				}
			}
			const trouble = this.#trouble
			if (trouble !== undefined) {
				// Whoever hears of it and begins again must not begin on what broke.
				this.#forgetAll()
				throw trouble
			}
			this.#isAllThere = !this.#isCancelled
		} finally {
			this.cancel()
		}
	}

	#read(message: Buffer): MessageShape<O> {
		try {
			return fromBinary(this.#output, message)
		} catch (reason) {
			throw new EtcdError('other', 'the answer cannot be read', reason)
		}
	}

	/** Runs once it is over, with what went wrong with it, if anything. */
	whenOver(then: (trouble: Error | undefined) => void): void {
		this.#forget.push(() => then(this.#trouble))
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.cancel()
		await Promise.resolve()
	}
}
