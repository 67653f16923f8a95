// Ranges of keys, which are bytes: from one up to another that is no longer in it. Pure.

/** As the end of a range: there is none. */
export const openEnd: Uint8Array = new Uint8Array([0])

/** The least key there can be; etcd takes an empty one for a mistake. */
export const firstKey: Uint8Array = new Uint8Array([0])

/** The first key after all that begin so. */
export function afterPrefix(prefix: Uint8Array): Uint8Array {
	const last = prefix.findLastIndex((byte) => byte < 0xff)
	if (last < 0) return openEnd
	// A copy, whatever kind of bytes they are: slices of some share what they are cut from.
	const end = Uint8Array.from(prefix.subarray(0, last + 1))
	end[last] = (end[last] ?? 0) + 1
	return end
}

/** The very next key. */
export function after(key: Uint8Array): Uint8Array {
	const next = new Uint8Array(key.length + 1)
	next.set(key)
	return next
}
