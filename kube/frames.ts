// The frames of a WebSocket (RFC 6455), as a client writes and reads them. Pure. Whatever a server must not send is an error.

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
export type Sent = Exclude<keyof typeof opcodes, 'continuation' | 'text'>

export type Received =
	| { readonly kind: 'text' | 'binary' | 'ping' | 'pong'; readonly bytes: Buffer }
	/** 1005 when the server gave no code. */
	| { readonly kind: 'close'; readonly code: number; readonly reason: string }

/** With the code by which the server is to be told. */
export class WrongFrame extends Error {
	readonly closeCode: 1002 | 1007 | 1009

	constructor(message: string, closeCode: 1002 | 1007 | 1009 = 1002) {
		super(message)
		this.closeCode = closeCode
	}
}

/** What the receipt of a handshake is made of, besides its key. */
export const handshakeGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** The parts follow each other in one message; the mask is four bytes that nobody can foresee. */
export function frameOf(kind: Sent, parts: readonly Uint8Array[], mask: Uint8Array): Buffer {
	const length = parts.reduce((sum, part) => sum + part.length, 0)
	const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8
	const frame = Buffer.allocUnsafe(2 + extra + 4 + length)
	frame[0] = 0x80 | opcodes[kind]
	frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127)
	if (extra === 2) frame.writeUInt16BE(length, 2)
	if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2)
	frame.set(mask, 2 + extra)
	let at = 2 + extra + 4
	for (const part of parts) {
		frame.set(part, at)
		at += part.length
	}
	const [m0 = 0, m1 = 0, m2 = 0, m3 = 0] = mask
	const word = (m0 << 24) | (m1 << 16) | (m2 << 8) | m3
	const body = frame.subarray(2 + extra + 4)
	const whole = length - (length % 4)
	const view = new DataView(body.buffer, body.byteOffset, length)
	for (let index = 0; index < whole; index += 4) view.setInt32(index, view.getInt32(index) ^ word)
	for (let index = whole; index < length; index++) body[index] = (body[index] ?? 0) ^ (mask[index % 4] ?? 0)
	return frame
}

export function closing(code: number, reason: string, mask: Uint8Array): Buffer {
	const codeBytes = Buffer.alloc(2)
	codeBytes.writeUInt16BE(code)
	// No more than a control frame takes, and no half of a letter.
	let text = Buffer.from(reason)
	while (text.length > 123) text = Buffer.from(text.toString().slice(0, -1))
	return frameOf('close', [codeBytes, text], mask)
}

const isCode = (code: number): boolean =>
	(code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code < 5000)

function utf8(bytes: Buffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw new WrongFrame('a text is not UTF-8', 1007)
	}
}

function closed(bytes: Buffer): Received {
	if (bytes.length === 0) return { kind: 'close', code: 1005, reason: '' }
	const code = bytes.length === 1 ? 0 : bytes.readUInt16BE(0)
	if (!isCode(code)) throw new WrongFrame(`${code} is no code to close with`)
	return { kind: 'close', code, reason: utf8(bytes.subarray(2)) }
}

interface Head {
	readonly isLast: boolean
	readonly opcode: number
	readonly size: number
	readonly length: number
}

/** Whole messages out of bytes that are cut anywhere, and out of fragments between which others may come. */
export class Frames {
	readonly #longest: number
	#bytes: Buffer = Buffer.alloc(0)
	/** What comes after them, not joined yet. */
	#later: Buffer[] = []
	#laterSize = 0
	#begun: { readonly kind: 'text' | 'binary'; readonly parts: Buffer[]; size: number } | undefined

	constructor(longest: number) {
		this.#longest = longest
	}

	push(bytes: Buffer): void {
		if (this.#bytes.length === 0 && this.#later.length === 0) this.#bytes = bytes
		else {
			this.#later.push(bytes)
			this.#laterSize += bytes.length
		}
	}

	/** The next whole message, when it has come. */
	next(): Received | undefined {
		for (;;) {
			const head = this.#head()
			if (head === undefined || !this.#has(head.size + head.length)) return undefined
			const bytes = this.#bytes.subarray(head.size, head.size + head.length)
			this.#bytes = this.#bytes.subarray(head.size + head.length)
			const received = this.#taken(head, bytes)
			if (received !== undefined) return received
		}
	}

	#has(size: number): boolean {
		if (this.#bytes.length >= size) return true
		if (this.#bytes.length + this.#laterSize < size) return false
		this.#bytes = Buffer.concat([this.#bytes, ...this.#later])
		this.#later = []
		this.#laterSize = 0
		return true
	}

	#head(): Head | undefined {
		if (!this.#has(2)) return undefined
		const [first = 0, second = 0] = this.#bytes
		const [isLast, opcode, short] = [(first & 0x80) !== 0, first & 0x0f, second & 0x7f]
		if ((first & 0x70) !== 0) throw new WrongFrame('a frame has bits of an extension that nobody asked for')
		if ((second & 0x80) !== 0) throw new WrongFrame('a server must not mask')
		if (!(Object.values(opcodes) as number[]).includes(opcode))
			throw new WrongFrame(`${opcode} is no kind of frame`)
		if (opcode >= opcodes.close && (!isLast || short > 125))
			throw new WrongFrame('a control frame is in fragments or too long')
		if (opcode < opcodes.close && (opcode === opcodes.continuation) !== (this.#begun !== undefined))
			throw new WrongFrame('fragments of messages are out of order')
		const size = short === 126 ? 4 : short === 127 ? 10 : 2
		if (!this.#has(size)) return undefined
		const length =
			size === 2 ? short : size === 4 ? this.#bytes.readUInt16BE(2) : Number(this.#bytes.readBigUInt64BE(2))
		if ((size === 4 && length < 126) || (size === 10 && length < 65_536))
			throw new WrongFrame('a length is written longer than it needs to be')
		if (length + (this.#begun?.size ?? 0) > this.#longest)
			throw new WrongFrame(`a message is longer than ${this.#longest} bytes`, 1009)
		return { isLast, opcode, size, length }
	}

	#taken({ isLast, opcode }: Head, bytes: Buffer): Received | undefined {
		if (opcode === opcodes.close) return closed(bytes)
		if (opcode === opcodes.ping || opcode === opcodes.pong)
			return { kind: opcode === opcodes.ping ? 'ping' : 'pong', bytes }
		const begun = this.#begun ?? { kind: opcode === opcodes.text ? 'text' : 'binary', parts: [], size: 0 }
		begun.parts.push(bytes)
		begun.size += bytes.length
		this.#begun = isLast ? undefined : begun
		if (!isLast) return undefined
		const whole = begun.parts.length === 1 ? bytes : Buffer.concat(begun.parts)
		if (begun.kind === 'text') utf8(whole)
		return { kind: begun.kind, bytes: whole }
	}
}
