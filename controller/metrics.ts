// What Prometheus may know. No label has more values than there are clusters, rules and kinds of steps.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Observed } from './observed.ts'
import { isHealthy, reportOf } from './rules/facts.ts'
import { quotaOf } from './rules/space.ts'
import type { Plan } from './step.ts'
import { idOf, type Key } from './world.ts'

export interface Metrics {
	passed(seconds: number): void
	failed(kind: string): void
	stepped(key: Key, plan: Plan): void
	saw(key: Key, seen: Observed, plan: Plan): void
	gone(key: Key): void
	leads(held: boolean): void
}

export function createMetrics(registers: Registry, queued: () => number, now: () => number): Metrics {
	const cluster = ['namespace', 'cluster'] as const
	const gauge = (name: string, help: string, labelNames: readonly string[] = cluster) =>
		new Gauge({ name: `kubectl_etcd_${name}`, help, labelNames: [...labelNames], registers: [registers] })
	const duration = new Histogram({
		name: 'kubectl_etcd_reconcile_seconds',
		help: 'How long a pass took: look, plan, act, report.',
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
		registers: [registers],
	})
	const failures = new Counter({
		name: 'kubectl_etcd_reconcile_failures_total',
		help: 'Passes that failed, by what refused.',
		labelNames: ['kind'],
		registers: [registers],
	})
	const steps = new Counter({
		name: 'kubectl_etcd_steps_total',
		help: 'Steps taken, by the rule that asked for them.',
		labelNames: ['rule', 'step'],
		registers: [registers],
	})
	const healthy = gauge('cluster_healthy', '1 while a majority of the voters answers.')
	const members = gauge('cluster_members', 'Members by etcd’s list.', [...cluster, 'role'])
	const answering = gauge('cluster_members_answering', 'Members that answer.')
	const dbSize = gauge('cluster_db_bytes', 'The largest database file of a member.')
	const certificateEnds = gauge(
		'certificate_not_after_seconds',
		'When a certificate ends that members or the operator show, in seconds since 1970.',
		[...cluster, 'role'],
	)
	const inUse = gauge('cluster_db_in_use_bytes', 'How much of a database file is in use, at most.')
	const quota = gauge('cluster_quota_bytes', 'How large the database of a member may become, at least.')
	const stepAt = gauge('cluster_last_step_timestamp_seconds', 'When a step of the kind was last taken.', [
		...cluster,
		'step',
	])
	/** By cluster, so that all of it can be forgotten with the cluster. */
	const taken = new Map<string, Set<string>>()
	const leader = gauge('leader', '1 while this process may act.', [])
	const queue = new Gauge({
		name: 'kubectl_etcd_queue_depth',
		help: 'Clusters that wait for a pass.',
		collect() {
			this.set(queued())
		},
	})
	registers.registerMetric(queue)
	let isLeader = false
	const labels = ({ namespace, name }: Key) => ({ namespace, cluster: name })
	return {
		passed: (seconds) => duration.observe(seconds),
		failed: (kind) => failures.inc({ kind }),
		stepped(key, { rule, do: step }) {
			steps.inc({ rule, step })
			stepAt.set({ ...labels(key), step }, now() / 1000)
			const id = idOf(key)
			taken.set(id, (taken.get(id) ?? new Set()).add(step))
		},
		saw(key, seen) {
			if (!isLeader) return
			const all = seen.members.fresh ? seen.members.all : []
			healthy.set(labels(key), seen.members.fresh ? 1 : 0)
			answering.set(labels(key), all.filter(isHealthy).length)
			members.set({ ...labels(key), role: 'voter' }, all.filter(({ isLearner }) => !isLearner).length)
			members.set({ ...labels(key), role: 'learner' }, all.filter(({ isLearner }) => isLearner).length)
			for (const { role, notAfter } of seen.tls?.certificates ?? [])
				if (notAfter !== undefined) certificateEnds.set({ ...labels(key), role }, notAfter / 1000)
			const most = (what: 'dbSize' | 'dbSizeInUse'): number =>
				Math.max(0, ...all.map((member) => Number(reportOf(member)?.[what] ?? 0)))
			dbSize.set(labels(key), most('dbSize'))
			inUse.set(labels(key), most('dbSizeInUse'))
			if (all.length > 0) quota.set(labels(key), Math.min(...all.map((member) => quotaOf(seen, member))))
		},
		gone(key) {
			for (const one of [healthy, answering, dbSize, inUse, quota]) one.remove(labels(key))
			for (const role of ['voter', 'learner']) members.remove({ ...labels(key), role })
			for (const role of ['peer', 'server', 'client']) certificateEnds.remove({ ...labels(key), role })
			const id = idOf(key)
			for (const step of taken.get(id) ?? []) stepAt.remove({ ...labels(key), step })
			taken.delete(id)
		},
		leads(held) {
			leader.set(held ? 1 : 0)
			isLeader = held
			if (held) return
			// Whoever leads now knows better.
			for (const one of [healthy, members, answering, dbSize, inUse, quota, stepAt, certificateEnds])
				one.reset()
			taken.clear()
		},
	}
}
