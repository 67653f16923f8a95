// The sum that etcd's own tool prints for a snapshot: CRC-32 by Castagnoli, eight bytes at a time. Pure.

const polynomial = 0x82f63b78

/** For a byte that stands so many bytes before the last of eight. */
const tables: Int32Array = (() => {
	const all = new Int32Array(8 * 256)
	for (let byte = 0; byte < 256; byte++) {
		let sum = byte
		for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ polynomial
		all[byte] = sum
	}
	for (let index = 256; index < all.length; index++) {
		const before = all[index - 256] ?? 0
		all[index] = (before >>> 8) ^ (all[before & 255] ?? 0)
	}
	return all
})()

export class Crc32c {
	#sum = -1

	update(bytes: Uint8Array): void {
		const t = tables
		let sum = this.#sum
		let at = 0
		const whole = bytes.length - (bytes.length % 8)
		for (; at < whole; at += 8) {
			/* eslint-disable @typescript-eslint/no-non-null-assertion */
			sum ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
			sum =
				t[1792 + (sum & 255)]! ^
				t[1536 + ((sum >>> 8) & 255)]! ^
				t[1280 + ((sum >>> 16) & 255)]! ^
				t[1024 + (sum >>> 24)]! ^
				t[768 + bytes[at + 4]!]! ^
				t[512 + bytes[at + 5]!]! ^
				t[256 + bytes[at + 6]!]! ^
				t[bytes[at + 7]!]!
			/* eslint-enable @typescript-eslint/no-non-null-assertion */
		}
		for (; at < bytes.length; at++) sum = (t[(sum ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (sum >>> 8)
		this.#sum = sum
	}

	get sum(): number {
		return ~this.#sum >>> 0
	}
}
