// What an upgrade will do, as a person reads it before it begins. Pure.
import type { Releases } from '../../api/releases.ts'
import { hasDefect } from '../../api/releases.ts'
import { compareVersions, minorOf, minorsBetween, parseVersion } from '../../api/version.ts'
import { votersOf } from '../change/members.ts'
import type { Cluster } from '../target.ts'
import type { Hop } from './path.ts'

const defectsOf = (text: string, { defects }: Releases): readonly string[] => {
	const version = parseVersion(text)
	return version === undefined ? [] : defects.filter((one) => hasDefect(version, one)).map(({ harm }) => harm)
}

const direction = ({ from, to }: Hop): number => {
	const [one, other] = [parseVersion(from), parseVersion(to)]
	return one && other ? minorsBetween(one, other) : 0
}

/** Up to where putting the version back is enough, and what there is afterwards. */
function wayBack(hop: Hop): string {
	const { from, to } = hop
	const steps = direction(hop)
	const [first, last] = [parseVersion(from), parseVersion(to)]
	if (first === undefined || last === undefined) return ''
	if (steps === 0) return `Way back   kubectl etcd upgrade --to ${from}, at any time`
	const [old, next] = [minorOf(first), minorOf(last)]
	if (steps < 0)
		return `Way back   kubectl etcd upgrade --to ${from} cancels it half way, in etcd too; afterwards it is an upgrade like any other`
	const after =
		compareVersions(last, { major: 3, minor: 6, patch: 0 }) >= 0 && first.minor >= 5
			? `then down by etcd’s own procedure, with --allow-downgrade`
			: `then a snapshot taken before is the only way back`
	return `No return  once the last member runs ${to} they speak ${next}; until then kubectl etcd upgrade --to ${from} goes back to ${old}, ${after}`
}

const order = (cluster: Cluster): string => {
	const leader = cluster.status?.leader
	const names = votersOf(cluster)
		.toSorted((one, other) => Number(one.ready) - Number(other.ready))
		.map(({ name = '' }) => name)
		.filter((name) => name !== leader)
	return [...names, ...(leader ? [`${leader} (leader, hands over first)`] : [])].join(', ')
}

const backup = ({ status }: Cluster): string => {
	const { name, time } = status?.lastBackup ?? {}
	return time
		? `Backup     ${name ?? 'the last one'} of ${time}`
		: 'Backup     none was verified: take a snapshot first'
}

export interface Planned {
	readonly cluster: Cluster
	readonly hops: readonly Hop[]
	readonly releases: Releases
}

export function planLines({ cluster, hops, releases }: Planned): readonly string[] {
	const [first, ...later] = hops
	const { name } = cluster.metadata
	if (first === undefined) return []
	const known = defectsOf(first.to, releases)
	return [
		`${name} ${first.from} → ${first.to}${first.because ? ` (${first.because})` : ''}`,
		`  Members    one at a time: ${order(cluster) || 'none yet'}`,
		...(direction(first) !== 0
			? ['  Before     all voters well, no alarm, and all hold the same: the controller asks them first']
			: []),
		`  ${backup(cluster)}`,
		`  ${wayBack(first)}`,
		...known.map((harm) => `  Known      ${first.to} ${harm}`),
		...later.map(
			(hop, index) =>
				`Later, ${index + 2} of ${hops.length}: ${hop.from} → ${hop.to}${hop.because ? ` (${hop.because})` : ''}`,
		),
		...(later.length > 0
			? [`Each is a step of its own: run the same command again once ${first.to} is there.`]
			: []),
	]
}
