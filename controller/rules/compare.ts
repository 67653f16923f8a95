// When members are asked whether they hold the same, and what follows if they do not (R43). Pure.
import { dialects } from '../../etcd/dialect.ts'
import { minorIn } from '../../api/releases.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { hashOf } from '../template.ts'
import { isDeclared, isSteady, reportOf, voters, type Fresh } from './facts.ts'

/** Who they are and what they run: whenever that has changed they are asked once. */
export const occasionOf = (fresh: Fresh, reason: string, among = voters(fresh)): string =>
	hashOf({
		reason,
		members: among.map((member) => [member.id, reportOf(member)?.version ?? '']),
	})

const tellHashes = (among: readonly MemberSeen[]): boolean =>
	among.every((member) => {
		const minor = minorIn(reportOf(member)?.version)
		return minor !== undefined && dialects[minor].hashesKv
	})

/** Nothing once it was done for the same reason. */
export function comparison(seen: Observed, fresh: Fresh, reason: string, among = voters(fresh)): Answer {
	const occasion = occasionOf(fresh, reason, among)
	if (among.length < 2 || !tellHashes(among) || seen.status.compared?.occasion === occasion) return undefined
	return {
		do: 'compare',
		occasion,
		among: among.map(({ id }) => id),
		why: `members are asked whether they hold the same (${reason})`,
	}
}

/** Once all are well and nothing else is to be done. */
export function compared(seen: Observed): Answer {
	const { members: fresh } = seen
	if (!fresh.fresh || !isDeclared(seen)) return undefined
	if (!voters(fresh).every((member) => isSteady(seen, member) && member.ours)) return undefined
	return comparison(seen, fresh, 'they have changed')
}

export const remedy = 'take snapshots of all of them, then delete pod and claim of the one that is wrong'

/** Which of them is right is for a person to say; whoever is lost is still replaced. */
export function unequal(seen: Observed): Answer {
	const { members: fresh, status } = seen
	if (!fresh.fresh || status.compared?.equal !== false) return undefined
	if (status.compared.members !== idsOf(voters(fresh))) return undefined
	const why = status.compared.message ?? 'members hold different data'
	return { do: 'halt', reason: 'DataDiffers', why: `${why}: ${remedy}` }
}

export const idsOf = (members: readonly MemberSeen[]): string => members.map(({ id }) => id).join(' ')
