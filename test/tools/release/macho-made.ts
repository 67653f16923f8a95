// The smallest Mach-O executable that can be signed: two segments, and room that the signature replaces.

export interface Shape {
	readonly arch: 'amd64' | 'arm64'
	/** Bytes before the signature. */
	readonly code: number
	readonly unsigned?: true
}

const types = { amd64: 0x01000007, arm64: 0x0100000c }

export function machO({ arch, code, unsigned }: Shape): Uint8Array {
	const bytes = new Uint8Array(code + 64).map((_, index) => (index * 31) % 251)
	const view = new DataView(bytes.buffer)
	const words = [0xfeedfacf, types[arch], 0, 2, unsigned ? 2 : 3, 2 * 72 + 16, 0, 0]
	for (const [index, word] of words.entries()) view.setUint32(index * 4, word, true)
	const segment = (at: number, name: string, offset: number, size: number) => {
		view.setUint32(at, 0x19, true)
		view.setUint32(at + 4, 72, true)
		bytes.fill(0, at + 8, at + 72)
		bytes.set(new TextEncoder().encode(name), at + 8)
		view.setBigUint64(at + 32, BigInt(size), true)
		view.setBigUint64(at + 40, BigInt(offset), true)
		view.setBigUint64(at + 48, BigInt(size), true)
	}
	const linkEdit = code - 1024
	segment(32, '__TEXT', 0, linkEdit)
	segment(104, '__LINKEDIT', linkEdit, 1024 + 64)
	for (const [index, word] of [0x1d, 16, code, 64].entries()) view.setUint32(176 + index * 4, word, true)
	return bytes
}
