// Whether a text is a cron line of five fields, as Kubernetes' CronJobs take it. Pure.

const names = {
	month: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
	day: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
}

interface Range {
	readonly from: number
	readonly to: number
	readonly names?: readonly string[]
}

const fields: readonly Range[] = [
	{ from: 0, to: 59 },
	{ from: 0, to: 23 },
	{ from: 1, to: 31 },
	{ from: 1, to: 12, names: names.month },
	{ from: 0, to: 6, names: names.day },
]

function numberOf(text: string, { from, names: known = [] }: Range): number {
	const index = known.indexOf(text.toLowerCase())
	if (index >= 0) return index + from
	return /^\d{1,2}$/.test(text) ? Number(text) : NaN
}

function isPart(text: string, range: Range): boolean {
	const [span = '', step, ...more] = text.split('/')
	if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return false
	if (span === '*' || span === '?') return true
	const [low = '', high = low, ...rest] = span.split('-')
	const [from, to] = [numberOf(low, range), numberOf(high, range)]
	return rest.length === 0 && from >= range.from && to <= range.to && from <= to
}

export function isCronLine(text: string): boolean {
	if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(text)) return true
	const parts = text.slice(0, 200).trim().split(/\s+/)
	return (
		text.length <= 200 &&
		parts.length === fields.length &&
		fields.every((range, index) => (parts[index] ?? '').split(',').every((part) => isPart(part, range)))
	)
}
