// When members give free space back to the disk, by the clock or by how much of it is free (R41): one at a time, the leader last, and only
// while all of them are well. Pure.
import { lastFire } from '../../api/cron.ts'
import { dialects } from '../../etcd/dialect.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { heirOf, isDeclared, isSteady, keepsQuorumWithout, latchOf, podOf, type Fresh } from './facts.ts'

/** All of them are well, say what they have, and nobody joins. */
export const isCalm = (seen: Observed, { all }: Fresh): boolean =>
	all.every(
		(member) =>
			!member.isLearner &&
			member.started &&
			isSteady(seen, member) &&
			member.health.answers &&
			member.health.status !== undefined,
	)

/** Who is defragmented answers nobody meanwhile: never the leader while another can lead. */
export function defragmentNext(
	seen: Observed,
	fresh: Fresh,
	due: readonly MemberSeen[],
	because: string,
): Answer {
	const [next] = due.toSorted((one, other) => Number(one.isLeader) - Number(other.isLeader))
	if (next === undefined || !keepsQuorumWithout(seen, fresh, next)) return undefined
	const { id, name } = next
	const moves = seen.wanted === undefined || dialects[seen.wanted.minor].movesLeader
	const heir = next.isLeader && moves ? heirOf(seen, fresh, next) : undefined
	return heir
		? {
				do: 'moveLeader',
				to: heir.id,
				toName: heir.name,
				why: `${heir.name} leads while ${name} gives space back`,
			}
		: { do: 'defragment', id, name, why: `${because}: ${name} gives space back to the disk` }
}

const mebibyte = 2 ** 20

/** Less is not worth that a member answers nobody. */
const isWorthIt = (free: number, size: number): boolean =>
	free >= 10 * mebibyte || (free >= mebibyte && free >= size / 10)

/** What could not be done in so long after it was due waits for the next time: it was asked for at a quiet hour. */
const latestMs = 3_600_000
const atMostEachMs = 600_000

function dueBecause(seen: Observed, { id, name, health }: MemberSeen): string | undefined {
	const { schedule, fragmentationPercent } = seen.wanted?.spec.defrag ?? {}
	const report = health.answers ? health.status : undefined
	// Before 3.4 nobody tells what is in use.
	if (report === undefined || report.dbSizeInUse === 0n) return undefined
	const [size, free] = [Number(report.dbSize), Number(report.dbSize - report.dbSizeInUse)]
	if (!isWorthIt(free, size)) return undefined
	const noted = Date.parse(latchOf(seen, name)?.defragmented ?? '') || 0
	const last = Math.max(noted, seen.upkeep.defragmented.get(id) ?? 0)
	const fire = schedule === undefined ? undefined : lastFire(schedule, seen.now)
	const since = Math.max(last, podOf(seen, name)?.createdAt ?? 0)
	if (fire !== undefined && fire > since && seen.now - fire < latestMs) return 'spec.defrag.schedule is due'
	if (fragmentationPercent === undefined || free * 100 < fragmentationPercent * size) return undefined
	return seen.now - last > atMostEachMs ? `spec.defrag.fragmentationPercent is reached` : undefined
}

export function fragmented(seen: Observed): Answer {
	const { members: fresh, wanted, upkeep, pods } = seen
	if (!fresh.fresh || wanted?.spec.defrag === undefined || !isDeclared(seen)) return undefined
	if (fresh.alarms.length > 0 || !isCalm(seen, fresh) || upkeep.busy || upkeep.unsafe !== undefined)
		return undefined
	// Whoever was just changed is still on its way back.
	if (pods.some(({ ready, withdrawn }) => !ready || withdrawn)) return undefined
	const due = fresh.all.filter((member) => dueBecause(seen, member) !== undefined)
	const [first] = due
	return first && defragmentNext(seen, fresh, due, dueBecause(seen, first) ?? '')
}
