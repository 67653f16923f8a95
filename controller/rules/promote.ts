// When a learner gets its vote. Pure.
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { isServed, isSteady, namesOf, podOf, voters } from './facts.ts'

/**
 * Our own gate (R6): etcd would let a learner vote that has nine tenths of the log. Once clients are let in it waits for the kubelet, too,
 * which could still start it without its data until it has seen the seal (R7).
 */
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
			(podOf(seen, one.name)?.firm || !isServed(seen)) &&
			one.caughtUp &&
			isSteady(seen, one),
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
