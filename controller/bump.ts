// By how much the revisions of a restored cluster are raised, so that each is higher than any that was ever handed out. Pure. A client that
// waits for what comes after the last revision it saw would otherwise miss what comes under lower ones.

/** What etcd's own documentation advises at least. */
const least = 1_000_000_000n
/** More than one cluster writes, day and night. */
const writesPerSecond = 10_000n
/** Of a snapshot of which nobody knows when it was taken. */
const unknownAgeSeconds = 3n * 365n * 86_400n

export interface Known {
	/** How old the snapshot is. */
	readonly ageMs?: number | undefined
	/** By how much revisions were raised when the cluster was restored before: the snapshot may be from earlier. */
	readonly before?: string | undefined
	/** The highest revision that anybody has heard of. */
	readonly live?: bigint | undefined
}

const most = (...numbers: readonly bigint[]): bigint =>
	numbers.reduce((one, other) => (one > other ? one : other))

export function bumpOf({ ageMs, before, live = 0n }: Known): bigint {
	const seconds = ageMs === undefined ? unknownAgeSeconds : BigInt(Math.ceil(Math.max(0, ageMs) / 1000))
	const earlier = /^\d{1,18}$/.test(before ?? '') ? BigInt(before ?? '') : 0n
	return most(live, earlier) + most(least, seconds * writesPerSecond)
}
