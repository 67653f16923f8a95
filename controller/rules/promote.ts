// When a learner gets its vote. Pure.
import { isYoung } from '../../etcd/membership.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { isSteady, namesOf, podOf, voters, type Fresh } from './facts.ts'

/**
 * It said its name a moment ago, and its kubelet, which looks once a second, has not said its address. Where the whole log is shorter than
 * what a learner may be behind, and etcd itself asks how much of it has arrived, it need not be heard by us where two others vote: what
 * they agree on stays agreed whatever becomes of it.
 */
function isVouchedFor(seen: Observed, fresh: Fresh, { name }: MemberSeen): boolean {
	const pod = podOf(seen, name)
	const leader = fresh.all.find(({ isLeader }) => isLeader)
	const applied = leader?.health.answers ? leader.health.status?.appliedIndex : undefined
	const isBegun = pod?.named === true && pod.ip === undefined && !pod.deleting && !pod.ended
	return isBegun && voters(fresh).length > 1 && applied !== undefined && isYoung(applied)
}

/** Our own gate (R6): etcd would let a learner vote that has nine tenths of the log. */
export function learnerJoining(seen: Observed): Answer {
	const { members: fresh } = seen
	if (!fresh.fresh) return undefined
	const learners = fresh.all.filter(({ isLearner, ours }) => isLearner && ours)
	const [first] = learners
	if (first === undefined) return undefined
	const silent = voters(fresh).filter((member) => !isSteady(seen, member))
	if (silent.length > 0)
		return { do: 'wait', soon: true, why: `${namesOf(learners)} may vote once ${namesOf(silent)} answers` }
	const ready = learners.find(
		(one) =>
			one.started &&
			podOf(seen, one.name)?.sealed &&
			((one.caughtUp && isSteady(seen, one)) || isVouchedFor(seen, fresh, one)),
	)
	if (ready)
		return { do: 'promote', id: ready.id, name: ready.name, why: `${ready.name} has caught up and may vote` }
	const trouble = podOf(seen, first.name)?.trouble
	return {
		do: 'wait',
		soon: trouble === undefined,
		why: `${namesOf(learners)} ${first.started ? 'catches up' : 'starts'}${trouble ? `: ${trouble.reason}, ${trouble.message}` : ''}`,
	}
}
