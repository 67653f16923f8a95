// Who leads next: whom somebody named, or whoever is well, in step and not where nobody shall lead. Pure.
import { dialects } from '../../etcd/dialect.ts'
import { minorIn } from '../../api/releases.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { hiddenBy } from '../sight/hidden.ts'
import { memberAmong } from '../cluster.ts'
import type { MemberReport, MemberSight, Sight } from '../sight/sight.ts'
import { lagOf } from '../status/columns.ts'

export interface Wish {
	readonly to?: string | undefined
	readonly awayFrom?: string | undefined
}

type Heard = MemberSight & { readonly report: MemberReport }

export type Choice =
	| { readonly do: 'move'; readonly from: Heard; readonly to: Heard }
	| { readonly do: 'nothing'; readonly why: string }

const isHeard = (member: MemberSight): member is Heard => member.report !== undefined
const mostBehind = 1000n
const zoneLabel = 'topology.kubernetes.io/zone'

const refused = (what: string, why?: string): Failure =>
	new Failure({ what: `not moving leadership: ${what}`, why, exit: exits.refused })

const nodeOf = ({ pod }: MemberSight): string => pod?.spec.nodeName ?? ''

const zoneOf = ({ nodes }: Sight, member: MemberSight): string | undefined =>
	nodes?.get(nodeOf(member))?.metadata.labels?.[zoneLabel]

/** Why it must not lead; nothing when it may. */
function unfit(sight: Sight, member: MemberSight): string | undefined {
	const { name, report, silence } = member
	if (report === undefined) return `${name} does not answer (${silence?.what ?? 'nobody asked it'})`
	if (report.isLearner) return `${name} is a learner, which cannot lead`
	if (report.confirmed !== true) return `no quorum confirmed a read through ${name}`
	const lag = lagOf(sight, member) ?? 0n
	return lag > mostBehind ? `${name} is ${lag} entries behind` : undefined
}

function leaderIn(sight: Sight): Heard {
	const leaders = sight.members.filter(isHeard).filter(({ report }) => report.leads)
	const [leader, another] = leaders
	if (leader === undefined)
		throw new Failure({
			...hiddenBy(sight),
			what: 'not moving leadership: no leader was seen',
			exit: exits.refused,
		})
	if (another !== undefined) throw refused('an election is under way; two say that they lead')
	const minor = minorIn(leader.report.version)
	if (minor !== undefined && !dialects[minor].movesLeader)
		throw refused(
			`${leader.name} runs ${leader.report.version}, which hands leadership over only when it ends`,
		)
	return leader
}

function knowsNode({ nodes, members }: Sight, node: string): void {
	if (nodes === undefined || nodes.has(node) || members.some((member) => nodeOf(member) === node)) return
	throw new Failure(
		`--away-from: there is no node "${node}"; there are ${[...nodes.keys()].toSorted().join(', ')}`,
	)
}

function pick(sight: Sight, leader: Heard, awayFrom: string | undefined): Heard {
	const others = sight.members.filter((member) => member !== leader)
	const fit = others.filter(isHeard).filter((member) => unfit(sight, member) === undefined)
	const rank = (member: Heard): readonly bigint[] => [
		// Whoever goes away from a node may be about to lose all of its zone.
		BigInt(
			awayFrom !== undefined &&
				zoneOf(sight, member) !== undefined &&
				zoneOf(sight, member) === zoneOf(sight, leader),
		),
		lagOf(sight, member) ?? 0n,
	]
	const [best] = fit
		.filter((member) => nodeOf(member) !== awayFrom)
		.toSorted((one, other) => {
			const [first, second] = [rank(one), rank(other)]
			const at = first.findIndex((value, index) => value !== second[index])
			return at < 0 ? 0 : (first[at] ?? 0n) < (second[at] ?? 0n) ? -1 : 1
		})
	if (best !== undefined) return best
	const why = others.map(
		(member) => unfit(sight, member) ?? `${member.name} is on ${awayFrom ?? 'that node'}, too`,
	)
	throw refused('nobody else can lead', why.join('; ') || 'there is one member')
}

export function choose(sight: Sight, { to, awayFrom }: Wish): Choice {
	if (to !== undefined && awayFrom !== undefined)
		throw new Failure('--to and --away-from say both where leadership goes; write one of them')
	const named = to === undefined ? undefined : memberAmong(sight.cluster, sight.members, to)
	if (awayFrom !== undefined) knowsNode(sight, awayFrom)
	const leader = leaderIn(sight)
	if (named?.name === leader.name) return { do: 'nothing', why: `${leader.name} leads already` }
	if (awayFrom !== undefined && nodeOf(leader) !== awayFrom)
		return { do: 'nothing', why: `${leader.name} leads, which is not on ${awayFrom}` }
	if (named === undefined) return { do: 'move', from: leader, to: pick(sight, leader, awayFrom) }
	const why = unfit(sight, named)
	if (why !== undefined || !isHeard(named)) throw refused(why ?? '')
	return { do: 'move', from: leader, to: named }
}
