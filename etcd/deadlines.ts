// How long each kind of call may take. Pure. A call that is late may still have taken effect.

export const deadlines = {
	statusMs: 2000,
	/** Reads may wait for an election. */
	readMs: 3000,
	/** Changes may wait for a majority's disks. */
	changeMs: 5000,
	/** A hash reads all that there is, and space is freed a thousand keys at a time. */
	hashMs: 60_000,
	compactMs: 60_000,
} as const

/** Of giving space back, by how much there is to copy; what takes longer is given up by us and not by etcd. */
export const defragmentMs = (bytes: bigint): number =>
	Math.min(600_000, 30_000 + Math.ceil((Number(bytes) / 2 ** 30) * 10_000))
