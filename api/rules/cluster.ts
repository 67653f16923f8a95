// What does not fit elsewhere about a cluster: its name, its image, its beginning and its upkeep. Pure.
import { isCronLine } from '../cron.ts'
import { noRestoreBecause } from '../restore.ts'
import { clientServiceName, longestClusterName } from '../names.ts'
import type { EtcdCluster } from '../types.ts'
import { nothing, quoted, refuse, same, warn, type Check } from './finding.ts'
import { keyFindings, sourceFindings } from './source.ts'

const specMissing: Check<EtcdCluster> = ({ previous, next }) =>
	next.spec === undefined && (previous === undefined || previous.spec !== undefined)
		? refuse('spec', 'is missing; write at least size: 3')
		: nothing

const nameTooLong: Check<EtcdCluster> = ({ previous, next }) => {
	const name = next.metadata?.name ?? ''
	if (previous !== undefined || name.length <= longestClusterName) return nothing
	return refuse(
		'metadata.name',
		`has ${name.length} letters; write ${longestClusterName} at most, since the names of members are longer by 11`,
	)
}

/** A Service is named after it, and Services cannot have dots or begin with a digit. */
const nameUnfit: Check<EtcdCluster> = ({ previous, next }) => {
	const name = next.metadata?.name ?? ''
	if (previous !== undefined || name === '' || /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) return nothing
	return refuse(
		'metadata.name',
		`${quoted(name)} cannot name a Service; write a letter, then letters, digits and dashes`,
	)
}

const longestRepository = 512

const repositoryUnfit: Check<EtcdCluster> = ({ previous, next }) => {
	const repository = next.spec?.repository
	if (repository === undefined || previous?.spec?.repository === repository) return nothing
	const field = 'spec.repository'
	const unfit = `${quoted(repository)} is not the name of an image; write one such as gcr.io/etcd-development/etcd`
	if (repository.length > longestRepository) return refuse(field, unfit)
	if (repository.includes('@') || repository.lastIndexOf(':') > repository.lastIndexOf('/'))
		return refuse(
			field,
			`${quoted(repository)} has a tag or digest; write the name alone, and the version as spec.version`,
		)
	return /^[a-z0-9]([-a-z0-9._:/]*[a-z0-9])?$/.test(repository) && !repository.includes('//')
		? nothing
		: refuse(field, unfit)
}

const bootstrapChanges: Check<EtcdCluster> = ({ previous, next }) => {
	const wanted = next.spec?.bootstrap
	if (previous === undefined || wanted === undefined || same(previous.spec?.bootstrap, wanted)) return nothing
	return refuse(
		'spec.bootstrap',
		'is only read at the birth of a cluster; make a new cluster, or an EtcdRestore for this one',
	)
}

const bootstrapUnfit: Check<EtcdCluster> = ({ previous, next }) => {
	const snapshot = next.spec?.bootstrap?.snapshot
	if (previous !== undefined || snapshot === undefined) return nothing
	const field = 'spec.bootstrap.snapshot'
	return [
		...sourceFindings(snapshot, snapshot.storageType, field, 'storageType'),
		...keyFindings(snapshot.encryption, field),
	]
}

/** Only at the birth: afterwards the version moves by other rules. */
const bootstrapTooEarly: Check<EtcdCluster> = ({ previous, next, releases }) => {
	const { bootstrap, version = releases.forNewClusters } = next.spec ?? {}
	if (previous !== undefined || bootstrap?.snapshot === undefined) return nothing
	const because = noRestoreBecause(version)
	return because === undefined
		? nothing
		: refuse(
				'spec.bootstrap.snapshot',
				`${because}; write spec.version ${releases.recommended['3.5']} or later`,
			)
}

const upkeepUnreadable: Check<EtcdCluster> = ({ previous, next }) => {
	const { autoCompaction: compaction, defrag } = next.spec ?? {}
	const found = []
	if (compaction !== undefined && !same(previous?.spec?.autoCompaction, compaction)) {
		const { mode = 'Periodic', retention } = compaction
		const shape = mode === 'Revision' ? /^\d{1,15}$/ : /^(\d{1,6}|(\d{1,6}(h|m|s|ms)){1,4})$/
		if (retention !== undefined && !shape.test(retention))
			found.push({
				field: 'spec.autoCompaction.retention',
				message: `${quoted(retention)} does not fit the mode ${mode}; write ${mode === 'Revision' ? 'a number of revisions such as 10000' : 'a time such as 8h'}`,
			})
	}
	if (
		defrag?.schedule !== undefined &&
		previous?.spec?.defrag?.schedule !== defrag.schedule &&
		!isCronLine(defrag.schedule)
	)
		found.push({
			field: 'spec.defrag.schedule',
			message: `${quoted(defrag.schedule)} is not a cron line; write one such as 30 3 * * 0`,
		})
	return found
}

/** The headless Service has the cluster's name, and one object cannot be both. */
const serviceNameUnfit: Check<EtcdCluster> = ({ previous, next }) => {
	const name = next.spec?.service?.name
	const cluster = next.metadata?.name
	if (name === undefined || previous?.spec?.service?.name === name) return nothing
	const field = 'spec.service.name'
	if (name === cluster)
		return refuse(
			field,
			`${quoted(name)} is the Service by which members find each other; write another name, or leave it out for ${clientServiceName(name)}`,
		)
	return name.length <= 63 && /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)
		? nothing
		: refuse(
				field,
				`${quoted(name)} cannot name a Service; write a letter, then letters, digits and dashes, 63 at most`,
			)
}

const antiAffinityDeprecated: Check<EtcdCluster> = ({ previous, next }) =>
	next.spec?.pod?.antiAffinity === true && previous?.spec?.pod?.antiAffinity !== true
		? warn('spec.pod.antiAffinity', 'is deprecated; write topologySpread: Required, or affinity')
		: nothing

export const otherClusterRules = {
	specMissing,
	nameTooLong,
	nameUnfit,
	repositoryUnfit,
	bootstrapChanges,
	bootstrapUnfit,
	bootstrapTooEarly,
	upkeepUnreadable,
	serviceNameUnfit,
	antiAffinityDeprecated,
} satisfies Record<string, Check<EtcdCluster>>
