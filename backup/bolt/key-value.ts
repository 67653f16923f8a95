// One number out of what etcd keeps of a key, without reading the rest: how often the key was written since it was made. Pure.

const [number, bytes] = [0, 2]
const version = 4

/** Nothing when it is no such thing. */
export function versionIn(value: Buffer): number | undefined {
	let at = 0
	/** Numbers so large that they lose digits are of no interest here. */
	const read = (): number => {
		let [sum, scale] = [0, 1]
		for (;;) {
			const byte = value[at++]
			if (byte === undefined) return NaN
			sum += (byte & 0x7f) * scale
			if (byte < 0x80) return sum
			scale *= 128
		}
	}
	while (at < value.length) {
		const head = read()
		const [field, kind] = [Math.floor(head / 8), head % 8]
		const told = read()
		if (Number.isNaN(told) || (kind !== number && kind !== bytes)) return undefined
		if (field === version && kind === number) return told
		if (kind === bytes) at += told
	}
	return undefined
}
