// What is next for an EtcdRestore. Pure. Nothing of its cluster is touched here: once its snapshot is known to be whole, the cluster's own
// pass takes it from the status and begins anew.
import { judge } from '../../api/judge.ts'
import { noRestoreBecause } from '../../api/restore.ts'
import type { RestoreStatus } from '../../api/schema/backup.ts'
import { saidIn, type Fetched } from '../../api/task.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Observed } from '../observed.ts'
import { isDeclared } from '../rules/facts.ts'
import { mustConfirm } from '../rules/restore.ts'
import { clusterOf, isJudged, phases, type StoredRestore } from './asked.ts'

export interface RestoreSeen {
	readonly restore: StoredRestore
	/** Nothing when there is no such cluster. */
	readonly cluster: Observed | undefined
	/** That looks at the snapshot. */
	readonly pod: Pod | undefined
}

export type Decision = Readonly<
	| { do: 'nothing' }
	/** A pod is made that looks at the snapshot, for an etcd of this minor. */
	| { do: 'look'; minor: string; say: RestoreStatus }
	/** `over`: whatever comes, this was all. */
	| { do: 'say'; say: RestoreStatus; over: boolean }
>

const ended: readonly string[] = [phases.succeeded, phases.failed]

export function isOver(restore: StoredRestore): boolean {
	const { phase = '' } = restore.status ?? {}
	return ended.includes(phase) || (phase === phases.refused && isJudged(restore))
}

const refused = (reason: string): Decision => ({
	do: 'say',
	over: true,
	say: { phase: phases.refused, succeeded: false, reason },
})

const saying = (phase: string, reason = ''): RestoreStatus => ({ phase, reason })

/** Why nothing is begun, and what a person can do; asked as long as nothing has begun. */
function refusal(restore: StoredRestore, cluster: Observed | undefined): string | undefined {
	const [finding] = judge('EtcdRestore', undefined, restore).filter(({ warning }) => warning !== true)
	if (finding) return `${finding.field}: ${finding.message}`
	const name = clusterOf(restore)
	if (cluster === undefined)
		return `there is no EtcdCluster ${name} in this namespace: create one with this snapshot as spec.bootstrap.snapshot`
	if (cluster.deleting) return `EtcdCluster ${name} is being deleted`
	if (cluster.heldBecause) return `EtcdCluster ${name}: ${cluster.heldBecause.message}`
	if (cluster.wanted === undefined) return `EtcdCluster ${name} has a spec that cannot be used: mend it first`
	const because = noRestoreBecause(cluster.wanted.target)
	if (because !== undefined) return `${because}: write a later spec.version into EtcdCluster ${name}`
	return mustConfirm(cluster, restore.spec?.confirm ?? '')
}

const snapshotOf = ({ location, bytes, sha256, revision, minor, takenAt, manifest }: Fetched) => ({
	location,
	bytes,
	sha256,
	revision,
	...(minor !== undefined && { minor }),
	...(takenAt !== undefined && { takenAt }),
	manifest,
})

function looked(pod: Pod): Decision {
	const [task] = pod.status?.containerStatuses ?? []
	const said = saidIn((task?.state?.terminated ?? task?.lastState?.terminated)?.message)
	if (said?.ok === true && said.fetched)
		return {
			do: 'say',
			over: false,
			say: { ...saying(phases.verified, 'the snapshot is whole'), snapshot: snapshotOf(said.fetched) },
		}
	if (said?.ok === false && said.lasting)
		return { do: 'say', over: true, say: { phase: phases.failed, succeeded: false, reason: said.message } }
	const unscheduled = pod.status?.conditions?.find(
		({ type, status }) => type === 'PodScheduled' && status === 'False',
	)
	const waits = task?.state?.waiting?.message ?? unscheduled?.message
	return {
		do: 'say',
		over: false,
		say: saying(phases.verifying, said?.ok === false ? said.message : (waits ?? '')),
	}
}

/** Its cluster has begun anew, and does what it does at any birth. */
function following(cluster: Observed): Decision {
	const { conditions = [] } = cluster.status
	const degraded = conditions.find(({ type, status }) => type === 'Degraded' && status === 'True')
	const available = conditions.find(({ type }) => type === 'Available')
	if (isDeclared(cluster) && available?.status === 'True')
		return { do: 'say', over: true, say: { phase: phases.succeeded, succeeded: true, reason: '' } }
	return {
		do: 'say',
		over: false,
		say: saying(phases.restoring, degraded?.message ?? available?.message ?? ''),
	}
}

export function decide({ restore, cluster, pod }: RestoreSeen): Decision {
	if (isOver(restore) || restore.metadata.deletionTimestamp !== undefined) return { do: 'nothing' }
	const { status = {}, metadata } = restore
	if (cluster !== undefined && cluster.status.birth?.restore === metadata.uid) return following(cluster)
	if (status.phase === phases.restoring)
		return {
			do: 'say',
			over: true,
			say: {
				phase: phases.failed,
				succeeded: false,
				reason: 'the cluster was given up, or restored anew, before this was done',
			},
		}
	const because = refusal(restore, cluster)
	if (because !== undefined || cluster?.wanted === undefined) return refused(because ?? '')
	if (status.phase === phases.verified && isJudged(restore))
		return cluster.paused
			? {
					do: 'say',
					over: false,
					say: saying(phases.verified, 'spec.paused of the cluster is true: it begins when that ends'),
				}
			: { do: 'say', over: false, say: saying(phases.verified, status.reason ?? '') }
	if (pod === undefined)
		return {
			do: 'look',
			minor: cluster.wanted.targetMinor,
			say: saying(phases.verifying, 'the snapshot is being looked at'),
		}
	return looked(pod)
}
