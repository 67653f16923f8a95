// What checks judge besides the look at a cluster: of Kubernetes once, and of each cluster.
import { apiVersion, clientsName, group, ports } from '../../api/names.ts'
import { hostOf, refOf } from '../cluster.ts'
import { clientsSpeakTls } from '../../api/tls.ts'
import { askMetrics } from '../../etcd/ask-http.ts'
import { countOf, quantile } from '../../etcd/histogram.ts'
import type { Metrics } from '../../etcd/metrics.ts'
import { forwardTo } from '../../kube/forward.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Command } from '../command.ts'
import { checkInstall } from '../install/checks.ts'
import { home } from '../install/operator.ts'
import { permitted } from '../rbac/may.ts'
import type { Reach } from '../reach.ts'
import type { Sight } from '../sight/sight.ts'
import type { Cluster } from '../target.ts'
import type { Backup, Definition, Facts, Heartbeat, Install, Meters, Policy } from './facts.ts'
import { skewOf } from '../version/skew.ts'
import { lookAround } from '../version/seen.ts'
import { seen } from './seen.ts'

const definitions: Kind = {
	apiVersion: 'apiextensions.k8s.io/v1',
	kind: 'CustomResourceDefinition',
	plural: 'customresourcedefinitions',
	clusterWide: true,
}
const backups: Kind = { apiVersion, kind: 'EtcdBackup', plural: 'etcdbackups' }

interface NodeLease extends KubeObject {
	readonly spec?: { readonly renewTime?: string }
}

export async function installOf(reach: Reach, plugin: string): Promise<Install> {
	const { kube } = reach
	const [checked, around, definition, heartbeats] = await Promise.all([
		checkInstall(reach),
		lookAround(reach),
		seen(
			'get customresourcedefinitions',
			async () => await kube.get<Definition>(definitions, { name: `etcdclusters.${group}` }),
		),
		seen('list leases in kube-node-lease', async () => {
			const all = await kube.list<NodeLease>(kinds.lease, { namespace: 'kube-node-lease' })
			return all
				.map(({ metadata, spec }): Heartbeat => ({
					node: metadata.name,
					at: Date.parse(spec?.renewTime ?? ''),
				}))
				.filter(({ at }) => !Number.isNaN(at))
		}),
	])
	return { checked, definition, skew: skewOf(plugin, around.operatorVersion), heartbeats }
}

/** As `kubectl etcd rbac --for doctor` grants them. */
async function missingOf(
	reach: Reach,
	{ metadata, spec }: Cluster,
	command: Command,
): Promise<Facts['missing']> {
	const asked = {
		...command,
		rights: command.rights.filter(({ named }) => !named || clientsSpeakTls(spec?.TLS)),
	}
	return await seen('ask what you may do', async () => {
		const where = { namespace: metadata.namespace, home, secrets: [clientsName(metadata.name)] }
		const found = await permitted(reach, [asked], where)
		return found.flatMap(({ missing }) => missing)
	})
}

const fewestTrips = 5

function metersOf(metrics: Metrics, now: number): Meters {
	const trips = [...metrics.roundTrips.values()].filter((one) => countOf(one) >= fewestTrips)
	const usual = trips.flatMap((one) => quantile(one, 0.5)?.seconds ?? [])
	return {
		fsyncs: metrics.fsync ? countOf(metrics.fsync) : 0,
		fsyncP99: metrics.fsync && quantile(metrics.fsync, 0.99)?.seconds,
		commitP99: metrics.commit && quantile(metrics.commit, 0.99)?.seconds,
		roundTrip: usual.length === 0 ? undefined : Math.max(...usual),
		pending: metrics.pending ?? 0,
		slowApplies: metrics.slowApplies ?? 0,
		leaderChanges: metrics.leaderChanges,
		upSeconds: metrics.startedAt === undefined ? undefined : Math.max(0, (now - metrics.startedAt) / 1000),
	}
}

async function allMeters(
	{ api }: Reach,
	{ members, cluster }: Sight,
	{ timeoutMs, signal }: How,
): Promise<ReadonlyMap<string, Meters>> {
	const { namespace = '' } = cluster.metadata
	const port = ports.metrics
	const heard = members.filter(({ report }) => report !== undefined)
	const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
	const each = await Promise.all(
		heard.map(async ({ name }) => {
			const dial = async () => await forwardTo(api, { namespace, pod: name, port }, until)
			// Whoever does not tell is missing, and the checks say so.
			const told = await askMetrics({ host: hostOf(cluster, name), port, dial }, timeoutMs).catch(
				() => undefined,
			)
			return told && ([name, metersOf(told, Date.now())] as const)
		}),
	)
	return new Map(each.filter((one) => one !== undefined))
}

export interface How {
	readonly timeoutMs: number
	readonly signal: AbortSignal
}

export async function factsOf(
	reach: Reach,
	sight: Sight,
	{ install, command }: { readonly install: Install; readonly command: Command },
	how: How,
): Promise<Omit<Facts, 'compared'>> {
	const { kube } = reach
	const { namespace = '' } = sight.cluster.metadata
	const [meters, missing, saved, policies] = await Promise.all([
		allMeters(reach, sight, how),
		missingOf(reach, sight.cluster, command),
		seen('list etcdbackups', async () => await kube.list<Backup>(backups, { namespace })),
		seen('list networkpolicies', async () => await kube.list<Policy>(kinds.networkPolicy, { namespace })),
	])
	return {
		install,
		sight,
		ref: refOf(sight.cluster),
		meters,
		missing,
		backups: saved,
		policies,
	}
}
