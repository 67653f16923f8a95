// The little of ASN.1 DER that a certificate needs. Pure: bytes in, bytes out.

type Der = Buffer

function length(size: number): Der {
	if (size < 0x80) return Buffer.from([size])
	const bytes = size < 0x100 ? [size] : [size >> 8, size & 0xff]
	return Buffer.from([0x80 | bytes.length, ...bytes])
}

export const tagged = (tag: number, ...parts: readonly Der[]): Der => {
	const body = Buffer.concat(parts)
	return Buffer.concat([Buffer.from([tag]), length(body.length), body])
}

export const sequence = (...parts: readonly Der[]): Der => tagged(0x30, ...parts)
export const set = (...parts: readonly Der[]): Der => tagged(0x31, ...parts)
export const explicit = (number: number, ...parts: readonly Der[]): Der => tagged(0xa0 | number, ...parts)
export const octets = (...parts: readonly Der[]): Der => tagged(0x04, ...parts)
export const bits = (bytes: Der, unused = 0): Der => tagged(0x03, Buffer.from([unused]), bytes)
export const utf8 = (text: string): Der => tagged(0x0c, Buffer.from(text))
export const truth = (): Der => tagged(0x01, Buffer.from([0xff]))
export const nothing = (): Der => tagged(0x05)

/** An unsigned integer: a leading one bit would read as a minus, so it gets a zero byte before it. */
export const integer = (bytes: Der): Der =>
	tagged(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)

export function oid(dotted: string): Der {
	const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
	const bytes = rest.flatMap((arc) => {
		const digits = [arc & 0x7f]
		for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
		return digits
	})
	return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

/** YYMMDDHHMMSSZ, which X.509 asks for until 2049. */
export const utcTime = (date: Date): Der =>
	tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))
