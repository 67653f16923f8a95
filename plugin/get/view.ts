// How what was found is shown: as the API server's table, or as documents. Pure.
import type { Flags } from '../line/flags.ts'
import { Failure } from '../failure.ts'
import { kinds } from '../../kube/objects.ts'
import { groupKind } from '../output/object.ts'
import { printerOf } from '../output/printer.ts'
import type { Format } from '../output/format.ts'
import type { Page } from './entry.ts'
import { TablePrinter } from './table.ts'

export interface View {
	readonly accept: string
	readonly query: Readonly<Record<string, string>>
	/** One of what a watch says, or one that was named alone. */
	one(page: Page): string
	/** `isAlone` where a single one was named: then it is no list. */
	all(pages: readonly Page[], isAlone: boolean): string
}

const tables = ['application/json;as=Table;v=v1;g=meta.k8s.io', 'application/json'].join(',')

export function viewOf(format: Format, flags: Flags, withNamespace: boolean): View {
	const headers = flags.truth('no-headers') !== true
	const showLabels = flags.truth('show-labels') === true
	if (format.is !== 'table') {
		if (showLabels) throw new Failure(`--show-labels adds a column, and -o ${flags.text('output')} has none`)
		const printer = printerOf(format, {
			headers,
			managedFields: flags.truth('show-managed-fields') === true,
			allowsMissing: flags.truth('allow-missing-template-keys') !== false,
		})
		const one = ({ entries }: Page): string => entries.map(({ object }) => printer.one(object)).join('')
		return {
			accept: 'application/json',
			query: {},
			one,
			all: (pages, isAlone) =>
				isAlone
					? pages.map(one).join('')
					: printer.list(pages.flatMap(({ entries }) => entries.map(({ object }) => object))),
		}
	}
	const printer = new TablePrinter({
		wide: format.wide,
		headers,
		withNamespace,
		kind: flags.truth('show-kind') ? groupKind({ ...kinds.cluster }) : undefined,
		labelColumns: flags.all('label-columns').flatMap((labels) => labels.split(',')),
		showLabels,
	})
	const all = (pages: readonly Page[]): string =>
		pages
			.map(({ columns, entries }) =>
				printer.write(
					columns,
					entries.flatMap(({ row }) => (row === undefined ? [] : [row])),
				),
			)
			.join('') + printer.flush()
	return {
		accept: tables,
		// A field to sort by may be anywhere in the object.
		query: flags.text('sort-by') ? { includeObject: 'Object' } : {},
		one: (page) => all([page]),
		all,
	}
}
