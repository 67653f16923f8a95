// When a member holds other data than the others: etcd has raised CORRUPT, or its own process says so and ends (R42). Whom all others
// disprove is replaced. Where they do not agree among each other, or are too few, a person decides. Pure.
import type { Alarm } from '../../etcd/member.ts'
import { quorum } from '../../etcd/membership.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { comparison, occasionOf, remedy } from './compare.ts'
import { isDeclared, isSteady, mayNotGo, podOf, removal, voters, type Fresh } from './facts.ts'
import { isGoingDown } from './move.ts'
import { dismiss } from './size.ts'

/** Of those who were asked for that reason whether they hold the same; asked now, if they were not. */
function askedWhether(
	seen: Observed,
	fresh: Fresh,
	reason: string,
	among: readonly MemberSeen[],
): Answer | 'equal' | 'different' {
	const { compared } = seen.status
	if (compared?.occasion !== occasionOf(fresh, reason, among)) return comparison(seen, fresh, reason, among)
	return compared.equal === true ? 'equal' : 'different'
}

const snapshots = 'take snapshots of all members before anything else'
const stops = (why: string): Answer => ({ do: 'halt', reason: 'Corrupt', why: `${why}; ${snapshots}` })

const isReady = (seen: Observed, member: MemberSeen): boolean =>
	isSteady(seen, member) && member.health.answers && member.health.status !== undefined

/** The same before and after it has gone. */
const occasionFor = (memberId: string): string => `etcd raised CORRUPT for ${memberId}`

/** Nobody writes while it lasts, and no pod is ready. */
export function corrupt(seen: Observed): Answer {
	const { members: fresh } = seen
	const alarms = fresh.fresh ? fresh.alarms.filter(({ kind }) => kind === 'CORRUPT') : []
	const [alarm] = alarms
	if (!fresh.fresh || alarm === undefined) return undefined
	const listed = fresh.all.filter(({ id }) => alarms.some(({ memberId }) => memberId === id))
	const [member, ...more] = listed
	const said = `etcd raised CORRUPT for member ${member?.name || alarm.memberId}`
	if (!isDeclared(seen)) return stops(said)
	if (alarms.some(({ memberId }) => memberId === unnamedId)) return unnamed(seen, fresh)
	if (member === undefined) return over(seen, fresh, alarm, said)
	if (more.length > 0)
		return stops(`etcd raised CORRUPT for ${listed.map(({ name, id }) => name || id).join(', ')}`)
	if (!member.ours) return stops(`${said}, which was not made by us`)
	return replaced(seen, fresh, member, said)
}

const unnamedId = '0'

/** So every such alarm is before 3.6. What members hold is looked at all the same: it helps whoever decides. */
function unnamed(seen: Observed, fresh: Fresh): Answer {
	const all = voters(fresh)
	const areReady = all.length > 1 && all.every((member) => isReady(seen, member))
	const alike = areReady ? askedWhether(seen, fresh, occasionFor(unnamedId), all) : undefined
	if (typeof alike === 'object') return alike
	const found = alike === undefined ? '' : `; ${seen.status.compared?.message ?? ''}`
	const mends = `${alike === 'equal' ? '' : 'etcdctl member remove the one that is wrong, then '}etcdctl alarm disarm`
	return stops(`etcd raised CORRUPT and does not tell for which member${found}; ${mends}`)
}

function replaced(seen: Observed, fresh: Fresh, member: MemberSeen, said: string): Answer {
	const others = voters(fresh).filter(({ id }) => id !== member.id)
	if (others.length < 2) return stops(`${said}, and too few others could disprove it`)
	if (isGoingDown(seen, fresh)) return stops(`${said} on the way to an earlier minor`)
	const stays = mayNotGo(seen, member, fresh)
	if (stays !== undefined) return stops(`${said}, and it stays for now: ${stays}`)
	const silent = others.find((other) => !isReady(seen, other))
	if (silent)
		return { do: 'wait', soon: true, why: `${said}; whether it is, ${silent.name || silent.id} must say` }
	const alike = askedWhether(seen, fresh, occasionFor(member.id), others)
	if (alike === 'different')
		return stops(`${said}, and the others differ, too: ${seen.status.compared?.message ?? ''}`)
	if (alike !== 'equal') return alike ?? stops(`${said}, and the others cannot be compared`)
	return dismiss(seen, fresh, member, `${member.name} is replaced: ${said}, and all others hold the same`)
}

/** Whoever it was raised for is a member no more. */
function over(seen: Observed, fresh: Fresh, { memberId, kind }: Alarm, said: string): Answer {
	const all = voters(fresh)
	const silent = all.find((one) => !isReady(seen, one))
	if (silent)
		return {
			do: 'wait',
			soon: true,
			why: `${said}, which is gone; ${silent.name || silent.id} does not answer`,
		}
	const alike = all.length < 2 ? 'equal' : askedWhether(seen, fresh, occasionFor(memberId), all)
	if (alike === 'different')
		return stops(`${said}, which is gone, and the others differ: ${seen.status.compared?.message ?? ''}`)
	if (alike !== 'equal') return alike ?? stops(`${said}, which is gone, and the others cannot be compared`)
	return { do: 'disarm', memberId, kind, why: `${said}, which is gone, and all others hold the same` }
}

/**
 * It compares itself with the others before it serves, and ends where it differs from any of them, so that a sound one that restarts
 * beside a corrupt one says the same. Only if all others are alike is it the odd one.
 */
export function saysCorrupt(seen: Observed): Answer {
	const { members: fresh } = seen
	if (!fresh.fresh || !isDeclared(seen) || isGoingDown(seen, fresh)) return undefined
	const odd = fresh.all.find(({ ours, name }) => ours && podOf(seen, name)?.saysCorrupt)
	if (odd === undefined || odd.health.answers || mayNotGo(seen, odd, fresh) !== undefined) return undefined
	const others = voters(fresh).filter(({ id }) => id !== odd.id)
	const all = voters(fresh).length
	if (others.length < Math.max(2, quorum(all)) || !others.every((other) => isReady(seen, other)))
		return undefined
	const said = `${odd.name} says that it does not hold what another member holds`
	const alike = askedWhether(seen, fresh, said, others)
	if (alike === 'different')
		return {
			do: 'halt',
			reason: 'DataDiffers',
			why: `${said}; ${seen.status.compared?.message ?? ''}: ${remedy}`,
		}
	if (alike !== 'equal') return alike
	return removal(
		seen,
		odd,
		`${odd.name} is replaced: its data is not that of the others, which hold the same`,
	)
}
