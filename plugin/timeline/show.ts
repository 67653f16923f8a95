// The timeline as a person reads it: the strip, what its letters mean, and a line for each entry. Pure.
import type { Paint } from '../screen/paint.ts'
import { harmless } from '../screen/harmless.ts'
import { strip } from '../screen/strip.ts'
import { padded } from '../screen/width.ts'
import { sorts, type Entry, type SortName } from './entry.ts'

export interface Window {
	readonly from: number
	readonly to: number
}

export interface Screen {
	readonly paint: Paint
	readonly width: number | undefined
	readonly ascii: boolean
}

const dayMs = 86_400_000
const pipeWidth = 100

const iso = (at: number): string => new Date(at).toISOString()
const isOneDay = ({ from, to }: Window): boolean => iso(from).slice(0, 10) === iso(to).slice(0, 10)

/** Times of one day are times of day; others have their date, and those of another year that, too. */
const dated = (at: number, window: Window, length: 16 | 19): string => {
	if (isOneDay({ from: at, to: window.to }) && isOneDay(window)) return iso(at).slice(11, length)
	const year = window.to - window.from > 300 * dayMs ? 0 : 5
	return iso(at).slice(year, length).replace('T', ' ')
}

const names = Object.keys(sorts) as readonly SortName[]

export function stripLines(
	entries: readonly Entry[],
	window: Window,
	{ width, ascii, paint }: Screen,
): readonly string[] {
	const points = entries.flatMap(({ at, sort }) => {
		const { letter } = sorts[sort]
		return letter === undefined ? [] : [{ at, letter }]
	})
	const line = strip(points, {
		...window,
		width: width ?? pipeWidth,
		ascii,
		order: names.map((name) => sorts[name].letter ?? '').join(''),
		label: (at) => dated(at, window, 16),
	})
	if (line === undefined) return []
	const used = names.filter(
		(name) => sorts[name].letter !== undefined && entries.some(({ sort }) => sort === name),
	)
	const legend = used.map((name) => `${sorts[name].letter} ${sorts[name].word}`).join('  ')
	return [line, paint.dim([legend, 'times are UTC'].filter(Boolean).join('   ')), '']
}

function painted(sort: SortName, text: string, { bad, warn, dim, strong }: Paint): string {
	if (sort === 'warning') return bad(text)
	if (sort === 'restart') return warn(text)
	return sort === 'event' || sort === 'condition' ? dim(text) : strong(text)
}

const wordWidth = Math.max(...names.map((name) => sorts[name].word.length))

export interface Lines extends Window {
	readonly cluster: string
	/** How wide the names are. */
	readonly nameWidth: number
}

export function entryLine(entry: Entry, window: Lines, { paint, ascii }: Screen): string {
	const { at, first, count, sort, kind, name, reason, text, who } = entry
	const subject = kind === 'EtcdCluster' && name === window.cluster ? '' : name
	const said = sort === 'event' || sort === 'warning' ? [reason, text].filter(Boolean).join(': ') : text
	const again = count > 1 ? ` ${ascii ? 'x' : '×'}${count} since ${dated(first, window, 19)}` : ''
	return [
		dated(at, window, 19),
		painted(sort, padded(sorts[sort].word, wordWidth), paint),
		padded(subject, window.nameWidth),
		`${harmless(said.replace(/\s+/g, ' '))}${paint.dim(again)}${who === undefined || sort !== 'edit' ? '' : paint.dim(` by ${who}`)}`,
	]
		.join('  ')
		.trimEnd()
}
