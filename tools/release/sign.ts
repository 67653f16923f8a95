// Signs a Mach-O executable without an identity, and says of any signature what is wrong with it. Without a right one a Mac ends a program
// before its first line, and says nothing. Pure.
import {
	adHoc,
	hardened,
	pageSize,
	readBlobs,
	readDirectory,
	signatureSize,
	writeSignature,
	type Hash,
} from './code-directory.ts'
import { readMachO, resizeSignature } from './macho.ts'

/** The same program with a signature of its own instead of the one that it had. */
export function sign(program: Uint8Array, identifier: string, hash: Hash): Uint8Array {
	const parts = readMachO(program)
	const { offset: limit } = parts.signature
	const size = signatureSize(limit, identifier)
	const bytes = new Uint8Array(limit + size)
	bytes.set(program.subarray(0, limit))
	resizeSignature(bytes, parts, size) // before anything is hashed: the first page has these numbers
	bytes.set(writeSignature(bytes, { identifier, limit, text: parts.text }, hash), limit)
	return bytes
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
	one.length === other.length && one.every((byte, index) => byte === other[index])

/** What a Mac looks up elsewhere: the list of properties and the resources, which a lone executable has not. */
const outside = new Set([1, 3])

/** In sentences; none when all is well. */
export function faults(program: Uint8Array, hash: Hash): readonly string[] {
	const { signature, linkEdit } = readMachO(program)
	const blobs = readBlobs(program.subarray(signature.offset, signature.offset + signature.size))
	const directory = readDirectory(blobs.get(0) ?? new Uint8Array(44))
	const { pages, others, limit, flags } = directory
	const wrong = pages.filter((expected, page) => {
		const from = page * pageSize
		return !same(expected, hash(program.subarray(from, Math.min(from + pageSize, limit))))
	})
	const lost = [...others].filter(([slot, expected]) => {
		if (expected.every((byte) => byte === 0)) return blobs.has(slot)
		const blob = blobs.get(slot)
		return outside.has(slot) || blob === undefined || !same(expected, hash(blob))
	})
	const end = signature.offset + signature.size
	return [
		...(wrong.length > 0 ? [`${wrong.length} of ${pages.length} pages are not those that were signed`] : []),
		...lost.map(([slot]) => `what stands in slot ${slot} is not what was signed`),
		...(limit !== signature.offset || pages.length !== Math.ceil(limit / pageSize)
			? [`${limit} bytes are signed of the ${signature.offset} before the signature`]
			: []),
		...(end !== linkEdit.fileOffset + linkEdit.fileSize || end !== program.length
			? ['the signature is not the last of the file']
			: []),
		...((flags & adHoc) === 0 ? ['the signature asks for an identity that it does not have'] : []),
		...((flags & hardened) === 0 ? [] : ['the signature forbids code that is made while the program runs']),
	]
}

export const identifierOf = (program: Uint8Array): string => {
	const { offset, size } = readMachO(program).signature
	return readDirectory(readBlobs(program.subarray(offset, offset + size)).get(0) ?? new Uint8Array(44))
		.identifier
}
