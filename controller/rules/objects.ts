// Services, disruption budget and network policy. Pure.
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { isDeclared } from './facts.ts'

export function objectsDrifted(seen: Observed): Answer {
	const { drifted, objectsRefused: refused, status } = seen
	if (drifted.length === 0 || refused !== undefined) return undefined
	// Made by another operator: its clients keep their way in until the members are known to us, and labelled.
	if (!isDeclared(seen) && status.birth === undefined) return undefined
	const are = drifted.length === 1 ? 'is' : 'are'
	return { do: 'applyObjects', names: drifted, why: `${drifted.join(', ')} ${are} missing or not as wanted` }
}

/** Members of two clusters behind one Service would be two truths behind one name. */
export function nameTaken(seen: Observed): Answer {
	const [first] = seen.blocked
	const isBorn = isDeclared(seen) || seen.status.birth === undefined
	if (first === undefined || isBorn) return undefined
	return { do: 'wait', soon: true, why: `${first}; it is left alone` }
}

/** What nobody lets us put right keeps nobody from healing: it is tried again after a while. */
export const objectsRefused = ({ drifted, objectsRefused: because }: Observed): Answer =>
	drifted.length === 0 || because === undefined
		? undefined
		: { do: 'wait', soon: false, why: `${drifted.join(', ')}: ${because}` }

export function superfluousObjects({ superfluous }: Observed): Answer {
	if (superfluous.length === 0) return undefined
	return { do: 'dropObjects', names: superfluous, why: `${superfluous.join(', ')}: not wanted any more` }
}

/** Without its labels no Service finds a pod, and we only by its name. */
export function labelsLost({ pods, claims }: Observed): Answer {
	const found = [...pods, ...claims].find(({ labelled, deleting }) => !labelled && !deleting)
	return found && { do: 'relabel', name: found.name, why: `${found.name} has lost labels of ours` }
}
