// Kubernetes' events as entries: those of the cluster, its pods and its claims, also of pods that are gone. Pure.
import type { KubeObject } from '../../kube/objects.ts'
import { suffixLength } from '../../api/names.ts'
import { timeOf, type Entry, type SortName } from './entry.ts'

export interface KubeEvent extends KubeObject {
	readonly involvedObject?: {
		readonly kind?: string
		readonly namespace?: string
		readonly name?: string
		readonly uid?: string
	}
	readonly type?: string
	readonly reason?: string
	readonly message?: string
	readonly count?: number
	readonly firstTimestamp?: string | null
	readonly lastTimestamp?: string | null
	readonly eventTime?: string | null
	readonly series?: { readonly count?: number; readonly lastObservedTime?: string }
	readonly reportingComponent?: string
	readonly source?: { readonly component?: string }
}

const byReason: Readonly<Record<string, SortName>> = {
	'Birth Recorded': 'born',
	'New Member Added': 'member',
	'Member Removed': 'member',
	'Member Votes': 'member',
	'Member Restarted': 'restart',
	'Leader Moved': 'leader',
	Upgrading: 'upgrade',
	'Member Upgraded': 'upgrade',
	'Downgrade Prepared': 'upgrade',
	'Downgrade Cancelled': 'upgrade',
	'Point Of No Return': 'upgrade',
	'History Compacted': 'upkeep',
	'Member Defragmented': 'upkeep',
	'Volume Grows': 'upkeep',
	'Alarm Disarmed': 'upkeep',
}

/** Everything that a cluster has is named after it. */
const objectNames = (cluster: string): RegExp =>
	new RegExp(
		`^${cluster.replaceAll('.', '\\.')}(-(client|[a-z0-9]{${suffixLength}}|(peer|server|client)-tls))?$`,
	)

const ofOurs = [
	'Pod',
	'PersistentVolumeClaim',
	'Service',
	'PodDisruptionBudget',
	'Certificate',
	'EtcdCluster',
]

/** `known` names what is certainly the cluster's, such as members that were named otherwise by hand. */
export function isAbout(event: KubeEvent, cluster: string, known: ReadonlySet<string>): boolean {
	const { kind = '', name = '' } = event.involvedObject ?? {}
	if (kind === 'EtcdCluster') return name === cluster
	return ofOurs.includes(kind) && (known.has(name) || objectNames(cluster).test(name))
}

export function entryOfEvent(event: KubeEvent): Entry | undefined {
	const { involvedObject, type, reason = '', message = '', series } = event
	const at =
		timeOf(series?.lastObservedTime) ??
		timeOf(event.lastTimestamp) ??
		timeOf(event.eventTime) ??
		timeOf(event.firstTimestamp) ??
		timeOf(event.metadata.creationTimestamp)
	if (at === undefined) return undefined
	const who = event.reportingComponent || event.source?.component
	return {
		at,
		first: timeOf(event.firstTimestamp) ?? timeOf(event.eventTime) ?? at,
		count: Math.max(1, series?.count ?? event.count ?? 1),
		sort: type === 'Warning' ? 'warning' : (byReason[reason] ?? 'event'),
		kind: involvedObject?.kind ?? '',
		name: involvedObject?.name ?? '',
		reason,
		text: message.trim(),
		...(who && { who }),
	}
}
