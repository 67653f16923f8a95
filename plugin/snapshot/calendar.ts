// Snapshots as a calendar: a row a day with a cell for each hour, or a row a week with a cell for each day; how many were taken, and where one
// was due and none came. Pure. Times are UTC, as schedules are.
import { dueBetween } from '../../api/due.ts'
import type { Look } from '../screen/look.ts'
import { padded } from '../screen/width.ts'
import type { Gap, Schedule } from './gaps.ts'

export interface Taken {
	readonly at: number
	readonly isVerified: boolean
}

export interface Wanted {
	readonly schedule: Schedule
	readonly gaps: readonly Gap[]
	readonly now: number
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const weekMs = 7 * dayMs
/** Of days, or of weeks. */
const mostRows = 14

type Cell = 'later' | 'none' | 'missed' | 'unverified' | number

interface Unit {
	readonly rowMs: number
	readonly cellMs: number
	readonly cellWidth: number
	readonly titles: readonly string[]
	readonly startOf: (at: number) => number
}

const hours = (each: number): Unit => ({
	rowMs: dayMs,
	cellMs: each * hourMs,
	cellWidth: 1,
	// Each quarter of a day where it begins, or each half where two digits have no room.
	titles: Array.from({ length: 24 / each }, (_, at) =>
		(at * each) % (each > 2 ? 12 : 6) === 0 ? String(at * each) : '',
	),
	startOf: (at) => Math.floor(at / dayMs) * dayMs,
})

const days: Unit = {
	rowMs: weekMs,
	cellMs: dayMs,
	cellWidth: 3,
	titles: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
	// The first day of all was a Thursday.
	startOf: (at) => Math.floor((at + 3 * dayMs) / weekMs) * weekMs - 3 * dayMs,
}

const labelWidth = '2026-03-01'.length
const between = '  '

const widthOf = ({ rowMs, cellMs, cellWidth }: Unit): number =>
	labelWidth + between.length + (rowMs / cellMs) * cellWidth

/** By how often it is; narrower, a cell is of several hours. Nothing where not even that fits. */
function unitFor(
	taken: readonly Taken[],
	{ schedule, now }: Wanted,
	width: number | undefined,
): Unit | undefined {
	const inAWeek = dueBetween(schedule, [now - weekMs, now], 8)
	const isOften = inAWeek > 7 || (inAWeek === 0 && taken.every(({ at }) => now - at < mostRows * dayMs))
	const known = isOften ? [hours(1), hours(2), hours(3)] : [days]
	return known.find((unit) => width === undefined || widthOf(unit) <= width)
}

function cellAt(from: number, until: number, taken: readonly Taken[], { schedule, gaps, now }: Wanted): Cell {
	const here = taken.filter(({ at }) => at >= from && at < until)
	if (here.length > 0) return here.some(({ isVerified }) => isVerified) ? here.length : 'unverified'
	const isMissed = gaps.some(({ after, until: end = now }) => {
		const span = [Math.max(from - 1, after ?? schedule.created), Math.min(until - 1, end)] as const
		return span[0] < span[1] && dueBetween(schedule, span, 1) > 0
	})
	return isMissed ? 'missed' : from > now ? 'later' : 'none'
}

const shades = (count: number, { glyphs }: Look): string =>
	count === 1 ? glyphs.hollow : count < 4 ? glyphs.half : glyphs.full

function drawn(cell: Cell, look: Look, width: number): string {
	const { glyphs, paint } = look
	if (cell === 'later') return ' '.repeat(width)
	const [letter, tone] =
		cell === 'none'
			? [glyphs.waiting, paint.dim]
			: cell === 'missed'
				? [glyphs.bad, paint.bad]
				: cell === 'unverified'
					? [glyphs.unknown, paint.warn]
					: [shades(cell, look), paint.good]
	return padded(tone(letter), width)
}

function legend(cells: readonly Cell[], look: Look): string {
	const { glyphs, paint } = look
	const has = (is: (cell: Cell) => boolean): boolean => cells.some(is)
	return [
		has((cell) => cell === 1) && `${paint.good(shades(1, look))} 1`,
		has((cell) => cell === 2 || cell === 3) && `${paint.good(shades(2, look))} 2-3`,
		has((cell) => typeof cell === 'number' && cell > 3) && `${paint.good(shades(4, look))} 4 or more`,
		has((cell) => cell === 'unverified') && `${paint.warn(glyphs.unknown)} not verified`,
		has((cell) => cell === 'missed') && `${paint.bad(glyphs.bad)} missed`,
		has((cell) => cell === 'none') && `${paint.dim(glyphs.waiting)} none`,
	]
		.filter((part) => part !== false)
		.join('   ')
}

/** The latest row is the last; no line where nothing was ever taken or missed, or where there is no room. */
export function calendarLines(taken: readonly Taken[], wanted: Wanted, look: Look): readonly string[] {
	const { now, gaps } = wanted
	const unit = unitFor(taken, wanted, look.width)
	if (unit === undefined || (taken.length === 0 && gaps.length === 0)) return []
	const { rowMs, cellMs, cellWidth, startOf, titles } = unit
	const begins = Math.min(
		...taken.map(({ at }) => at),
		...gaps.map(({ after }) => after ?? wanted.schedule.created),
	)
	const last = startOf(Math.max(now, ...taken.map(({ at }) => at)))
	const first = Math.max(startOf(begins), last - (mostRows - 1) * rowMs)
	const rows: { readonly start: number; readonly cells: readonly Cell[] }[] = []
	for (let start = first; start <= last; start += rowMs) {
		const cells = Array.from({ length: rowMs / cellMs }, (_, at) =>
			cellAt(start + at * cellMs, start + (at + 1) * cellMs, taken, wanted),
		)
		rows.push({ start, cells })
	}
	// A title may be wider than its cell, and has those after it.
	const head = titles.reduce((line, title, at) => padded(line, at * cellWidth) + title, '')
	return [
		`${padded('UTC', labelWidth)}${between}${head}`.trimEnd(),
		...rows.map(({ start, cells }) =>
			`${new Date(start).toISOString().slice(0, 10)}${between}${cells.map((cell) => drawn(cell, look, cellWidth)).join('')}`.trimEnd(),
		),
		legend(
			rows.flatMap(({ cells }) => cells),
			look,
		),
	]
}
