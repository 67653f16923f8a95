// What a line of `get` asks for, and what it must not combine.
import type { Flags } from '../line/flags.ts'
import { Failure } from '../failure.ts'
import { kinds, pathOf } from '../../kube/objects.ts'
import { named, type Named } from '../target.ts'

export interface Asked {
	/** None means all of a namespace, or of every one. */
	readonly names: readonly Named[]
	/** Undefined for all. */
	readonly namespace: string | undefined
	readonly query: Readonly<Record<string, string>>
	/** Objects a page; 0 for all at once. */
	readonly page: number
	readonly follows: 'no' | 'after listing' | 'only'
	readonly sortBy: string | undefined
	readonly ignoresMissing: boolean
}

export function askedBy(args: readonly string[], flags: Flags, namespace: string): Asked {
	const everywhere = flags.truth('all-namespaces') === true
	const names = args.map((word) => named(word, namespace))
	const query = {
		...labelled('labelSelector', flags.text('selector')),
		...labelled('fieldSelector', flags.text('field-selector')),
	}
	const sortBy = flags.text('sort-by') || undefined
	const follows = flags.truth('watch-only') ? 'only' : flags.truth('watch') ? 'after listing' : 'no'
	if (names.length > 0 && everywhere)
		throw new Failure({
			what: `${args.join(' ')} cannot be looked for in all namespaces`,
			next: `write NAMESPACE/NAME, or leave out --all-namespaces`,
		})
	if (names.length > 0 && Object.keys(query).length > 0)
		throw new Failure(`${args.join(' ')} cannot be named beside a selector; leave out one of them`)
	if (names.length > 1 && follows !== 'no')
		throw new Failure(`--watch follows one cluster or all of them, and ${names.length} are named; name one`)
	return {
		names,
		namespace: everywhere ? undefined : namespace,
		query,
		page: sortBy === undefined ? (flags.whole('chunk-size') ?? 0) : 0,
		follows,
		sortBy,
		ignoresMissing: flags.truth('ignore-not-found') === true,
	}
}

const labelled = (key: string, value: string | undefined): Readonly<Record<string, string>> =>
	value ? { [key]: value } : {}

const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
	const text = new URLSearchParams(query).toString()
	return text === '' ? path : `${path}?${text}`
}

export const pathOfOne = ({ namespace, name }: Named, query: Readonly<Record<string, string>>): string =>
	withQuery(pathOf(kinds.cluster, { namespace, name: encodeURIComponent(name) }), query)

export const pathOfAll = (namespace: string | undefined, query: Readonly<Record<string, string>>): string =>
	withQuery(pathOf(kinds.cluster, { namespace }), query)
