// Where the parts of a Mach-O executable are that a signature speaks of. Only what macOS runs today: 64 bits, one architecture, little
// endian. Pure.

const magic = 0xfeedfacf
const headerSize = 32
const segment64 = 0x19
const codeSignature = 0x1d

interface Segment {
	/** Where its load command begins. */
	readonly command: number
	readonly fileOffset: number
	readonly fileSize: number
}

export interface MachO {
	readonly text: Segment
	readonly linkEdit: Segment
	/** Where the command begins that names the signature, and what it names. */
	readonly signature: { readonly command: number; readonly offset: number; readonly size: number }
	/** Both kinds of Mac map files by pages; those of Apple's processors are larger. */
	readonly page: 0x1000 | 0x4000
}

export const viewOf = (bytes: Uint8Array): DataView =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const nameAt = (bytes: Uint8Array, offset: number): string => {
	const end = bytes.indexOf(0, offset)
	return new TextDecoder().decode(bytes.subarray(offset, end < 0 ? undefined : end))
}

const arm64 = 0x0100000c

export function readMachO(bytes: Uint8Array): MachO {
	const view = viewOf(bytes)
	if (bytes.length < headerSize || view.getUint32(0, true) !== magic)
		throw new Error('this is no Mach-O executable of 64 bits')
	const segments = new Map<string, Segment>()
	let signature: MachO['signature'] | undefined
	let command = headerSize
	for (let left = view.getUint32(16, true); left > 0; left--) {
		const kind = view.getUint32(command, true)
		if (kind === segment64)
			segments.set(nameAt(bytes.subarray(command + 8, command + 24), 0), {
				command,
				fileOffset: Number(view.getBigUint64(command + 40, true)),
				fileSize: Number(view.getBigUint64(command + 48, true)),
			})
		if (kind === codeSignature)
			signature = {
				command,
				offset: view.getUint32(command + 8, true),
				size: view.getUint32(command + 12, true),
			}
		command += view.getUint32(command + 4, true)
	}
	const [text, linkEdit] = [segments.get('__TEXT'), segments.get('__LINKEDIT')]
	if (!text || !linkEdit || !signature)
		throw new Error('this Mach-O executable has no room for a signature: it was never signed')
	return { text, linkEdit, signature, page: view.getUint32(4, true) === arm64 ? 0x4000 : 0x1000 }
}

/** Says in the load commands that the signature has `size` bytes and is the last of the file. */
export function resizeSignature(bytes: Uint8Array, { linkEdit, signature, page }: MachO, size: number): void {
	const view = viewOf(bytes)
	const fileSize = signature.offset + size - linkEdit.fileOffset
	view.setUint32(signature.command + 12, size, true)
	view.setBigUint64(linkEdit.command + 48, BigInt(fileSize), true)
	view.setBigUint64(linkEdit.command + 32, BigInt(Math.ceil(fileSize / page) * page), true)
}
