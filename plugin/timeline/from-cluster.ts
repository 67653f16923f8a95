// What the cluster's own object tells: when it was made, what its conditions came to last, who wrote which fields of it. Pure.
import type { Cluster } from '../target.ts'
import { timeOf, type Entry, type SortName } from './entry.ts'

interface Written {
	readonly manager?: string
	readonly operation?: string
	readonly time?: string
	readonly subresource?: string
	readonly fieldsV1?: Readonly<Record<string, unknown>>
}

const mostFields = 6

/** One that says that something is wrong, or that what should hold does not. */
const isBad = (type: string, status: string): boolean =>
	type === 'Available' ? status === 'False' : ['Degraded', 'Invalid'].includes(type) && status === 'True'

export function entriesOfCluster(cluster: Cluster): readonly Entry[] {
	const { metadata, status } = cluster
	const entry = (time: string | undefined, sort: SortName, reason: string, text: string, who?: string) => {
		const at = timeOf(time)
		if (at === undefined) return []
		const one: Entry = {
			at,
			first: at,
			count: 1,
			sort,
			kind: 'EtcdCluster',
			name: metadata.name,
			reason,
			text,
		}
		return [who === undefined ? one : { ...one, who }]
	}
	const backup = status?.lastBackup
	/** What it came to be as it was made is no news. */
	const isFirst = (value: string, time: string | undefined): boolean =>
		value === 'False' && time === metadata.creationTimestamp
	return [
		...entry(metadata.creationTimestamp, 'born', 'Created', 'made'),
		...entry(metadata.deletionTimestamp, 'warning', 'Deleted', 'asked to be deleted'),
		...(status?.conditions ?? [])
			.filter(
				({ type = '', status: value = '', lastTransitionTime }) =>
					isBad(type, value) || !isFirst(value, lastTransitionTime),
			)
			.flatMap(({ type = '', status: value = '', reason = '', message = '', lastTransitionTime }) =>
				entry(
					lastTransitionTime,
					isBad(type, value) ? 'warning' : 'condition',
					type,
					[`${type} is ${value}${reason === '' ? '' : ` (${reason})`}`, message].filter(Boolean).join(': '),
				),
			),
		...(backup === undefined
			? []
			: entry(
					backup.time,
					'snapshot',
					'Backup',
					[
						`${backup.name ?? 'a backup'} was verified`,
						backup.revision === undefined ? '' : `revision ${backup.revision}`,
						backup.location ?? '',
					]
						.filter(Boolean)
						.join(', '),
				)),
		...writersOf(cluster)
			.filter(({ subresource }) => subresource !== 'status')
			.flatMap(({ time, fieldsV1, manager }) => {
				const fields = fieldsIn(fieldsV1 ?? {})
				return fields.length === 0 ? [] : entry(time, 'edit', 'Written', listed(fields), manager)
			}),
	]
}

const writersOf = ({ metadata }: Cluster): readonly Written[] =>
	(metadata as { readonly managedFields?: readonly Written[] }).managedFields ?? []

const under = (fields: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
	Object.keys((fields[`f:${name}`] ?? {}) as Readonly<Record<string, unknown>>)
		.filter((key) => key.startsWith('f:'))
		.map((key) => key.slice(2))

/** kubectl's own note of what it applied says nothing that the fields do not. */
function fieldsIn(fields: Readonly<Record<string, unknown>>): readonly string[] {
	const metadata = (fields['f:metadata'] ?? {}) as Readonly<Record<string, unknown>>
	return [
		...under(fields, 'spec').map((name) => `spec.${name}`),
		...under(metadata, 'annotations')
			.filter((name) => name !== 'kubectl.kubernetes.io/last-applied-configuration')
			.map((name) => `annotation ${name}`),
		...under(metadata, 'labels').map((name) => `label ${name}`),
	]
}

function listed(fields: readonly string[]): string {
	const more = fields.length - mostFields
	return `wrote ${fields.slice(0, mostFields).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
