// Backups and restores. Pure.
import { isCronLine } from '../cron.ts'
import { minorIn, releases } from '../releases.ts'
import { noRestoreBecause } from '../restore.ts'
import type { EtcdBackup, EtcdRestore } from '../types.ts'
import { news, nothing, quoted, refuse, same, warn, type Check } from './finding.ts'
import { keyFindings, sourceFindings } from './source.ts'

const specMissing: Check<EtcdBackup | EtcdRestore> = ({ previous, next }) =>
	next.spec === undefined && (previous === undefined || previous.spec !== undefined)
		? refuse('spec', 'is missing; write where the snapshot is')
		: nothing

type Spec<T extends EtcdBackup | EtcdRestore> = NonNullable<T['spec']>

const backupSource = (spec: Spec<EtcdBackup>) => sourceFindings(spec, spec.storageType, 'spec', 'storageType')
const restoreSource = (spec: Spec<EtcdRestore>) => [
	...sourceFindings(spec, spec.backupStorageType, 'spec', 'backupStorageType'),
	...keyFindings(spec.encryption, 'spec'),
]

const endpointShape = /^(?:(https?):\/\/)?(?:\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::\d{1,5})?\/?$/

const endpointsUnfit: Check<EtcdBackup> = ({ previous, next: { spec } }) => {
	if (spec === undefined || (previous && same(previous.spec?.etcdEndpoints, spec.etcdEndpoints)))
		return nothing
	const field = 'spec.etcdEndpoints'
	const endpoints = spec.etcdEndpoints ?? []
	if (endpoints.length === 0)
		return spec.etcdCluster?.name
			? nothing
			: refuse(field, 'is empty; write addresses such as http://example-client:2379')
	const found = endpoints.flatMap((endpoint, index) =>
		endpointShape.test(endpoint)
			? nothing
			: refuse(
					`${field}[${index}]`,
					`${quoted(endpoint)} is no address; write one such as http://example-client:2379`,
				),
	)
	const schemes = new Set(endpoints.map((endpoint) => endpoint.startsWith('https://')))
	if (schemes.size > 1)
		return [...found, ...refuse(field, 'has http and https; write one of them, as the cluster speaks it')]
	if (schemes.has(false) && spec.clientTLSSecret)
		return [...found, ...warn(field, 'is not https, so clientTLSSecret is not used')]
	return found
}

const scheduleUnfit: Check<EtcdBackup> = ({ previous, next: { spec } }) => {
	const policy = spec?.backupPolicy
	if (policy === undefined || same(previous?.spec?.backupPolicy, policy)) return nothing
	const at = 'spec.backupPolicy'
	const { schedule, backupIntervalInSecond: interval = 0, maxBackups = 0 } = policy
	return [
		...(interval < 0
			? refuse(
					`${at}.backupIntervalInSecond`,
					`${interval} is less than 0; write 0 for one backup, or seconds`,
				)
			: nothing),
		...(maxBackups < 0
			? refuse(`${at}.maxBackups`, `${maxBackups} is less than 0; write 0 to keep all`)
			: nothing),
		...(schedule !== undefined && !isCronLine(schedule)
			? refuse(`${at}.schedule`, `${quoted(schedule)} is not a cron line; write one such as 0 */6 * * *`)
			: nothing),
		...(schedule !== undefined && interval > 0
			? refuse(`${at}.schedule`, 'is set beside backupIntervalInSecond; write one of them')
			: nothing),
	]
}

const drillUnfit: Check<EtcdBackup> = ({ previous, next: { spec } }) => {
	const drill = spec?.drill
	if (drill === undefined || same(previous?.spec?.drill, drill)) return nothing
	const { schedule, version } = drill
	const because = version === undefined ? undefined : noRestoreBecause(version)
	return [
		...(schedule !== undefined && !isCronLine(schedule)
			? refuse('spec.drill.schedule', `${quoted(schedule)} is not a cron line; write one such as 0 4 * * 0`)
			: nothing),
		...(version !== undefined && minorIn(version) === undefined
			? refuse(
					'spec.drill.version',
					`${quoted(version)} is no version of etcd that is known; write one such as ${releases.forNewClusters}`,
				)
			: nothing),
		...(because === undefined
			? nothing
			: refuse('spec.drill.version', `${because}; write a later one such as ${releases.forNewClusters}`)),
	]
}

const restoreOfNothing: Check<EtcdRestore> = ({ previous, next: { spec } }) =>
	spec === undefined ||
	spec.etcdCluster?.name ||
	(previous && same(previous.spec?.etcdCluster, spec.etcdCluster))
		? nothing
		: refuse('spec.etcdCluster.name', 'is missing; write which EtcdCluster is restored')

const restoreDone: Check<EtcdRestore> = ({ previous, next: { spec } }) =>
	previous?.status?.succeeded === true && !same(previous.spec, spec)
		? warn('spec', 'has no effect any more: a restore is carried out once; make a new EtcdRestore')
		: nothing

const encryptionUnfit: Check<EtcdBackup> = ({ previous, next: { spec } }) => {
	const wanted = spec?.encryption
	return same(previous?.spec?.encryption, wanted) ? nothing : keyFindings(wanted, 'spec')
}

export const backupRules = {
	specMissing,
	backupSourceUnfit: ({ previous, next }) => news(backupSource, previous?.spec, next.spec),
	endpointsUnfit,
	scheduleUnfit,
	encryptionUnfit,
	drillUnfit,
} satisfies Record<string, Check<EtcdBackup>>

export const restoreRules = {
	specMissing,
	restoreSourceUnfit: ({ previous, next }) => news(restoreSource, previous?.spec, next.spec),
	restoreOfNothing,
	restoreDone,
} satisfies Record<string, Check<EtcdRestore>>
