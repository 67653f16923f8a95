// Prints objects one by one, or as the list that they are together. Pure.
import { Failure } from '../failure.ts'
import { rowOf, titlesOf, type CustomColumn } from './columns.ts'
import type { Format } from './format.ts'
import { jsonText } from './json.ts'
import { PathError } from './jsonpath/nodes.ts'
import { printPath } from './jsonpath/print.ts'
import { nameOf, withoutManagedFields } from './object.ts'
import { Tabs } from './tabs.ts'
import type { Json, JsonObject } from './value.ts'
import { yamlText } from './yaml.ts'

export interface Printer {
	one(object: JsonObject): string
	list(objects: readonly JsonObject[]): string
}

export interface Choices {
	readonly headers: boolean
	readonly managedFields: boolean
	readonly allowsMissing: boolean
}

/** What kubectl wraps several objects in. */
const listOf = (items: readonly JsonObject[]): JsonObject => ({
	apiVersion: 'v1',
	kind: 'List',
	metadata: { resourceVersion: '' },
	items,
})

export function printerOf(format: Exclude<Format, { is: 'table' }>, choices: Choices): Printer {
	if (format.is === 'name')
		return { one: nameOf, list: (objects) => objects.map((object) => nameOf(object)).join('') }
	if (format.is === 'columns') return columnsPrinter(format.columns, choices.headers)
	const write = format.is === 'path' ? pathWriter(format, choices) : documentWriter(format.is)
	const seen = (object: JsonObject): JsonObject =>
		format.is === 'path' || choices.managedFields ? object : withoutManagedFields(object)
	return { one: (object) => write(seen(object)), list: (objects) => write(listOf(objects.map(seen))) }
}

/** Documents of YAML that follow one another are parted. */
function documentWriter(is: 'json' | 'yaml'): (value: Json) => string {
	if (is === 'json') return (value) => `${jsonText(value, { indent: '    ' })}\n`
	let count = 0
	return (value) => (count++ === 0 ? '' : '---\n') + yamlText(value)
}

const pathWriter =
	({ written, template, asJson }: Format & { is: 'path' }, { allowsMissing }: Choices) =>
	(value: Json): string =>
		executing(written, () => printPath(template, value, { asJson, allowsMissing }))

function executing(written: string, print: () => string): string {
	try {
		return print()
	} catch (reason) {
		if (reason instanceof PathError)
			throw new Failure(`error executing jsonpath ${JSON.stringify(written)}: ${reason.message}`, reason)
		throw reason
	}
}

/** The titles come once, and what comes later stands under them. */
function columnsPrinter(columns: readonly CustomColumn[], headers: boolean): Printer {
	const tabs = new Tabs()
	let hasTitles = !headers
	const list = (objects: readonly JsonObject[]): string => {
		const titles = hasTitles ? '' : titlesOf(columns)
		hasTitles = true
		const rows = objects.map((object) => executing('of a column', () => rowOf(columns, object)))
		return tabs.write([titles, ...rows].join('')) + tabs.flush()
	}
	return { one: (object) => list([object]), list }
}
