// Cron lines of five fields, as Kubernetes' CronJobs take them, in UTC: whether a text is one, when it was last due and when it is next. Pure.

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

const shorthands: ReadonlyMap<string, string> = new Map([
	['@yearly', '0 0 1 1 *'],
	['@annually', '0 0 1 1 *'],
	['@monthly', '0 0 1 * *'],
	['@weekly', '0 0 * * 0'],
	['@daily', '0 0 * * *'],
	['@midnight', '0 0 * * *'],
	['@hourly', '0 * * * *'],
])

export function isCronLine(text: string): boolean {
	if (shorthands.has(text)) return true
	const parts = text.slice(0, 200).trim().split(/\s+/)
	return (
		text.length <= 200 &&
		parts.length === fields.length &&
		fields.every((range, index) => (parts[index] ?? '').split(',').every((part) => isPart(part, range)))
	)
}

interface Field {
	/** The latest first. */
	readonly values: readonly number[]
	/** Says nothing: then the other of the two fields for days decides alone. */
	readonly isAny: boolean
}

/** A number with a step goes on to the end: 5/15 is 5-59/15. A star with a step is no star, as CronJobs have it. */
function fieldOf(text: string, range: Range): Field {
	const parts = text.split(',').map((part) => {
		const [span = '', step = '1'] = part.split('/')
		const isStar = span === '*' || span === '?'
		const [low = '', high] = span.split('-')
		const from = isStar ? range.from : numberOf(low, range)
		const end = high === undefined ? (part.includes('/') ? range.to : from) : numberOf(high, range)
		const to = isStar ? range.to : end
		const count = Math.floor((to - from) / Number(step)) + 1
		const values = Array.from({ length: count }, (_, index) => from + index * Number(step))
		return { values, isAny: isStar && Number(step) === 1 }
	})
	const values = [...new Set(parts.flatMap((part) => part.values))]
	return {
		values: values.toSorted((one, other) => other - one),
		isAny: parts.some(({ isAny }) => isAny),
	}
}

const [minuteMs, dayMs] = [60_000, 86_400_000]
/** From one 29 February to the next there may be eight years. */
const longestDays = 8 * 366

interface Calendar {
	/** Within a day, the latest first. */
	readonly times: readonly number[]
	isDay(day: number): boolean
}

function calendarOf(line: string): Calendar | undefined {
	if (!isCronLine(line)) return undefined
	const parts = (shorthands.get(line) ?? line).trim().split(/\s+/)
	const [minutes, hours, dates, months, days] = fields.map((range, index) =>
		fieldOf(parts[index] ?? '', range),
	)
	if (!minutes || !hours || !dates || !months || !days) return undefined
	return {
		times: hours.values.flatMap((hour) => minutes.values.map((minute) => (hour * 60 + minute) * minuteMs)),
		isDay(day) {
			const at = new Date(day)
			if (!months.values.includes(at.getUTCMonth() + 1)) return false
			const [date, weekday] = [dates.values.includes(at.getUTCDate()), days.values.includes(at.getUTCDay())]
			return dates.isAny || days.isAny ? date && weekday : date || weekday
		},
	}
}

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs

/** When it is due next, after this moment; nothing where that never is, or where it is no cron line. */
export function nextFire(line: string, now: number): number | undefined {
	const calendar = calendarOf(line)
	if (calendar === undefined) return undefined
	const today = dayOf(now)
	for (let day = today; day < today + longestDays * dayMs; day += dayMs) {
		const time = calendar.isDay(day) ? calendar.times.findLast((one) => day + one > now) : undefined
		if (time !== undefined) return day + time
	}
	return undefined
}

/** When it was last due, at this moment or before it; nothing where that never was, or where it is no cron line. */
export function lastFire(line: string, now: number): number | undefined {
	const calendar = calendarOf(line)
	if (calendar === undefined) return undefined
	const today = dayOf(now)
	for (let day = today; day > today - longestDays * dayMs; day -= dayMs) {
		const time = calendar.isDay(day) ? calendar.times.find((one) => day + one <= now) : undefined
		if (time !== undefined) return day + time
	}
	return undefined
}
