// Who votes, who of them is well, and whether that is enough. Pure.
import { quorum } from '../../etcd/membership.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'

export interface Quorum {
	readonly voters: readonly MemberSight[]
	readonly needed: number
	readonly well: readonly MemberSight[]
	/** How many more may go; below 0 it is lost. */
	readonly canLose: number
	/** Voters of whom nobody can say whether they are well. */
	readonly unseen: readonly MemberSight[]
}

/** By etcd's list; then by what it says of itself; then by the operator's word. */
function votes({ listed }: Sight, { name, report, state }: MemberSight): boolean {
	const entry = listed?.members.find(
		(member) => member.id === report?.id || (name !== '' && member.name === name),
	)
	if (listed !== undefined) return entry !== undefined && !entry.isLearner
	if (report !== undefined) return !report.isLearner
	return state !== undefined && state.role !== 'Learner' && state.role !== 'Joining'
}

/** It has a leader, and no quorum refused a read through it. */
const isWell = ({ report }: MemberSight): boolean => report?.hasLeader === true && report.confirmed !== false

export function quorumOf(sight: Sight): Quorum {
	const voters = sight.members.filter((member) => votes(sight, member))
	const needed = quorum(Math.max(voters.length, 1))
	const well = voters.filter(isWell)
	// Where those who answer know no leader, who is silent to us is silent to them, too.
	const heard = voters.filter(({ report }) => report !== undefined)
	const leaderless = heard.length > 0 && heard.every(({ report }) => !report?.hasLeader)
	const unseen = leaderless
		? []
		: voters.filter(({ report, silence }) => report === undefined && silence?.kind !== 'down')
	return { voters, needed, well, canLose: well.length - needed, unseen }
}
