// When etcd is full and takes no more writes (R40): history is forgotten where that is needed, then one member after the other gives
// space back, the leader last, and the alarm is taken back once all have room again. Pure.
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { defragmentNext, isCalm } from './defrag.ts'
import { isDeclared, podOf, reportOf, voters, type Fresh } from './facts.ts'

/** Of its quota, so that writes go on for a while. */
const mark = 0.8
/** etcd's own, where nothing says another. */
const usualQuota = 2 * 2 ** 30

/** Before 3.6 no member tells it; its variables do. */
export function quotaOf(seen: Observed, member: MemberSeen): number {
	const told = Number(reportOf(member)?.quota ?? 0n)
	const own = podOf(seen, member.name)?.quotaBytes ?? 0
	return told > 0 ? told : own > 0 ? own : usualQuota
}

export const revisionOf = (fresh: Fresh): bigint =>
	voters(fresh)
		.map((member) => reportOf(member)?.revision ?? 0n)
		.reduce((one, other) => (one > other ? one : other), 0n)

const exceeds = (seen: Observed, member: MemberSeen, what: 'dbSize' | 'dbSizeInUse'): boolean =>
	Number(reportOf(member)?.[what] ?? 0n) >= mark * quotaOf(seen, member)

const keepsHistory = ({ wanted }: Observed): boolean => wanted?.spec.autoCompaction?.mode === 'Off'

/** Something may have been deleted since, but whoever writes all the time must not be defragmented all the time. */
const againAfterMs = 120_000

function mayForget(seen: Observed, fresh: Fresh): boolean {
	const { now, upkeep } = seen
	if (keepsHistory(seen)) return false
	if (upkeep.compacted === undefined) return true
	return upkeep.compacted.revision !== revisionOf(fresh) && now - upkeep.compacted.at > againAfterMs
}

/**
 * What is in use is told by the last write of a member, and there are no more writes: after history was forgotten only the first that was
 * defragmented tells what that was worth. All hold the same.
 */
function frees(seen: Observed, tight: readonly MemberSeen[]): boolean {
	const { compacted, defragmented } = seen.upkeep
	if (tight.length === 0) return true
	return (
		compacted !== undefined && tight.every(({ id }) => (defragmented.get(id) ?? -Infinity) < compacted.at)
	)
}

const raised = (fresh: Fresh) => fresh.alarms.find(({ kind }) => kind === 'NOSPACE')

const saysFull = 'etcd is full and takes no writes'

export function noSpace(seen: Observed): Answer {
	const { members: fresh, upkeep, now } = seen
	const alarm = fresh.fresh ? raised(fresh) : undefined
	if (!fresh.fresh || alarm === undefined || !isDeclared(seen) || !isCalm(seen, fresh)) return undefined
	if (upkeep.busy) return { do: 'wait', soon: true, why: `${saysFull}: space is being made` }
	const filled = fresh.all.filter((member) => exceeds(seen, member, 'dbSize'))
	if (filled.length === 0) {
		const { memberId, kind } = alarm
		return { do: 'disarm', memberId, kind, why: `all members have room again: etcd’s alarm ${kind} is over` }
	}
	if (upkeep.unsafe !== undefined) return undefined
	const tight = filled.filter((member) => exceeds(seen, member, 'dbSizeInUse'))
	if (tight.length > 0 && mayForget(seen, fresh))
		return { do: 'compact', why: `${saysFull}: its history up to now is forgotten` }
	// Who gave space back a moment ago, and is full all the same, holds what is wanted.
	const due = filled.filter(({ id }) => {
		const last = upkeep.defragmented.get(id) ?? -Infinity
		return now - last > againAfterMs || last < (upkeep.compacted?.at ?? -Infinity)
	})
	return frees(seen, tight) ? defragmentNext(seen, fresh, due, saysFull) : undefined
}

/** After what a person may have done about it, such as a larger quota, which reaches members one by one. */
export function full(seen: Observed): Answer {
	const { members: fresh } = seen
	if (!fresh.fresh || raised(fresh) === undefined || !isDeclared(seen)) return undefined
	return { do: 'wait', soon: false, why: `${saysFull}: ${fullBecause(seen, fresh)}` }
}

function fullBecause(seen: Observed, fresh: Fresh): string {
	if (!isCalm(seen, fresh)) return 'space is made once all members are well'
	if (seen.upkeep.unsafe !== undefined)
		return `space cannot be given back, since ${seen.upkeep.unsafe}; write a later patch as spec.version`
	const isTight = fresh.all.some((member) => exceeds(seen, member, 'dbSizeInUse'))
	if (isTight && keepsHistory(seen))
		return 'history is kept, since spec.autoCompaction.mode is Off; forget it with etcdctl compact, or raise spec.quotaBackendBytes'
	return 'what fills it is live data; delete keys, or raise spec.quotaBackendBytes'
}

/** Nothing in Kubernetes tells when it is full: whoever may be soon is looked at more often. */
export function nearlyFull(seen: Observed): Answer {
	const { members: fresh } = seen
	const near = fresh.fresh ? fresh.all.find((member) => exceeds(seen, member, 'dbSize')) : undefined
	if (near === undefined || !isDeclared(seen)) return undefined
	return { do: 'wait', soon: false, why: `${near.name} is nearly full` }
}
