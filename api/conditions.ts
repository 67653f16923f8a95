// The conditions of our kinds. Pure: the caller says what time it is.
// coreos' names stay where they mean the same; unlike coreos', a condition that does not hold says False instead of vanishing.

type ConditionType =
	| 'Available'
	| 'Scaling'
	| 'Upgrading'
	| 'Degraded'
	| 'Invalid'
	| 'Recovering'
	| 'Restored'
	| 'Succeeded'
	| 'Fresh'
	| 'Drilled'

export interface Condition {
	readonly type?: string
	readonly status?: string
	readonly reason?: string
	readonly message?: string
	readonly lastUpdateTime?: string
	readonly lastTransitionTime?: string
	readonly observedGeneration?: number
}

export interface News {
	readonly type: ConditionType
	readonly status: 'True' | 'False' | 'Unknown'
	readonly reason: string
	readonly message: string
	readonly observedGeneration?: number
}

const says = ({ status, reason, message, observedGeneration }: Condition | News): string =>
	JSON.stringify([status, reason, message, observedGeneration])

/** The list with the news in its place; the same list when there is none, so that nothing is written. */
export function setCondition(list: readonly Condition[], news: News, now: string): readonly Condition[] {
	const before = list.find(({ type }) => type === news.type)
	if (before === undefined) return [...list, { ...news, lastUpdateTime: now, lastTransitionTime: now }]
	if (says(before) === says(news)) return list
	const lastTransitionTime = before.status === news.status ? (before.lastTransitionTime ?? now) : now
	const after = { ...news, lastUpdateTime: now, lastTransitionTime }
	return list.map((condition) => (condition === before ? after : condition))
}
