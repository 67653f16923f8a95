// The API server's own table, printed as kubectl prints it, with the columns that flags add. Pure.
import { goText } from '../output/go-text.ts'
import { labelsOf, namespaceOf } from '../output/object.ts'
import { shownSafely } from '../output/safe.ts'
import { Tabs } from '../output/tabs.ts'
import type { Json, JsonObject } from '../output/value.ts'

export interface Column {
	readonly name: string
	readonly type: string
	readonly format?: string
	readonly priority?: number
}

export interface Row {
	readonly cells: readonly Json[]
	readonly object?: JsonObject
}

export interface TableChoices {
	readonly wide: boolean
	readonly headers: boolean
	readonly withNamespace: boolean
	/** What stands before names, with --show-kind. */
	readonly kind: string | undefined
	readonly labelColumns: readonly string[]
	readonly showLabels: boolean
}

const text = (name: string): Column => ({ name, type: 'string' })

/** What would break the line ends the cell. */
function shown(cell: Json): string {
	if (cell === null) return ''
	if (typeof cell !== 'string') return shownSafely(goText(cell))
	const [line = ''] = cell.split(/[\f\n\r]/, 1)
	return shownSafely(line) + (line.length < cell.length ? '...' : '')
}

const labelsText = (labels: Readonly<Record<string, string>>): string =>
	Object.keys(labels)
		.map((key) => `${key}=${labels[key]}`)
		.toSorted()
		.join(',') || '<none>'

/** Titles come before the first row, and again only where the columns become others. */
export class TablePrinter {
	readonly #tabs = new Tabs()
	readonly #choices: TableChoices
	#columns: readonly Column[] = []
	#hasTitles = false

	constructor(choices: TableChoices) {
		this.#choices = choices
	}

	/** In a watch the columns are said once and not again. */
	write(columns: readonly Column[], rows: readonly Row[]): string {
		if (columns.length > 0 && JSON.stringify(columns) !== JSON.stringify(this.#columns)) {
			this.#columns = columns
			this.#hasTitles = false
		}
		if (rows.length === 0) return ''
		const all = this.#decorated()
		const kept = all.flatMap(({ priority = 0 }, at) => (this.#choices.wide || priority === 0 ? [at] : []))
		const titles = kept.map((at) => all[at]?.name.toUpperCase() ?? '').join('\t')
		const lines = rows.map((row) => {
			const cells = this.#cells(row)
			return kept.map((at) => shown(cells[at] ?? null)).join('\t')
		})
		const isFirst = this.#choices.headers && !this.#hasTitles
		this.#hasTitles = true
		return this.#tabs.write([...(isFirst ? [titles] : []), ...lines].map((line) => `${line}\n`).join(''))
	}

	readonly flush = (): string => this.#tabs.flush()

	#decorated(): readonly Column[] {
		const { withNamespace, labelColumns, showLabels } = this.#choices
		return [
			...(withNamespace ? [text('Namespace')] : []),
			...this.#columns,
			...labelColumns.map((label) => text(label.split('/').at(-1) ?? '')),
			...(showLabels ? [text('Labels')] : []),
		]
	}

	#cells({ cells, object }: Row): readonly Json[] {
		const { withNamespace, labelColumns, showLabels, kind } = this.#choices
		const nameAt = this.#columns.findIndex(({ format, type }) => format === 'name' && type === 'string')
		const labels = labelsOf(object)
		return [
			...(withNamespace ? [namespaceOf(object)] : []),
			...this.#columns.map((_, at) => {
				const cell = cells[at] ?? null
				return kind !== undefined && at === nameAt ? `${kind}/${goText(cell)}` : cell
			}),
			...labelColumns.map((label) => labels[label] ?? ''),
			...(showLabels ? [labelsText(labels)] : []),
		]
	}
}
