// Alarms that etcd has raised, for whom, and whether they may be taken back. Pure.
import { refOf } from '../cluster.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Alarm } from '../../etcd/member.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { bytes } from '../screen/amount.ts'
import type { MemberReport, Sight } from '../sight/sight.ts'

export interface Raised extends Alarm {
	/** Undefined for member 0, which means nobody in particular, and for one that is no member any more. */
	readonly name: string | undefined
}

/** What members say of themselves names alarms, too; nothing when nobody was asked as a client. */
export function raisedIn({ members, listed }: Sight): readonly Raised[] | undefined {
	const asked = members.filter(({ report }) => report?.term !== undefined)
	if (asked.length === 0) return undefined
	const all = asked.flatMap(({ report }) => report?.alarms ?? [])
	const distinct = new Map(all.map((one) => [`${one.kind} ${one.memberId}`, one]))
	const named = [...distinct.values()].map((one) => ({
		...one,
		name:
			members.find(({ report }) => report?.id === one.memberId)?.name ??
			listed?.members.find(({ id }) => id === one.memberId)?.name,
	}))
	// Members tell them in any order.
	const place = ({ kind, name, memberId }: Raised): string => `${kind} ${name ?? memberId}`
	return named.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Of its quota: above it the next writes raise the alarm again. */
const most = 0.9
/** etcd's own, where nothing says another. */
const usualQuota = 2 * 2 ** 30

/** Before 3.6 only metrics tell it, and the spec. */
export const quotaOf = ({ cluster }: Sight, { quota }: MemberReport): number =>
	quota > 0 ? quota : parseQuantity(cluster.spec?.quotaBackendBytes) || usualQuota

/** Throws while a member has no room, with what makes some. */
export function refuseFull(sight: Sight): void {
	const silent = sight.members.find(({ report }) => report === undefined)
	if (silent !== undefined)
		throw new Failure({
			what: `not disarming NOSPACE: whether ${silent.name} has room is not known`,
			why: silent.silence?.what,
			exit: exits.refused,
		})
	const full = sight.members.find(({ report }) => report && report.dbSize > most * quotaOf(sight, report))
	const report = full?.report
	if (full === undefined || report === undefined) return
	const quota = quotaOf(sight, report)
	const share = Math.round((report.dbSize / quota) * 100)
	const inUse = report.dbInUse === 0 ? report.dbSize : report.dbInUse
	const frees = inUse <= most * quota
	throw new Failure({
		what: `not disarming NOSPACE: ${full.name} still has ${share}% of its quota (${bytes(report.dbSize)} of ${bytes(quota)})`,
		why: frees
			? `${bytes(inUse)} of it are in use: what is free must be given back first`
			: `${bytes(inUse)} of it are in use: history must be forgotten or keys deleted first, or the quota raised`,
		next: frees
			? `kubectl etcd defrag ${refOf(sight.cluster)}, then kubectl etcd alarm disarm ${refOf(sight.cluster)}`
			: `etcdctl compact REVISION (by kubectl etcd env ${refOf(sight.cluster)}) or a larger spec.quotaBackendBytes, then kubectl etcd defrag ${refOf(sight.cluster)}, then kubectl etcd alarm disarm ${refOf(sight.cluster)}`,
		exit: exits.refused,
	})
}
