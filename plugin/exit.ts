// What the process ends with. Pure. docs/plugin.md has the same table for people.

export const exits = {
	/** Done, or healthy. */
	done: 0,
	/** Misuse, not found, forbidden, or the API server said no. */
	error: 1,
	/** Nothing was to be changed, and --error-unchanged asked to hear of it so. */
	unchanged: 3,
	/** Something is wrong, and a quorum holds. */
	degraded: 4,
	noQuorum: 5,
	/** Too little was seen to judge. */
	blind: 6,
	/** A safety check says no; nothing was touched. */
	refused: 7,
	/** Nobody said yes; nothing was touched. */
	notConfirmed: 8,
	timeout: 124,
	interrupted: 130,
} as const

export type Exit = (typeof exits)[keyof typeof exits]
