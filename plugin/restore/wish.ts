// A cluster that is given up for a snapshot, as the EtcdRestore that asks for it; why it is not asked for; and what became of it. Pure.
import { imageOf } from '../../api/defaults.ts'
import { apiVersion } from '../../api/names.ts'
import { noRestoreBecause } from '../../api/restore.ts'
import type { RestoreSpec, RestoreStatus } from '../../api/schema/backup.ts'
import type { Snapshot } from '../../api/schema/cluster.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { refOf } from '../cluster.ts'
import type { Cluster } from '../target.ts'
import { unanswered } from '../wait/unanswered.ts'
import type { Chosen } from './chosen.ts'
import { liveLine } from './live.ts'
import type { Plan } from './plan.ts'
import { refuseEarlier } from './version.ts'

export interface Restore extends KubeObject {
	readonly kind?: 'EtcdRestore'
	readonly spec?: RestoreSpec
	readonly status?: RestoreStatus
}

const refused = (what: string, why: string | undefined, next: string): Failure =>
	new Failure({ what, why, next, exit: exits.refused })

/** What the controller would refuse, or leave waiting, is said before anything is made. */
export function refuseInPlace(cluster: Cluster, chosen: Chosen): void {
	const { name, deletionTimestamp } = cluster.metadata
	const ref = refOf(cluster)
	const { version } = imageOf(cluster)
	const tooEarly = noRestoreBecause(version)
	if (deletionTimestamp !== undefined)
		throw refused(
			`not restoring ${name}: it is being deleted`,
			undefined,
			'restore into a new one, without --in-place',
		)
	if (cluster.spec?.paused === true)
		throw refused(
			`not restoring ${name}: it is paused, so that the operator changes nothing`,
			undefined,
			`kubectl etcd resume ${ref}, and then again`,
		)
	if (tooEarly !== undefined)
		throw refused(
			`not restoring ${name}: etcd ${tooEarly}`,
			undefined,
			'restore into a new one of a later version, without --in-place',
		)
	refuseEarlier(chosen, version, 'restore into a new one of that minor, without --in-place')
}

/** With its id, which a restore changes: the same line, run again, gives nothing up. */
export const confirmationOf = ({ metadata: { name }, status }: Cluster): string =>
	status?.clusterID ? `${name}/${status.clusterID}` : name

function unconfirmed(cluster: Cluster, confirm: string | undefined): string {
	const { name } = cluster.metadata
	if (confirm === undefined)
		return `not restoring ${name} without its name and its id once more: what it holds is given up`
	if (confirm === name)
		return `--confirm: "${confirm}" does not say which: what ${name} holds now is given up; write ${confirmationOf(cluster)}`
	if (confirm.startsWith(`${name}/`))
		return `--confirm: "${confirm}" is another cluster than ${name} is now, which is ${confirmationOf(cluster)}: it was restored or made anew since; look at the plan again`
	return `--confirm: "${confirm}" is not "${confirmationOf(cluster)}", which is what this is about`
}

export function refuseUnconfirmed(
	{ cluster, chosen, live }: Plan,
	confirm: string | undefined,
	line: string,
): void {
	if (confirm === confirmationOf(cluster)) return
	throw refused(unconfirmed(cluster, confirm), live && liveLine(live, chosen, 'are given up'), line)
}

/** It names what is given up by its id, which a restore changes: the same said again gives nothing up. */
export function restoreOf(
	{ metadata, status }: Cluster,
	name: string,
	{ storageType, ...snapshot }: Snapshot,
): Restore {
	const confirm = status?.clusterID
	return {
		apiVersion,
		kind: 'EtcdRestore',
		metadata: { name, ...(metadata.namespace !== undefined && { namespace: metadata.namespace }) },
		spec: {
			etcdCluster: { name: metadata.name },
			...(storageType !== undefined && { backupStorageType: storageType }),
			...snapshot,
			...(confirm && { confirm }),
		},
	}
}

/** Thrown is that it was refused, or that the snapshot is of no use. */
export function outcomeOf(
	{ metadata: { generation = 0, namespace = 'default' }, spec, status }: Restore,
	url: string,
): { readonly waits: string } | { readonly ended: string } {
	const { phase = '', reason = '', observedGeneration = 0 } = status ?? {}
	const name = spec?.etcdCluster?.name ?? ''
	if (observedGeneration < generation || phase === '') return { waits: unanswered }
	if (phase === 'Succeeded')
		return {
			ended: `${name} serves what was in ${url}; the others join now: kubectl etcd wait ${name} -n ${namespace}`,
		}
	if (phase === 'Refused')
		throw refused(`${name} was not restored: ${reason}`, undefined, 'nothing of it was touched')
	if (phase === 'Failed')
		throw new Failure({
			what: `${name} was not restored from ${url}: ${reason}`,
			next: `from another snapshot: kubectl etcd restore ${name} -n ${namespace} --in-place --from SNAPSHOT --plan`,
		})
	return { waits: reason === '' ? phase : `${phase}: ${reason}` }
}
