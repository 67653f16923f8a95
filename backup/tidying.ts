// What has passed through a Job's memory and is garbage is collected each few mebibytes, since Node does not hurry with what lies outside
// of its heap. It needs the flag with which the Job is started, and does nothing without.

/** A collection costs less than half a millisecond: there is little besides. */
const eachBytes = 2 * 1024 * 1024

/** Told of each piece as it passes by; it tells it on. */
export function tidying<T extends string>(
	tell: (what: T, bytes: number, of: number | undefined) => void,
): (what: T, bytes: number, of: number | undefined) => void {
	let at = 0
	return (what, bytes, of) => {
		// It begins anew when it is read back, or from another member.
		if (bytes < at) at = 0
		if (bytes - at >= eachBytes) {
			at = bytes
			globalThis.gc?.({ type: 'minor', execution: 'sync' })
		}
		tell(what, bytes, of)
	}
}
