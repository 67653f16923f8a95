// Messages as gRPC frames them: a byte that says whether it is compressed, four with the length, the message. Pure.
import { EtcdError } from './errors.ts'

const header = 5
/** No answer of etcd is so large; a length beyond it is something else than gRPC. */
export const gigantic = 64 * 1024 * 1024

export function framed(body: Uint8Array): Buffer {
	const frame = Buffer.allocUnsafe(header + body.length)
	frame.writeUInt8(0, 0)
	frame.writeUInt32BE(body.length, 1)
	frame.set(body, header)
	return frame
}

/** The one message that an answer is. */
export function unframed(bytes: Buffer): Buffer {
	if (bytes.length < header || bytes.length !== header + bytes.readUInt32BE(1) || bytes[0] !== 0)
		throw new EtcdError('other', `an answer of ${bytes.length} bytes is not one gRPC message`)
	return bytes.subarray(header)
}

/** Whole messages out of pieces that are cut anywhere. */
export class Unframer {
	readonly #pieces: Buffer[] = []
	#size = 0

	/** How much has come that is no whole message yet, or was not taken. */
	get size(): number {
		return this.#size
	}

	push(piece: Buffer): void {
		this.#pieces.push(piece)
		this.#size += piece.length
	}

	/** The next whole message, when it has come. */
	next(): Buffer | undefined {
		if (this.#size < header) return undefined
		const head = this.#joined(header)
		const length = head.readUInt32BE(1)
		if (head[0] !== 0 || length > gigantic)
			throw new EtcdError('other', 'the answer is no plain gRPC message')
		if (this.#size < header + length) return undefined
		const first = this.#joined(header + length)
		if (first.length === header + length) this.#pieces.shift()
		else this.#pieces[0] = first.subarray(header + length)
		this.#size -= header + length
		return first.subarray(header, header + length)
	}

	/** The first piece, made at least so long; each byte is copied once for a header and once for a message at most. */
	#joined(length: number): Buffer {
		let count = 0
		let size = 0
		while (size < length) size += this.#pieces[count++]?.length ?? 0
		if (count > 1) this.#pieces.splice(0, count, Buffer.concat(this.#pieces.slice(0, count)))
		return this.#pieces[0] ?? Buffer.alloc(0)
	}
}
