import { createHash } from 'node:crypto'
import test from 'ava'
import { readBlobs, readDirectory } from '../../../tools/release/code-directory.ts'
import { readMachO, viewOf } from '../../../tools/release/macho.ts'
import { faults, sign } from '../../../tools/release/sign.ts'
import { machO } from './macho-made.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

const code = 5 * 4096 + 100 * 16
const program = machO({ arch: 'amd64', code })
const right = sign(program, 'kubectl-etcd', sha256)

const changed = (at: number, byte = (right[at] ?? 0) ^ 1): Uint8Array => {
	const bytes = right.slice()
	bytes[at] = byte
	return bytes
}

test('what was signed is without fault, and has its name and every page', (t) => {
	t.deepEqual(faults(right, sha256), [])
	const { signature } = readMachO(right)
	const directory = readDirectory(readBlobs(right.subarray(signature.offset)).get(0) ?? new Uint8Array())
	t.is(directory.identifier, 'kubectl-etcd')
	t.is(directory.limit, code)
	t.is(directory.pages.length, 6)
	t.deepEqual(
		[...(directory.pages[5] ?? [])],
		[...sha256(right.subarray(5 * 4096, code))], // the last page ends where the signature begins
	)
})

test('signing again changes nothing, whatever signature was there', (t) => {
	t.deepEqual(sign(right, 'kubectl-etcd', sha256), right)
	t.deepEqual(sign(sign(program, 'a-longer-name-than-ours', sha256), 'kubectl-etcd', sha256), right)
})

test('the file ends with its signature, and its last segment with it in whole pages', (t) => {
	for (const [arch, page] of [
		['amd64', 0x1000n],
		['arm64', 0x4000n],
	] as const) {
		const bytes = sign(machO({ arch, code }), 'kubectl-etcd', sha256)
		const { signature, linkEdit } = readMachO(bytes)
		t.is(signature.offset + signature.size, bytes.length)
		t.is(linkEdit.fileOffset + linkEdit.fileSize, bytes.length)
		t.is(viewOf(bytes).getBigUint64(linkEdit.command + 32, true) % page, 0n)
	}
})

const finds = test.macro((t, bytes: Uint8Array, expected: readonly string[]) => {
	t.deepEqual(faults(bytes, sha256), expected)
})

const onePage = ['1 of 6 pages are not those that were signed']
const flagsAt = code + 20 + 12
const limitAt = code + 20 + 32

test('a byte of the first page', finds, changed(300), onePage)
test('a byte of a page in the middle', finds, changed(2 * 4096), onePage)
test('the last byte before the signature', finds, changed(code - 1), onePage)
test('a hash in the signature', finds, changed(code + 20 + 88 + 13 + 3 * 32), onePage)
test('a byte in each of two pages', (t) => {
	const bytes = changed(4096 + 7)
	bytes[3 * 4096 + 7] = (bytes[3 * 4096 + 7] ?? 0) ^ 0x80
	t.deepEqual(faults(bytes, sha256), ['2 of 6 pages are not those that were signed'])
})
test('a signature of an identity that nobody has', finds, changed(flagsAt + 3, 0), [
	'the signature asks for an identity that it does not have',
])
test('a hardened runtime, in which nothing is compiled while it runs', finds, changed(flagsAt + 1, 3), [
	'the signature forbids code that is made while the program runs',
])
test('less is signed than there is', (t) => {
	const bytes = right.slice()
	viewOf(bytes).setUint32(limitAt, code - 16)
	t.deepEqual(faults(bytes, sha256), [
		onePage[0] ?? '',
		`${code - 16} bytes are signed of the ${code} before the signature`,
	])
})
test('something behind the signature', finds, Uint8Array.of(...right, 0), [
	'the signature is not the last of the file',
])

test('what cannot be signed or judged is said', (t) => {
	t.throws(() => sign(new Uint8Array(100), 'x', sha256), {
		message: 'this is no Mach-O executable of 64 bits',
	})
	t.throws(() => sign(machO({ arch: 'arm64', code, unsigned: true }), 'x', sha256), {
		message: /was never signed/,
	})
	t.throws(() => faults(program, sha256), { message: 'there is no signature' })
})
