// Streams to a port of this machine that are no sockets, as a forwarded one is none.
import { connect } from 'node:net'
import { Duplex } from 'node:stream'

/** No socket that anybody could take a short cut through. */
class Piped extends Duplex {
	readonly #socket
	/** Nothing passes any more, and nobody says so, as where a node was cut off. */
	isFrozen = false
	constructor(port: number, host: string) {
		super()
		this.#socket = connect(port, host)
		this.#socket.on('data', (bytes) => void (this.isFrozen || this.push(bytes) || this.#socket.pause()))
		this.#socket.on('end', () => this.push(null)).on('error', (error) => this.destroy(error))
	}
	override _read(): void {
		this.#socket.resume()
	}
	override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		if (this.isFrozen) done()
		else this.#socket.write(bytes, done)
	}
	override _final(done: () => void): void {
		this.#socket.end(done)
	}
	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		this.#socket.destroy()
		done(error)
	}
}

export interface Dialer {
	readonly dial: () => Promise<Duplex>
	/** All that were dialled. */
	readonly streams: readonly Piped[]
}

export function dialer(port: number, host = '127.0.0.1'): Dialer {
	const streams: Piped[] = []
	const dial = async (): Promise<Duplex> => {
		const stream = new Piped(port, host)
		streams.push(stream)
		return await Promise.resolve(stream)
	}
	return { dial, streams }
}
