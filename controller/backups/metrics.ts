// What Prometheus may know of backups: how old the newest proved one is, before anybody needs it.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { BackupStatus } from '../../api/schema/backup.ts'
import type { Key } from '../world.ts'

export interface BackupMetrics {
	saw(key: Key, status: BackupStatus): void
	failed(key: Key, code: string): void
	gone(key: Key): void
	forget(): void
}

const labels = ({ namespace, name }: Key) => ({ namespace, backup: name })

export function backupMetrics(registry: Registry): BackupMetrics {
	const registers = [registry]
	const gauge = (name: string, help: string) =>
		new Gauge({ name: `kubectl_etcd_backup_${name}`, help, labelNames: ['namespace', 'backup'], registers })
	const verifiedAt = gauge(
		'last_verified_timestamp_seconds',
		'When the newest proved backup was taken, since 1970.',
	)
	const bytes = gauge('last_bytes', 'How large the newest proved backup is.')
	const seconds = gauge('last_seconds', 'How long the newest proved backup took.')
	const stale = gauge('stale', '1 when more than one was due since the newest proved one.')
	const drillPassedAt = gauge(
		'last_drill_passed_timestamp_seconds',
		'When a snapshot last became an etcd that held what it should, since 1970.',
	)
	const drillFailed = gauge('drill_failed', '1 when the last drill failed.')
	const failures = new Counter({
		name: 'kubectl_etcd_backup_failures_total',
		help: 'Backups that failed, by what refused.',
		labelNames: ['namespace', 'backup', 'code'],
		registers,
	})
	const gauges = [verifiedAt, bytes, seconds, stale, drillPassedAt, drillFailed]
	return {
		saw(key, { last, drill, conditions }) {
			if (drill !== undefined) drillFailed.set(labels(key), drill.result === 'Failed' ? 1 : 0)
			if (drill?.passedAt !== undefined) drillPassedAt.set(labels(key), Date.parse(drill.passedAt) / 1000)
			if (last?.takenAt !== undefined) {
				verifiedAt.set(labels(key), Date.parse(last.takenAt) / 1000)
				bytes.set(labels(key), last.bytes ?? 0)
				seconds.set(labels(key), last.seconds ?? 0)
			}
			const fresh = conditions?.find(({ type }) => type === 'Fresh')
			if (fresh !== undefined) stale.set(labels(key), fresh.status === 'False' ? 1 : 0)
		},
		failed: (key, code) => failures.inc({ ...labels(key), code }),
		gone: (key) => gauges.forEach((one) => one.remove(labels(key))),
		forget: () => gauges.forEach((one) => one.reset()),
	}
}
