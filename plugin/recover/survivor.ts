// Of those who answer: from whom a cluster that lost its quorum goes on, and why. Pure. What a quorum has committed is the same on all
// who have it, so whoever has committed most has all that the others have. A higher term alone means that somebody asked for votes.
import { grouped } from '../screen/amount.ts'
import type { MemberReport, MemberSight } from '../sight/sight.ts'

type Heard = MemberSight & { readonly report: MemberReport }

export interface Survivor {
	readonly member: Heard
	/** Each a sentence. */
	readonly because: readonly string[]
}

const isHeard = (member: MemberSight): member is Heard => member.report !== undefined

export const indexOf = ({ applied, committed = 0n }: MemberReport): bigint =>
	committed > applied ? committed : applied

const revisionOf = ({ revision }: MemberReport): bigint => revision ?? 0n

/** Below 0 when the first one has more. */
function byData({ report: one }: Heard, { report: other }: Heard): number {
	const steps: readonly (readonly [bigint, bigint])[] = [
		[indexOf(one), indexOf(other)],
		[one.applied, other.applied],
		[revisionOf(one), revisionOf(other)],
		[one.term ?? 0n, other.term ?? 0n],
	]
	const [first, second] = steps.find(([mine, theirs]) => mine !== theirs) ?? [0n, 0n]
	return Number(second > first) - Number(second < first)
}

const alarmsOf = (members: readonly MemberSight[]) => members.flatMap(({ report }) => report?.alarms ?? [])

/** Who must not be trusted: etcd found other data on it than on others. An alarm for nobody in particular may mean anybody. */
export const isCorrupt = (members: readonly MemberSight[], { report }: MemberSight): boolean =>
	alarmsOf(members).some(
		({ kind, memberId }) => kind === 'CORRUPT' && (memberId === '0' || memberId === report?.id),
	)

const positionOf = ({ report }: Heard): string =>
	report.revision === undefined
		? `index ${grouped(indexOf(report))}`
		: `revision ${grouped(report.revision)}, index ${grouped(indexOf(report))}`

/** Nothing when nobody who may vote and can be trusted answers. */
export function survivorOf(members: readonly MemberSight[]): Survivor | undefined {
	const heard = members.filter(isHeard).filter(({ report }) => !report.isLearner)
	const [best, ...others] = heard.filter((one) => !isCorrupt(members, one)).toSorted(byData)
	if (best === undefined) return undefined
	const [next] = others
	const because = [
		next === undefined
			? `of those who answer it alone can be gone on from: ${positionOf(best)}`
			: byData(best, next) === 0
				? `${best.name} and ${next.name} hold the same: ${positionOf(best)}`
				: `it holds most: ${positionOf(best)}; ${next.name} has ${positionOf(next)}`,
		...(next === undefined
			? []
			: ['compared by what each knows to be committed: the logs themselves cannot be read from here']),
		...others
			.filter(({ report }) => (report.term ?? 0n) > (best.report.term ?? 0n))
			.map(
				({ name, report }) =>
					`${name} is in a later term (${report.term}) and holds no more: it only asked for votes`,
			),
		...heard
			.filter((one) => isCorrupt(members, one))
			.map(({ name }) => `${name} is left out: etcd has raised CORRUPT for it`),
	]
	if (best.report.term !== undefined) return { member: best, because }
	const unread = 'members were seen by their metrics alone: whether etcd has raised CORRUPT could not be read'
	return { member: best, because: [...because, unread] }
}
