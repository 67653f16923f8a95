// Numbers of eight bytes that stand for pages and sizes. Pure. What no file can be is larger than all of them.

/** A number that no page has. */
export const beyond = Number.MAX_SAFE_INTEGER

export function wholeAt(bytes: Buffer, at: number): number {
	const high = bytes.readUInt32LE(at + 4)
	return high >= 0x200000 ? beyond : high * 2 ** 32 + bytes.readUInt32LE(at)
}
