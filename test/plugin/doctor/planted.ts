// Single things that are wrong with a cluster, or only look so.
import type { Severity } from '../../../plugin/doctor/check.ts'
import type { Facts, Meters } from '../../../plugin/doctor/facts.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { at, cluster } from '../status/seen.ts'
import { factsOf, goodInstall, goodMeters, onVolumes, seenWell, three } from './facts.ts'

export type Row = readonly [check: string, what: string, facts: Facts, is: Severity, says: RegExp]

export const metered = (more: Partial<Meters>): Facts =>
	factsOf({
		meters: new Map(
			[...factsOf().meters].map(([name], index) => [
				name,
				index === 2 ? { ...goodMeters, ...more } : goodMeters,
			]),
		),
	})
export const spec = (more: Cluster['spec'], status: Partial<Cluster['status']> = {}): Facts =>
	factsOf({ sight: seenWell(three, { cluster: cluster(status, { ...onVolumes, ...more }) }) })
export const condition = (type: string, reason: string, message: string) =>
	spec({}, { conditions: [{ type, status: 'True', reason, message }] })
export const running = (version: string): Facts =>
	factsOf({
		sight: seenWell(three.map((one) => ({ ...one, report: one.report && { ...one.report, version } }))),
	})
export const install = (more: Partial<Facts['install']>): Facts =>
	factsOf({ install: { ...goodInstall, ...more } })
export const [a, b, c] = three as [(typeof three)[0], (typeof three)[0], (typeof three)[0]]
export const ended = (reason: string, minutes: number, exitCode = 137) => ({
	...c,
	pod: c.pod && {
		...c.pod,
		status: {
			...c.pod.status,
			containerStatuses: [
				{
					name: 'etcd',
					restartCount: 3,
					lastState: {
						terminated: { reason, exitCode, finishedAt: new Date(at - minutes * 60_000).toISOString() },
					},
				},
			],
		},
	},
})
/** Its first process ended as it asked the others, and the second one runs. */
export function triedTwice(exitCode: number) {
	const one = ended('Error', 5, exitCode)
	if (one.pod === undefined) throw new Error('it has a pod')
	const { metadata, status } = one.pod
	const [container] = status.containerStatuses
	const pod = {
		...one.pod,
		metadata: { ...metadata, creationTimestamp: new Date(at - 5 * 60_000 - 4000).toISOString() },
		status: { ...status, containerStatuses: [{ name: 'etcd', ...container, restartCount: 1 }] },
	}
	return { ...one, pod }
}
export const full = (share: number, inUse = share) => ({
	...c,
	report: c.report && { ...c.report, dbSize: share * 2 ** 31, dbInUse: inUse * 2 ** 31 },
})
export const backup = (more: object, policy: object = { backupIntervalInSecond: 3600 }) =>
	factsOf({
		backups: {
			value: [
				{
					metadata: { name: 'nightly' },
					spec: { etcdCluster: { name: 'orders' }, backupPolicy: policy },
					status: more,
				},
			],
		},
	})
export const ago = (hours: number): string => new Date(at - hours * 3_600_000).toISOString()
export const tls = { TLS: { certManager: { issuerRef: { name: 'ca' } } } } as Cluster['spec']
export const policy = { metadata: { name: 'deny-all' }, spec: { podSelector: {} } }
