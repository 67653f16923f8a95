// The signature of a Mach-O executable as bytes, written and read: a list of blobs, the first of which has a hash of every page. Numbers
// are big endian, unlike those of the file around. Pure.
import { nameAt, viewOf } from './macho.ts'

/** Always SHA-256: the caller's, since this file has no library. */
export type Hash = (bytes: Uint8Array) => Uint8Array

const superBlob = 0xfade0cc0
const codeDirectory = 0xfade0c02
const headerSize = 88
const hashSize = 32
const sha256Type = 2
const pageBits = 12

export const pageSize = 1 << pageBits

/** Made without an identity, as a linker does: the mark with which a Mac runs what nobody has signed. */
export const adHoc = 0x2
const linkerSigned = 0x20000
export const hardened = 0x10000

export interface Directory {
	readonly identifier: string
	readonly flags: number
	/** The bytes from the file's beginning that are hashed; the signature begins here. */
	readonly limit: number
	readonly pages: readonly Uint8Array[]
	/** Hashes of other blobs of the signature, by their slot; all zero where there is none. */
	readonly others: ReadonlyMap<number, Uint8Array>
}

const pagesIn = (limit: number): number => Math.ceil(limit / pageSize)

const identifierBytes = (identifier: string): Uint8Array => new TextEncoder().encode(`${identifier}\0`)

/** Known before any page is hashed, since it stands in the first one. */
export const signatureSize = (limit: number, identifier: string): number => {
	const used = 20 + headerSize + identifierBytes(identifier).length + pagesIn(limit) * hashSize
	return Math.ceil(used / 16) * 16
}

export interface Wanted {
	readonly identifier: string
	readonly limit: number
	readonly text: { readonly fileOffset: number; readonly fileSize: number }
}

export function writeSignature(code: Uint8Array, wanted: Wanted, hash: Hash): Uint8Array {
	const { identifier, limit, text } = wanted
	const bytes = new Uint8Array(signatureSize(limit, identifier))
	const outer = viewOf(bytes)
	const name = identifierBytes(identifier)
	const count = pagesIn(limit)
	const hashes = headerSize + name.length
	const length = hashes + count * hashSize
	for (const [index, word] of [superBlob, 20 + length, 1, 0, 20].entries()) outer.setUint32(index * 4, word)

	const inner = new DataView(bytes.buffer, 20)
	const words = [codeDirectory, length, 0x20400, adHoc | linkerSigned, hashes, headerSize, 0, count, limit]
	for (const [index, word] of words.entries()) inner.setUint32(index * 4, word)
	for (const [index, byte] of [hashSize, sha256Type, 0, pageBits].entries()) inner.setUint8(36 + index, byte)
	const isMain = 1n
	for (const [index, word] of [BigInt(text.fileOffset), BigInt(text.fileSize), isMain].entries())
		inner.setBigUint64(64 + index * 8, word)
	bytes.set(name, 20 + headerSize)
	for (let page = 0; page < count; page++) {
		const from = page * pageSize
		bytes.set(hash(code.subarray(from, Math.min(from + pageSize, limit))), 20 + hashes + page * hashSize)
	}
	return bytes
}

/** Slot to blob, each with its own header. */
export function readBlobs(signature: Uint8Array): ReadonlyMap<number, Uint8Array> {
	const view = viewOf(signature)
	if (signature.length < 12 || view.getUint32(0) !== superBlob) throw new Error('there is no signature')
	const blobs = new Map<number, Uint8Array>()
	for (let index = 0; index < view.getUint32(8); index++) {
		const offset = view.getUint32(16 + index * 8)
		blobs.set(view.getUint32(12 + index * 8), signature.subarray(offset, offset + view.getUint32(offset + 4)))
	}
	return blobs
}

export function readDirectory(blob: Uint8Array): Directory {
	const view = viewOf(blob)
	if (view.getUint32(0) !== codeDirectory) throw new Error('the signature has no code directory')
	const isKnown = view.getUint8(36) === hashSize && view.getUint8(37) === sha256Type
	if (!isKnown || view.getUint8(39) !== pageBits)
		throw new Error('the code directory has other hashes than SHA-256 of pages of 4096 bytes')
	const first = view.getUint32(16)
	const at = (slot: number) => blob.subarray(first + slot * hashSize, first + (slot + 1) * hashSize)
	const slots = (count: number) => Array.from({ length: count }, (_, index) => index)
	return {
		identifier: nameAt(blob, view.getUint32(20)),
		flags: view.getUint32(12),
		limit: view.getUint32(32),
		pages: slots(view.getUint32(28)).map(at),
		others: new Map(slots(view.getUint32(24)).map((index) => [index + 1, at(-index - 1)])),
	}
}
