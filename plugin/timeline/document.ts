// The timeline as a program reads it. Pure. Fields are only ever added to it.
import type { Cluster } from '../target.ts'
import { sorts, type Entry } from './entry.ts'
import type { Window } from './show.ts'

const iso = (at: number): string => new Date(at).toISOString()

export const entryDocument = ({ at, first, count, sort, kind, name, reason, text, who }: Entry) => ({
	time: iso(at),
	first: iso(first),
	count,
	sort: sorts[sort].word,
	kind,
	name,
	reason,
	text,
	...(who !== undefined && { who }),
})

export const timelineDocument = (
	{ metadata }: Cluster,
	{ from, to }: Window,
	entries: readonly Entry[],
	missing: readonly string[],
) => ({
	apiVersion: 'cli.etcd.database.coreos.com/v1',
	kind: 'EtcdTimeline',
	metadata: { name: metadata.name, namespace: metadata.namespace },
	from: iso(from),
	to: iso(to),
	entries: entries.map(entryDocument),
	missing,
})
