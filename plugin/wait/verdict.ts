// Whether a cluster is as it is waited for, and if not, what it still waits for, in one sentence. Pure.
import { conditionOf } from '../cluster.ts'
import { imageOf } from '../../api/defaults.ts'
import { sameNumbers } from '../../api/version.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { degraded, votersOf } from '../change/members.ts'
import type { Cluster } from '../target.ts'
import type { Goal } from './goal.ts'

export interface Verdict {
	readonly met: boolean
	/** What is met, or what is not yet. */
	readonly because: string
}

const met = (because: string): Verdict => ({ met: true, because })
const not = (because: string): Verdict => ({ met: false, because })

/** A status that does not answer the spec yet says nothing about it. */
function unanswered({ metadata, status }: Cluster): Verdict | undefined {
	const [wanted = 0, seen = 0] = [metadata.generation, status?.observedGeneration]
	return seen >= wanted
		? undefined
		: not(`the controller has not answered generation ${wanted} of the spec yet`)
}

/** What is wrong, else what is on its way. */
function reasonOf(cluster: Cluster): string {
	const trouble = degraded(cluster)
	if (trouble) return `Degraded: ${trouble.message || trouble.reason}`
	for (const [type, when] of [
		['Invalid', 'True'],
		['Available', 'False'],
		['Upgrading', 'True'],
		['Scaling', 'True'],
	] as const) {
		const condition = conditionOf(cluster, type)
		if (condition?.status === when) return `${condition.reason ?? type}: ${condition.message || type}`
	}
	return cluster.status?.health || 'nothing is reported of it yet'
}

function healthy(cluster: Cluster): Verdict {
	const { health, ready } = cluster.status ?? {}
	if (health === 'Healthy') return unanswered(cluster) ?? met(`healthy, ${ready} ready`)
	return unanswered(cluster) ?? not(reasonOf(cluster))
}

function quorum(cluster: Cluster): Verdict {
	const condition = conditionOf(cluster, 'Available')
	if (condition?.status === 'True') return met('a majority of the voters answers')
	return not(condition?.message || condition?.reason || 'nothing is reported of it yet')
}

function upgraded(cluster: Cluster): Verdict {
	const wanted = imageOf(cluster).version
	const voters = votersOf(cluster)
	const left = voters.filter(({ version, ready }) => !sameNumbers(version, wanted) || !ready)
	const late = unanswered(cluster)
	if (late) return late
	const isOver = conditionOf(cluster, 'Upgrading')?.status === 'False' && !cluster.status?.targetVersion
	if (voters.length > 0 && left.length === 0 && isOver) return met(`every member runs ${wanted}`)
	const trouble = degraded(cluster)
	if (trouble) return not(`Degraded: ${trouble.message || trouble.reason}`)
	const there = voters.length - left.length
	return not(
		conditionOf(cluster, 'Upgrading')?.message || `${there} of ${voters.length} members run ${wanted}`,
	)
}

function recovered(cluster: Cluster, occasion: string): Verdict {
	const { recovery, memberStates = [] } = cluster.status ?? {}
	const said = conditionOf(cluster, 'Recovering')?.message
	if (recovery?.occasion !== occasion) return not('the operator has not answered yet')
	if (recovery.state === 'refused')
		throw new Failure({ what: recovery.message ?? 'refused', exit: exits.refused })
	if (recovery.state !== 'done') return not(said || recovery.message || 'it is under way')
	const voting = memberStates.filter(({ role }) => role === 'Leader' || role === 'Voter')
	const size = cluster.spec?.size ?? voting.length
	return voting.length >= size
		? met(`${recovery.message}; ${voting.length} vote again`)
		: not(`${recovery.message}; ${voting.length} of ${size} vote`)
}

/** `cluster` is nothing where there is none. */
export function verdictOf(cluster: Cluster | undefined, goal: Goal): Verdict {
	if (goal.what === 'deleted') return cluster === undefined ? met('deleted') : not('it is still there')
	if (cluster === undefined) return not('there is no such cluster')
	if (cluster.spec?.paused === true && goal.what !== 'quorum' && goal.what !== 'condition') {
		const verdict = verdictOf({ ...cluster, spec: { ...cluster.spec, paused: false } }, goal)
		return verdict.met ? verdict : not(`paused, so that nothing is changed; ${verdict.because}`)
	}
	switch (goal.what) {
		case 'healthy':
			return healthy(cluster)
		case 'quorum':
			return quorum(cluster)
		case 'upgraded':
			return upgraded(cluster)
		case 'replaced': {
			const isThere = (cluster.status?.memberStates ?? []).some(({ name }) => name === goal.member)
			return isThere ? not(`${goal.member} is still a member; ${reasonOf(cluster)}`) : healthy(cluster)
		}
		case 'recovered':
			return recovered(cluster, goal.occasion)
		case 'generation':
			return unanswered(cluster) ?? met(`generation ${cluster.metadata.generation} is answered`)
		case 'condition': {
			const found = conditionOf(cluster, goal.type)
			if (found?.status === goal.status) return met(`${goal.type} is ${goal.status}`)
			if (found === undefined) return not(`it has no condition ${goal.type}`)
			return not(`${goal.type} is ${found.status}: ${found.message || found.reason || ''}`)
		}
	}
}
