// What the webhook counts. Labels come from our own lists only: whoever can send a review cannot make a new series.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { kinds } from '../api/types.ts'
import type { Request } from './request.ts'
import type { Answer } from './response.ts'

const known = (value: string, list: readonly string[]): string => (list.includes(value) ? value : 'other')

export function createMetrics() {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const registers = [registry]
	const prefix = 'kubectl_etcd_webhook_'
	const reviews = new Counter({
		name: `${prefix}reviews_total`,
		help: 'Reviews answered.',
		labelNames: ['path', 'kind', 'operation', 'allowed'],
		registers,
	})
	const findings = new Counter({
		name: `${prefix}findings_total`,
		help: 'Reviews in which a rule found something.',
		labelNames: ['rule'],
		registers,
	})
	return {
		registry,
		seconds: new Histogram({
			name: `${prefix}review_seconds`,
			help: 'From the last byte of a review to its answer.',
			labelNames: ['path'],
			buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.25, 1],
			registers,
		}),
		rejected: new Counter({
			name: `${prefix}rejected_total`,
			help: 'Requests that were no reviews, by HTTP status.',
			labelNames: ['status'],
			registers,
		}),
		failures: new Counter({
			name: `${prefix}failures_total`,
			help: 'Reviews refused by a fault of ours.',
			registers,
		}),
		certificateNotAfter: new Gauge({
			name: `${prefix}cert_not_after`,
			help: 'When the certificate ends, in seconds since 1970.',
			registers,
		}),
		certificateChanges: new Counter({
			name: `${prefix}cert_changes_total`,
			help: 'Certificates found, by whether they were taken.',
			labelNames: ['result'],
			registers,
		}),
		releasesIgnored: new Gauge({
			name: `${prefix}releases_ignored`,
			help: 'Entries of the mounted release data that could not be used.',
			registers,
		}),
		count(path: string, { kind, operation }: Request, { allowed, rules }: Answer): void {
			reviews.inc({
				path,
				kind: known(kind, [...kinds, 'Scale']),
				operation: known(operation, ['CREATE', 'UPDATE', 'DELETE']),
				allowed: String(allowed),
			})
			for (const rule of rules) findings.inc({ rule })
		},
	}
}

export type Metrics = ReturnType<typeof createMetrics>
