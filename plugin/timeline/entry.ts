// What happened to a cluster at one time, whoever tells it. Pure.

export interface Sort {
	/** On the strip; nothing for what would only fill it. */
	readonly letter: string | undefined
	readonly word: string
}

/** In the order in which one hides another where both fall on the same place. */
export const sorts = {
	warning: { letter: '!', word: 'warning' },
	restart: { letter: 'R', word: 'restart' },
	leader: { letter: 'L', word: 'leader' },
	upgrade: { letter: 'U', word: 'upgrade' },
	snapshot: { letter: 'S', word: 'snapshot' },
	edit: { letter: 'E', word: 'edit' },
	member: { letter: 'M', word: 'member' },
	upkeep: { letter: 'D', word: 'upkeep' },
	condition: { letter: 'C', word: 'condition' },
	born: { letter: 'B', word: 'born' },
	event: { letter: undefined, word: 'event' },
} as const satisfies Record<string, Sort>

export type SortName = keyof typeof sorts

export interface Entry {
	/** The last time, in milliseconds since 1970; the first time, where it happened more than once. */
	readonly at: number
	readonly first: number
	readonly count: number
	readonly sort: SortName
	/** Whom it happened to: a kind and a name. */
	readonly kind: string
	readonly name: string
	readonly reason: string
	readonly text: string
	/** Who did or says it. */
	readonly who?: string
}

const sameness = ({ sort, kind, name, reason, text, who }: Entry): string =>
	JSON.stringify([sort, kind, name, reason, text, who])

/** What was said again and again is one entry that was counted. */
export function counted(entries: readonly Entry[]): readonly Entry[] {
	const known = new Map<string, Entry>()
	for (const entry of entries) {
		const key = sameness(entry)
		const before = known.get(key)
		known.set(
			key,
			before === undefined
				? entry
				: {
						...entry,
						at: Math.max(before.at, entry.at),
						first: Math.min(before.first, entry.first),
						count: before.count + entry.count,
					},
		)
	}
	return [...known.values()].toSorted((one, other) => one.at - other.at)
}

/** Milliseconds, or nothing for what is no time. */
export function timeOf(text: string | null | undefined): number | undefined {
	const ms = Date.parse(text ?? '')
	return Number.isNaN(ms) ? undefined : ms
}
