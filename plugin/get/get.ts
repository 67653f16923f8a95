// Finds what was asked for and prints it, once.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { KubeError } from '../../kube/errors.ts'
import type { Reach } from '../reach.ts'
import { notFound, type Named } from '../target.ts'
import { pathOfOne, type Asked } from './asked.ts'
import { merged, pageOf, type Page } from './entry.ts'
import { ask, list, onlyHere, type Asker } from './fetch.ts'
import { sortedBy } from './sort.ts'
import type { View } from './view.ts'

interface Found {
	readonly pages: readonly Page[]
	readonly failures: readonly Failure[]
}

/** An object that is not there, and not a kind that is not there. */
const isMissing = (reason: unknown): boolean =>
	reason instanceof KubeError && reason.status === 404 && reason.reason === 'NotFound'

export async function getOnce(
	call: Call,
	reach: Reach,
	asked: Asked,
	view: View,
	asker: Asker,
): Promise<number> {
	const { terminal } = call
	const { names, sortBy, ignoresMissing } = asked
	const { pages, failures } =
		names.length > 0
			? await byName(reach, asked, view, asker)
			: { pages: await listed(reach, asked, view, asker), failures: [] }
	const isAlone = names.length === 1
	const isEmpty = pages.every(({ entries }) => entries.length === 0)
	const [failure] = failures
	if (isAlone && failure) throw failure
	if (!(names.length > 0 && isEmpty && ignoresMissing))
		terminal.out(view.all(sortBy === undefined || isAlone ? pages : [sorted(pages, sortBy)], isAlone))
	if (failure) throw together(failures)
	if (isEmpty && !ignoresMissing && view.accept !== 'application/json')
		terminal.err(
			asked.namespace === undefined
				? 'No resources found\n'
				: `No resources found in ${asked.namespace} namespace.\n`,
		)
	return exits.done
}

function sorted(pages: readonly Page[], field: string): Page {
	const { columns, entries } = merged(pages)
	return {
		columns,
		entries: entries.length < 2 ? entries : sortedBy(entries, field, ({ object }) => object),
	}
}

async function byName(
	reach: Reach,
	{ names, ignoresMissing }: Asked,
	view: View,
	asker: Asker,
): Promise<Found> {
	const each = await Promise.all(names.map(async (at) => await one(reach, at, view, asker, ignoresMissing)))
	return {
		pages: each.filter((found) => !(found instanceof Failure) && found !== undefined) as Page[],
		failures: each.filter((found) => found instanceof Failure),
	}
}

async function one(
	reach: Reach,
	at: Named,
	view: View,
	asker: Asker,
	ignoresMissing: boolean,
): Promise<Page | Failure | undefined> {
	try {
		return pageOf(await ask(asker, pathOfOne(at, view.query)))
	} catch (reason) {
		if (!isMissing(reason)) throw reason
		return ignoresMissing ? undefined : await notFound(reach, at)
	}
}

const together = (failures: readonly Failure[]): Failure =>
	failures.length === 1 && failures[0]
		? failures[0]
		: new Failure({
				what: failures.map(({ told }) => told.what).join('; '),
				next: [...new Set(failures.map(({ told }) => told.next))].filter(Boolean).join('; '),
			})

async function listed(reach: Reach, asked: Asked, view: View, asker: Asker): Promise<readonly Page[]> {
	try {
		return (await list(asker, { ...asked, query: { ...asked.query, ...view.query } })).pages
	} catch (reason) {
		throw await onlyHere(reason, reach, asked, asker)
	}
}
