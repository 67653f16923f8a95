// Who gives space back, and who leads meanwhile: followers first, the leader last, after it handed leadership to one that is done. Pure.
import { dialects } from '../../etcd/dialect.ts'
import { minorIn } from '../../api/releases.ts'
import type { MemberReport, MemberSight, Sight } from '../sight/sight.ts'
import { lagOf } from '../status/columns.ts'

export interface Due {
	readonly name: string
	readonly id: string
	readonly leads: boolean
	readonly dbSize: number
	readonly dbInUse: number
	readonly free: number
}

type Heard = MemberSight & { readonly report: MemberReport }

const heard = ({ members }: Sight): readonly Heard[] =>
	members.filter((member): member is Heard => member.report !== undefined)

const dueOf = ({ name, report: { id, leads, dbSize, dbInUse } }: Heard): Due => ({
	name,
	id,
	leads,
	dbSize,
	dbInUse,
	// Before 3.4 nobody tells what is in use.
	free: dbInUse === 0 ? 0 : Math.max(0, dbSize - dbInUse),
})

export const inOrder = (sight: Sight, worthIt: (report: MemberReport) => boolean): readonly Due[] =>
	heard(sight)
		.filter(({ report }) => worthIt(report))
		.map(dueOf)
		.toSorted((one, other) => Number(one.leads) - Number(other.leads))

export interface Heir {
	readonly name: string
	readonly id: string
}

const canMove = (sight: Sight): boolean =>
	heard(sight).every(({ report }) => {
		const minor = minorIn(report.version)
		return minor !== undefined && dialects[minor].movesLeader
	})

/** Whoever is done already, then whoever is closest. Nothing where nobody can or nobody may. */
export function heirOf(sight: Sight, done: ReadonlySet<string>): Heir | undefined {
	if (!canMove(sight)) return undefined
	const lag = (member: MemberSight): bigint => lagOf(sight, member) ?? 0n
	const [best] = heard(sight)
		.filter(({ report }) => !report.leads && !report.isLearner && report.confirmed === true)
		.toSorted(
			(one, other) =>
				Number(done.has(other.name)) - Number(done.has(one.name)) || Number(lag(one) - lag(other)),
		)
	return best && { name: best.name, id: best.report.id }
}

export type Next =
	| { readonly do: 'moveLeader'; readonly from: Heir; readonly to: Heir }
	| { readonly do: 'defragment'; readonly member: Due }

/** By who leads now, which may be another one than when the plan was made. */
export function nextOf(
	sight: Sight,
	left: ReadonlySet<string>,
	done: ReadonlySet<string>,
	moves: boolean,
): Next | undefined {
	const [member] = inOrder(sight, () => true).filter(({ name }) => left.has(name))
	if (member === undefined) return undefined
	const to = member.leads && moves ? heirOf(sight, done) : undefined
	return to ? { do: 'moveLeader', from: member, to } : { do: 'defragment', member }
}
