// Which backups may go when there are more than are to be kept. Pure. Numbers come from manifests and never from names, and whatever is
// in doubt stays: what is deleted wrongly is missed on the worst day.

/** As its manifest tells it. */
export interface Kept {
	readonly object: string
	/** Of the EtcdBackup that made it. */
	readonly owner: string
	readonly clusterId: string
	readonly revision: bigint
	/** In milliseconds since 1970, by a clock that may have been wrong. */
	readonly at: number
	/** All of it was read back and was as it had been. */
	readonly verified: boolean
}

export interface Wish {
	/** The one that was just made. */
	readonly newest: string
	/** How many are to be kept; 0 keeps all. */
	readonly keep: number
	readonly now: number
	/** Younger ones stay, whatever their number. */
	readonly minAgeMs: number
}

export interface Verdict {
	/** Oldest first. */
	readonly remove: readonly string[]
	/** Why nothing is removed although there are more. */
	readonly because: string | undefined
}

const nothing = (because?: string): Verdict => ({ remove: [], because })

/** What has seen more of the cluster comes first; what has seen the same is the same, and the later one comes first. */
function laterFirst(one: Kept, other: Kept): number {
	if (one.revision !== other.revision) return one.revision > other.revision ? -1 : 1
	return other.at - one.at || (one.object < other.object ? 1 : -1)
}

export function retention(all: readonly Kept[], { newest, keep, now, minAgeMs }: Wish): Verdict {
	if (keep <= 0) return nothing()
	const last = all.find(({ object }) => object === newest)
	if (last === undefined) return nothing(`${newest} is not among them`)
	// A cluster that was restored is another one: what it was before is for a person to delete.
	const same = all
		.filter(({ owner, clusterId }) => owner === last.owner && clusterId === last.clusterId)
		.toSorted(laterFirst)
	if (same.length <= keep) return nothing()
	if (!last.verified) return nothing(`${newest} was not verified`)
	const [furthest] = same
	if (furthest !== undefined && furthest.revision > last.revision)
		return nothing(
			`${newest} has revision ${last.revision}, and ${furthest.object} had ${furthest.revision}: the cluster has gone back, and a person must say which of them count`,
		)
	let counted = 0
	const surplus = same.filter(({ verified }) => {
		const isSurplus = counted >= keep
		if (verified) counted++
		return isSurplus
	})
	const remove = surplus.filter(({ object, at }) => object !== newest && now - at >= minAgeMs)
	return { remove: remove.map(({ object }) => object).toReversed(), because: undefined }
}
