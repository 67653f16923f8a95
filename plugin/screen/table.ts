// Columns as kubectl prints them: three spaces between, nothing after the last, capitals above. Pure.
import { padded, padLeft, widthOf } from './width.ts'

export interface Column<Row> {
	readonly title: string
	readonly of: (row: Row) => string
	/** Numbers that are compared stand under one another. */
	readonly right?: true
	/** Where the screen is too narrow the highest goes first; without one it stays. */
	readonly dropped?: number
}

const gap = '   '

const lineWidth = (widths: readonly number[]): number =>
	widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1)

export interface Layout {
	readonly width: number | undefined
	readonly headers: boolean
}

/** Narrower than all columns need, it drops columns and never wraps. */
export function table<Row>(
	rows: readonly Row[],
	columns: readonly Column<Row>[],
	{ width, headers }: Layout = { width: undefined, headers: true },
): readonly string[] {
	const measured = columns.map((column) => {
		const cells = rows.map((row) => column.of(row))
		const title = headers ? column.title : ''
		return { column, title, cells, width: Math.max(widthOf(title), ...cells.map(widthOf)) }
	})
	const inOrder = measured
		.filter(({ column }) => column.dropped !== undefined)
		.toSorted((one, other) => (other.column.dropped ?? 0) - (one.column.dropped ?? 0))
	const isTooWide = (all: typeof measured): boolean =>
		width !== undefined && lineWidth(all.map((one) => one.width)) > width
	let shown = measured
	for (const one of inOrder) if (isTooWide(shown)) shown = shown.filter((other) => other !== one)
	const line = (cellOf: (one: (typeof measured)[number]) => string): string =>
		shown
			.map((one) => (one.column.right ? padLeft : padded)(cellOf(one), one.width))
			.join(gap)
			.trimEnd()
	return [
		...(headers ? [line(({ title }) => title)] : []),
		...rows.map((_, at) => line(({ cells }) => cells[at] ?? '')),
	]
}
