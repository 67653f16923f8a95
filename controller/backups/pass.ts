// One pass over one EtcdBackup: look, decide, act, say. Jobs take the backups; here they are begun, and what they say is written down.
import { judge, read } from '../../api/judge.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import type { Kube } from '../../kube/client.ts'
import { isConflict } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Copy } from '../../kube/watch.ts'
import type { Log } from '../../runtime/log.ts'
import { patchBetween } from '../merge-patch.ts'
import type { Again } from '../reconcile.ts'
import { normal, warning, type Teller } from '../tell.ts'
import { idOf, type Copies, type Key } from '../world.ts'
import { backupJob } from './job.ts'
import type { BackupMetrics } from './metrics.ts'
import type { SeenBackup } from './observed.ts'
import { clusterOf, type StoredBackup } from './newest.ts'
import { drillJob } from './drill/job.ts'
import { planDrill, type DrillPlan } from './drill/plan.ts'
import { withDrill } from './drill/status.ts'
import { planBackup, type BackupPlan } from './plan.ts'
import { readyFor } from './ready.ts'
import { runsOf, type Job } from './runs.ts'
import { failureText, statusOfBackup } from './status.ts'

interface BackupCopies {
	readonly backups: Copy<StoredBackup>
	readonly jobs: Copy<Job>
	readonly pods: Copy<Pod>
	readonly clusters: Copies['clusters']
}

export interface BackupWorld {
	readonly kube: Kube
	readonly copies: BackupCopies
	readonly log: Log
	readonly tell: Teller
	readonly metrics: BackupMetrics
	/** Of this very process; Jobs run it, too. */
	readonly image: string
	readonly heldBecause: () => string | undefined
}

/** coreos' operator would have taken it off; it is not there any more. */
const oldFinalizer = 'backup-operator-periodic'

async function letGo({ kube }: BackupWorld, key: Key, { metadata }: StoredBackup): Promise<void> {
	const { finalizers = [], resourceVersion } = metadata
	if (!finalizers.includes(oldFinalizer)) return
	const left = finalizers.filter((one) => one !== oldFinalizer)
	await kube.merge(kinds.backup, key, { metadata: { resourceVersion, finalizers: left } })
}

function observed({ copies }: BackupWorld, key: Key, stored: StoredBackup): SeenBackup {
	const { metadata, status = {} } = stored
	const { spec = {} } = read('EtcdBackup', stored)
	const uid = metadata.uid ?? ''
	const id = idOf(key)
	const findings = judge('EtcdBackup', undefined, stored)
	return {
		...key,
		uid,
		generation: metadata.generation,
		created: Date.parse(metadata.creationTimestamp ?? ''),
		now: Date.now(),
		spec,
		status,
		findings: findings.filter(({ warning: isWarning }) => !isWarning),
		...runsOf(uid, [...copies.jobs.of(id)], [...copies.pods.of(id)]),
	}
}

const wanted = ({ copies }: BackupWorld, { namespace, spec }: SeenBackup) => ({
	namespace,
	spec,
	clusterOf: (key: Key) => copies.clusters.get(key.namespace, key.name),
})

async function start(
	{ kube, copies, log }: BackupWorld,
	{ namespace, name }: SeenBackup,
	job: ReturnType<typeof backupJob>,
): Promise<void> {
	try {
		copies.jobs.learn(await kube.create<Job>(kinds.job, job))
		log.info({ namespace, name, job: job.metadata.name }, 'Job begun')
	} catch (reason) {
		// By an earlier pass, whose answer was lost.
		if (!isConflict(reason)) throw reason
	}
}

async function tidy({ kube }: BackupWorld, { namespace }: SeenBackup, plan: BackupPlan): Promise<void> {
	if (plan.do !== 'tidy') return
	for (const { job: name, uid } of plan.jobs)
		await kube.remove(kinds.job, { namespace, name, uid, withWhatItOwns: true })
}

interface Plans {
	readonly plan: BackupPlan
	readonly drill: DrillPlan
}

async function say(
	world: BackupWorld,
	key: Key,
	seen: SeenBackup,
	stored: StoredBackup,
	{ plan, drill }: Plans,
): Promise<void> {
	const { kube, copies, tell, metrics } = world
	const after = withDrill(statusOfBackup(seen, plan), seen, drill)
	metrics.saw(key, after)
	const before = seen.status
	const patch = patchBetween({ ...before }, { ...after })
	if (patch === undefined) return
	const { resourceVersion } = stored.metadata
	const at = { ...key, subresource: 'status' }
	copies.backups.learn(
		await kube.merge<StoredBackup>(kinds.backup, at, { metadata: { resourceVersion }, status: patch }),
	)
	const [newest] = seen.runs
	const about = [kinds.backup, key, seen.uid] as const
	if (after.last !== undefined && after.last.takenAt !== before.last?.takenAt)
		void tell(
			...about,
			normal('Backup Taken', `${after.last.location}, revision ${after.last.revision}, read back and whole`),
		)
	if (newest?.state === 'failed' && before.lastRun?.ended !== after.lastRun?.ended) {
		metrics.failed(key, after.lastRun?.code ?? 'other')
		void tell(...about, warning('Backup Failed', failureText(newest)))
	}
	if (plan.do === 'refuse') void tell(...about, warning('Backup Not Begun', plan.message))
	const ended = after.drill?.ended
	if (ended !== undefined && ended !== before.drill?.ended) {
		const isGood = after.drill?.result === 'Passed'
		const text = `${after.drill?.object}: ${after.drill?.message}`
		void tell(...about, (isGood ? normal : warning)(`Drill ${after.drill?.result}`, text))
	}
	const stale = after.conditions?.find(({ type }) => type === 'Fresh')
	if (stale?.status === 'False') void tell(...about, warning('Backup Stale', stale.message ?? ''))
}

export async function passBackup(world: BackupWorld, key: Key): Promise<Again> {
	const stored = world.copies.backups.get(key.namespace, key.name)
	if (stored === undefined) {
		world.metrics.gone(key)
		return 'never'
	}
	if (stored.metadata.deletionTimestamp !== undefined) {
		await letGo(world, key, stored)
		return 'never'
	}
	if (world.heldBecause() !== undefined) return 'resync'
	const seen = observed(world, key, stored)
	const [wish, drill] = [planBackup(seen), planDrill(seen)]
	const ready = wish.do === 'start' ? await readyFor(world.kube, wanted(world, seen)) : undefined
	const plan: BackupPlan = ready !== undefined && 'message' in ready ? { do: 'refuse', ...ready } : wish
	await say(world, key, seen, stored, { plan, drill })
	if (plan.do === 'start' && ready !== undefined && 'endpoints' in ready) {
		await start(world, seen, backupJob(seen, ready, plan.due, world.image))
		return 'soon'
	}
	if (drill.do === 'start') {
		const of = clusterOf(stored)
		const cluster = of && world.copies.clusters.get(of.namespace, of.name)
		await start(world, seen, drillJob(seen, drill, cluster?.spec as ClusterSpec | undefined, world.image))
		return 'soon'
	}
	if (plan.do === 'tidy') {
		await tidy(world, seen, plan)
		return 'soon'
	}
	if (plan.do !== 'wait') return 'later'
	const nextDrill = drill.do === 'wait' ? drill.until : undefined
	const leftMs = Math.min(plan.until ?? Infinity, nextDrill ?? Infinity) - seen.now
	return leftMs < 1000 ? 'soon' : leftMs < 60_000 ? 'later' : 'resync'
}
