// How etcd's own tool makes the data directory of a first member of a snapshot. Pure.

export interface RestoreArguments {
	readonly snapshot: string
	/** Where nothing is. */
	readonly into: string
	readonly name: string
	readonly peerUrl: string
	readonly token: string
	/**
	 * By how much every revision from now on is higher: a client that waits for the next one must not take an old one for it. Nothing
	 * where no client will ever ask.
	 */
	readonly bump: bigint | undefined
}

/** The sum at the end of the snapshot is asked for: that is what the tool does unless it is told otherwise. */
export const restoreArguments = (wish: RestoreArguments): readonly string[] => [
	'snapshot',
	'restore',
	wish.snapshot,
	`--data-dir=${wish.into}`,
	`--name=${wish.name}`,
	`--initial-cluster=${wish.name}=${wish.peerUrl}`,
	`--initial-cluster-token=${wish.token}`,
	`--initial-advertise-peer-urls=${wish.peerUrl}`,
	...(wish.bump === undefined
		? []
		: [
				`--bump-revision=${wish.bump}`,
				// Who watches from before hears that it was compacted, and reads anew.
				'--mark-compacted=true',
			]),
]
