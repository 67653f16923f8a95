// Values that Kubernetes wrote, in a few words: what they are instead of what they are made of. Pure.
import { isPlainText } from './quoted.ts'

/** Before what Kubernetes writes as protocol buffers. */
const magic = Uint8Array.of(0x6b, 0x38, 0x73, 0)
const encryptedBefore = 'k8s:enc:'

const text = new TextDecoder()

const startsWith = (bytes: Uint8Array, head: Uint8Array): boolean =>
	head.every((byte, at) => bytes[at] === byte)

/** The first fields of a message that are bytes themselves, by their numbers. */
function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> {
	const found = new Map<number, Uint8Array>()
	let at = 0
	const varint = (): number => {
		let [value, scale] = [0, 1]
		for (;;) {
			const byte = bytes[at++]
			if (byte === undefined) return Number.NaN
			value += (byte & 0x7f) * scale
			if (byte < 0x80) return value
			scale *= 128
		}
	}
	while (at < bytes.length) {
		const tag = varint()
		if ((tag & 7) !== 2) break
		const length = varint()
		if (!(length <= bytes.length - at)) break
		found.set(tag >> 3, bytes.subarray(at, (at += length)))
	}
	return found
}

function kindOf(value: Uint8Array): string {
	const type = fieldsOf(fieldsOf(value.subarray(magic.length)).get(1) ?? new Uint8Array())
	const [version, kind] = [type.get(1), type.get(2)].map((part) => text.decode(part ?? new Uint8Array()))
	return [version, kind].filter(Boolean).join(' ')
}

/** What stands for a value on a terminal; nothing when it can be shown as it is. */
export function labelOf(value: Uint8Array): string | undefined {
	const size = `${value.length} bytes`
	if (startsWith(value, magic)) return `<Kubernetes ${kindOf(value) || 'object'} as protobuf, ${size}>`
	const head = text.decode(value.subarray(0, 200))
	if (head.startsWith(encryptedBefore)) {
		const [provider, version, key] = head.slice(encryptedBefore.length).split(':')
		const by = [provider, version, key].filter((part) => /^[\w.-]+$/.test(part ?? '')).join(' ')
		return `<encrypted by Kubernetes (${by}), ${size}>`
	}
	return isPlainText(value) ? undefined : `<no text, ${size}>`
}
