// One cluster of an answer, as an object or as a row of the API server's table, without a model that would lose fields. Pure.
import { isList, isObject, type Json, type JsonObject } from '../output/value.ts'
import type { Column, Row } from './table.ts'

export interface Entry {
	/** With its metadata at least. */
	readonly object: JsonObject
	readonly row: Row | undefined
}

export interface Page {
	readonly columns: readonly Column[]
	readonly entries: readonly Entry[]
}

const objects = (value: Json | undefined): readonly JsonObject[] =>
	value !== undefined && isList(value) ? value.filter(isObject) : []

/** A server that makes no tables answers with objects; those of a list are in order. */
export function pageOf(answer: Json): Page {
	if (!isObject(answer)) return { columns: [], entries: [] }
	if (answer['kind'] === 'Table') {
		const rows = objects(answer['rows']) as unknown as readonly Row[]
		return {
			columns: objects(answer['columnDefinitions']) as unknown as readonly Column[],
			entries: rows.map((row) => ({ object: row.object ?? {}, row })),
		}
	}
	const isMany =
		typeof answer['kind'] === 'string' && answer['kind'].endsWith('List') && answer['items'] !== undefined
	const found = isMany ? objects(answer['items']) : [answer]
	return { columns: [], entries: found.map((object) => ({ object, row: undefined })) }
}

export const merged = (pages: readonly Page[]): Page => ({
	columns: pages[0]?.columns ?? [],
	entries: pages.flatMap(({ entries }) => entries),
})
