// The client's end of a WebSocket over a stream that was upgraded to one. Both sides can be held back; silence ends it.
import { randomFillSync } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { closing, frameOf, Frames, WrongFrame, type Received, type Sent } from './frames.ts'

/** How it ended: with a code, or because something broke. */
export type Ended = { readonly code: number; readonly reason: string } | Error

export interface Hears {
	/** Whether more may come at once; when not, `resume` asks for it. */
	message(bytes: Buffer): boolean
	/** Once, and nothing is heard afterwards. Not when this side closed it. */
	over(how: Ended): void
}

export interface Patience {
	readonly pingMs: number
	readonly silenceMs: number
}

const patience: Patience = { pingMs: 20_000, silenceMs: 45_000 }
/** For the other side to close its end, once it was told. */
const farewellMs = 1000
const longest = 16 * 1024 * 1024

const masks = Buffer.alloc(4096)
let used = masks.length

function mask(): Uint8Array {
	if (used === masks.length) {
		randomFillSync(masks)
		used = 0
	}
	return masks.subarray(used, (used += 4))
}

const cut = (): Error => new Error('it was cut without a word')

export class WebSocketEnd {
	readonly #socket: Duplex
	readonly #hears: Hears
	readonly #frames = new Frames(longest)
	readonly #clock: NodeJS.Timeout
	#isPaused = false
	#isOver = false
	#lost: Error | undefined
	#heardAt = performance.now()
	#pingedAt = performance.now()
	/** Told when the stream takes more. */
	#waiting: ((error?: Error) => void) | undefined

	/** `head` is what came with the answer to the upgrade. */
	constructor(socket: Duplex, head: Buffer, hears: Hears, { pingMs, silenceMs }: Patience = patience) {
		this.#socket = socket
		this.#hears = hears
		socket.on('data', (bytes: Buffer) => {
			this.#heardAt = performance.now()
			this.#frames.push(bytes)
			this.#read()
		})
		socket.on('drain', () => this.#ready())
		socket.on('error', (error) => this.#lose(error))
		for (const event of ['end', 'close']) socket.on(event, () => this.#lose(cut()))
		this.#clock = setInterval(() => {
			const now = performance.now()
			if (now - this.#pingedAt >= pingMs) {
				this.#pingedAt = now
				this.#put('ping', [])
			}
			// While nobody wants to read nothing is heard, and that is no silence.
			if (!this.#isPaused && now - this.#heardAt > silenceMs)
				this.#over(new Error(`nothing was heard for ${silenceMs / 1000} s`))
		}, pingMs / 4).unref()
		this.#frames.push(head)
		// Whoever made it does not know it yet; and what has ended before says it to nobody any more.
		setImmediate(() => {
			if (socket.readableEnded || socket.destroyed) this.#lose(cut())
			else this.#read()
		})
	}

	/** Nothing more will come; what has come is read first. */
	#lose(why: Error): void {
		this.#lost ??= why
		this.#read()
	}

	#put(kind: Sent, parts: readonly Uint8Array[]): boolean {
		return this.#isOver || this.#socket.destroyed || this.#socket.write(frameOf(kind, parts, mask()))
	}

	#ready(error?: Error): void {
		const waiting = this.#waiting
		this.#waiting = undefined
		waiting?.(error)
	}

	/** One message of all the parts; the next one only when this is done. */
	send(parts: readonly Uint8Array[], done: (error?: Error) => void): void {
		if (this.#isOver) done(new Error('it has ended'))
		else if (this.#put('binary', parts)) done()
		else this.#waiting = done
	}

	resume(): void {
		if (!this.#isPaused || this.#isOver) return
		this.#isPaused = false
		this.#heardAt = performance.now()
		this.#read()
		if (!this.#isPaused) this.#socket.resume()
	}

	#read(): void {
		try {
			while (!this.#isPaused && !this.#isOver) {
				const received = this.#frames.next()
				if (received !== undefined) this.#take(received)
				else if (this.#lost === undefined) return
				else this.#over(this.#lost)
			}
		} catch (reason) {
			if (!(reason instanceof WrongFrame)) throw reason
			this.#over(reason, reason.closeCode)
		}
	}

	#take(received: Received): void {
		switch (received.kind) {
			case 'binary':
				if (this.#hears.message(received.bytes)) return
				this.#isPaused = true
				this.#socket.pause()
				return
			case 'ping':
				this.#put('pong', [received.bytes])
				return
			case 'pong':
				return
			case 'text':
				throw new WrongFrame('a text came where bytes were agreed on')
			case 'close':
				this.#over(received, received.code === 1005 ? 1000 : received.code)
		}
	}

	#over(how: Ended, code?: number): void {
		if (this.#isOver) return
		this.#end(code)
		this.#ready(how instanceof Error ? how : new Error('it has ended'))
		this.#hears.over(how)
	}

	/** Says good-bye where a code is given, and lets go of the stream. */
	#end(code: number | undefined): void {
		this.#isOver = true
		clearInterval(this.#clock)
		const socket = this.#socket
		if (socket.destroyed) return
		if (code === undefined) {
			socket.destroy()
			return
		}
		socket.end(closing(code, '', mask()))
		socket.resume()
		const late = setTimeout(() => socket.destroy(), farewellMs)
		socket.once('close', () => clearTimeout(late))
	}

	close(): void {
		if (!this.#isOver) this.#end(1000)
	}
}
