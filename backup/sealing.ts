// A snapshot that only who has the key can read or change: AES-256-GCM over pieces of a mebibyte, each in its place, the last one marked
// as such. So nothing is handed on that was not proved, and nothing is missing at the end.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const magic = Buffer.from('ketcdseal1')
const [saltBytes, prefixBytes, tagBytes] = [32, 8, 16]
const headBytes = magic.length + saltBytes + prefixBytes
export const pieceBytes = 1024 * 1024
/** Of what is made in memory at once; as large as most that comes, so that what is free of one fits for the other. */
const sliceBytes = 64 * 1024
const cipher = 'aes-256-gcm'
const lastMark = 0x80000000

export class Unsealable extends Error {}

/** By its first bytes. */
export const looksSealed = (beginning: Uint8Array): boolean =>
	magic.equals(beginning.subarray(0, magic.length))

/** Thirty-two bytes, as a secret holds them. */
export function keyIn(bytes: Uint8Array): Buffer {
	if (bytes.length === 32) return Buffer.from(bytes)
	const text = Buffer.from(bytes).toString().trim()
	const decoded = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
	if (decoded.length === 32) return decoded
	throw new Unsealable(
		`the key has ${bytes.length} bytes: write 32 of them, as they are or in base64 or hex, such as openssl rand -base64 32 gives`,
	)
}

/** By which a key is known without being told. */
export const keyIdOf = (key: Buffer): string =>
	createHash('sha256').update('kubectl-etcd key id').update(key).digest('hex').slice(0, 16)

/** Another one for each snapshot, so that no number is ever used twice with it. */
const ownKey = (key: Buffer, salt: Buffer): Buffer =>
	Buffer.from(hkdfSync('sha256', key, salt, 'kubectl-etcd snapshot 1', 32))

function nonceOf(prefix: Buffer, index: number, isLast: boolean): Buffer {
	const nonce = Buffer.alloc(12)
	prefix.copy(nonce)
	// Half of what four bytes can say is two petabytes.
	nonce.writeUInt32BE(isLast ? index + lastMark : index, prefixBytes)
	return nonce
}

/** Whole pieces of that size, each of which is written over by the next; the last one is shorter, or empty, and says that it is the last. */
async function* even(
	pieces: AsyncIterable<Uint8Array>,
	size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
	const buffer = Buffer.allocUnsafeSlow(size)
	let filled = 0
	for await (const piece of pieces)
		for (let at = 0; at < piece.length;) {
			// One more byte must have come, or this could be the last.
			if (filled === size) {
				yield { bytes: buffer, isLast: false }
				filled = 0
			}
			const taken = Math.min(piece.length - at, size - filled)
			buffer.set(piece.subarray(at, at + taken), filled)
			at += taken
			filled += taken
		}
	yield { bytes: buffer.subarray(0, filled), isLast: true }
}

export async function* sealed(pieces: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Uint8Array> {
	const [salt, prefix] = [randomBytes(saltBytes), randomBytes(prefixBytes)]
	const head = Buffer.concat([magic, salt, prefix])
	const own = ownKey(key, salt)
	yield head
	let index = 0
	for await (const { bytes, isLast } of even(pieces, pieceBytes)) {
		const sealing = createCipheriv(cipher, own, nonceOf(prefix, index++, isLast)).setAAD(head)
		for (const slice of slicesOf(bytes)) yield sealing.update(slice)
		// Of what comes in any length nothing is held back.
		sealing.final()
		yield sealing.getAuthTag()
	}
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

function opened(own: Buffer, head: Buffer, nonce: Buffer, bytes: Buffer): readonly Buffer[] | undefined {
	if (bytes.length < tagBytes) return undefined
	const opening = createDecipheriv(cipher, own, nonce).setAAD(head)
	opening.setAuthTag(bytes.subarray(-tagBytes))
	try {
		const plain = [...slicesOf(bytes.subarray(0, -tagBytes))].map((slice) => opening.update(slice))
		opening.final()
		return plain
	} catch {
		return undefined
	}
}

/** The first bytes, and whatever came with them. */
async function headIn(
	from: AsyncIterator<Uint8Array>,
): Promise<{ readonly head: Buffer; readonly rest: Buffer }> {
	let all = Buffer.alloc(0)
	while (all.length < headBytes) {
		const { value, done = false } = (await from.next()) as IteratorResult<Uint8Array, undefined>
		if (done || value === undefined) break
		all = Buffer.concat([all, value])
	}
	if (all.length < headBytes || !all.subarray(0, magic.length).equals(magic))
		throw new Unsealable('it does not begin as a sealed snapshot does')
	return { head: all.subarray(0, headBytes), rest: all.subarray(headBytes) }
}

/** Nothing is handed on that was not proved; what is missing at the end is an error. */
export async function* unsealed(pieces: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Uint8Array> {
	const from = pieces[Symbol.asyncIterator]()
	const { head, rest } = await headIn(from)
	const own = ownKey(key, head.subarray(magic.length, magic.length + saltBytes))
	const prefix = head.subarray(magic.length + saltBytes)
	const following: AsyncIterable<Uint8Array> = {
		async *[Symbol.asyncIterator]() {
			yield rest
			for (;;) {
				const { value, done = false } = (await from.next()) as IteratorResult<Uint8Array, undefined>
				if (done || value === undefined) return
				yield value
			}
		},
	}
	let index = 0
	for await (const { bytes, isLast } of even(following, pieceBytes + tagBytes)) {
		const plain = opened(own, head, nonceOf(prefix, index, isLast), bytes)
		if (plain === undefined)
			throw new Unsealable(
				index === 0
					? `the key ${keyIdOf(key)} does not open it: it was sealed with another one, or changed since`
					: `it was cut or changed at byte ${headBytes + index * (pieceBytes + tagBytes)} or after`,
			)
		index++
		yield* plain
	}
}
