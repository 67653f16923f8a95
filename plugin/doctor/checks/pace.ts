// D07 to D10: how fast disks and the network are, who is behind, and how full databases are. Pure. Times are of the whole life of a
// process, so that what is warned of is twice what etcd's own guide asks for.
import { dialects } from '../../../etcd/dialect.ts'
import { minorIn } from '../../../api/releases.ts'
import { bytes, grouped, lasting } from '../../screen/amount.ts'
import { lagOf } from '../../status/columns.ts'
import { quotaOf } from '../../alarms/alarms.ts'
import { problem, unknown, warning, type Check, type Finding } from '../check.ts'
import type { Facts, Meters } from '../facts.ts'

/** Fewer were forced by whoever was born just now, and a few slow ones among them say nothing. */
const enoughFsyncs = 1000

function above(
	value: number | undefined,
	limits: { readonly warning: number; readonly problem: number },
	what: (text: string) => string,
	why: string,
): readonly Finding[] {
	if (value === undefined || value <= limits.warning) return []
	return [(value > limits.problem ? problem : warning)(what(lasting(value)), { why })]
}

function unmeasured({ sight, meters }: Facts): readonly Finding[] {
	const heard = sight.members.filter(({ report }) => report !== undefined)
	const silent = heard.filter(({ name, report }) => {
		const minor = minorIn(report?.version)
		return !meters.has(name) && (minor === undefined || dialects[minor].metricsListener)
	})
	if (heard.length === 0) return [unknown('no member could be asked for its metrics')]
	return silent.map(({ name }) => unknown(`${name} does not tell its metrics`))
}

const of = (
	facts: Facts,
	judge: (name: string, meters: Meters) => readonly Finding[],
): readonly Finding[] => [
	...unmeasured(facts),
	...[...facts.meters].flatMap(([name, meters]) => judge(name, meters)),
]

const disk: Check = {
	id: 'D07',
	title: 'disk',
	about: 'logs and databases reach the disk fast enough',
	judge: (facts) =>
		of(facts, (name, { fsyncs, fsyncP99, commitP99 }) => {
			if (fsyncs < enoughFsyncs) return []
			return [
				...above(
					fsyncP99,
					{ warning: 0.025, problem: 0.1 },
					(text) => `${name} fsync p99 ${text} (guidance: under 10ms)`,
					'who is this slow holds up every write, and from a heartbeat of 100ms on loses leadership; use a faster StorageClass',
				),
				...above(
					commitP99,
					{ warning: 0.05, problem: 0.25 },
					(text) => `${name} backend commit p99 ${text} (guidance: under 25ms)`,
					'its database is written slowly: a slow disk, or one that others write to',
				),
			]
		}),
}

const network: Check = {
	id: 'D08',
	title: 'network',
	about: 'members are near enough for heartbeats',
	judge: (facts) =>
		of(facts, (name, { roundTrip }) =>
			above(
				roundTrip,
				{ warning: 0.05, problem: 0.25 },
				(text) => `${name} usually waits ${text} for another member`,
				'a heartbeat is sent each 100ms, and an election begins after a second without one',
			),
		),
}

const lag: Check = {
	id: 'D09',
	title: 'lag',
	about: 'followers are in step, and nothing waits',
	judge: (facts) => [
		...facts.sight.members.flatMap((member) => {
			const behind = lagOf(facts.sight, member)
			if (behind === undefined || behind <= 1000n || member.report?.isLearner) return []
			const is = behind > 50_000n ? problem : warning
			return [
				is(`${member.name} is ${grouped(behind)} entries behind`, {
					why: 'it is slow, or catches up just now',
				}),
			]
		}),
		...[...facts.meters].flatMap(([name, { pending, slowApplies, upSeconds }]) => {
			const hourly = upSeconds === undefined ? 0 : slowApplies / (Math.max(upSeconds, 3600) / 3600)
			return [
				...(pending > 100 ? [warning(`${pending} proposals wait at ${name}`)] : []),
				...(hourly > 60
					? [
							warning(`${name} has applied ${slowApplies} entries slowly, ${Math.round(hourly)} an hour`, {
								why: 'large requests, or a slow disk',
							}),
						]
					: []),
			]
		}),
	],
}

const space: Check = {
	id: 'D10',
	title: 'space',
	about: 'databases have room below their quota',
	judge({ sight, ref }) {
		const heard = sight.members.filter(({ report }) => report !== undefined)
		if (heard.length === 0) return [unknown('no member says how large its database is')]
		return heard.flatMap(({ name, report }) => {
			if (report === undefined) return []
			const quota = quotaOf(sight, report)
			const share = report.dbSize / quota
			const isLoose = report.dbInUse > 0 && report.dbInUse < report.dbSize * 0.5
			if (share < 0.75) {
				if (!isLoose || report.dbSize < quota / 4) return []
				const what = `${name} holds ${bytes(report.dbSize)}, of which ${bytes(report.dbInUse)} are in use`
				return [warning(what, { next: `kubectl etcd defrag ${ref} --plan` })]
			}
			return [
				(share >= 0.9 ? problem : warning)(
					`${name} has used ${Math.round(share * 100)}% of its quota (${bytes(report.dbSize)} of ${bytes(quota)})`,
					{
						why: 'at its quota etcd takes no writes',
						next: isLoose
							? `kubectl etcd defrag ${ref} --plan`
							: 'raise spec.quotaBackendBytes, or keep less history by spec.autoCompaction',
					},
				),
			]
		})
	},
}

export const paceChecks: readonly Check[] = [disk, network, lag, space]
