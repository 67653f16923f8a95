// -o custom-columns: titles and what stands under them. Pure.
import { Failure } from '../failure.ts'
import { goText } from './go-text.ts'
import { evaluate } from './jsonpath/evaluate.ts'
import { parseTemplate } from './jsonpath/parse.ts'
import { PathError, type Template } from './jsonpath/nodes.ts'
import { shownSafely } from './safe.ts'
import type { Json } from './value.ts'

export interface CustomColumn {
	readonly title: string
	readonly path: Template
}

/** With or without braces, with or without the first point. */
export function relaxedPath(text: string): string {
	if (text === '') return text
	const [, braced, bare] = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(text) ?? []
	const path = braced ?? bare
	if (path === undefined)
		throw new PathError(
			"unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
		)
	return `{.${path}}`
}

const column = (title: string, path: string): CustomColumn => ({
	title,
	path: parseTemplate(relaxedPath(path)),
})

/** NAME:.metadata.name,SIZE:.spec.size */
export function columnsOf(spec: string): readonly CustomColumn[] {
	if (spec === '') throw new Failure('custom-columns format specified but no custom columns given')
	return spec.split(',').map((part) => {
		const [, title, path] = /^([^:]*):(.*)$/s.exec(part) ?? []
		if (title === undefined || path === undefined)
			throw new Failure(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`)
		return column(title, path)
	})
}

/** A line of titles and a line of paths. */
export function columnsOfFile(text: string): readonly CustomColumn[] {
	const lines = text.split(/\r?\n/)
	const expected =
		'Expected format is one line of space separated headers, one line of space separated column specs.'
	const words = (line: string | undefined, what: string): readonly string[] => {
		if (line === undefined) throw new Failure(`invalid template, missing ${what} line. ${expected}`)
		return line.split(/\s+/).filter((word) => word !== '')
	}
	const given = lines.at(-1) === '' ? lines.slice(0, -1) : lines
	const [titles, paths] = [words(given[0], 'header'), words(given[1], 'spec')]
	if (titles.length !== paths.length)
		throw new Failure(
			`number of headers (${titles.length}) and field specifications (${paths.length}) don't match`,
		)
	return titles.map((title, at) => column(title, paths[at] ?? ''))
}

export const titlesOf = (columns: readonly CustomColumn[]): string =>
	`${columns.map(({ title }) => title).join('\t')}\n`

export const rowOf = (columns: readonly CustomColumn[], object: Json): string =>
	`${columns.map(({ path }) => cellOf(path, object)).join('\t')}\n`

function cellOf(path: Template, object: Json): string {
	const found = evaluate(path, object)
	const none = (found[0]?.length ?? 0) === 0 ? ['<none>'] : []
	return [...none, ...found.flat().map((value) => shownSafely(goText(value)))].join(',')
}
