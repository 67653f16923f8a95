// Services, disruption budget and network policy. Pure.
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'

export function objectsDrifted({ drifted }: Observed): Answer {
	if (drifted.length === 0) return undefined
	const are = drifted.length === 1 ? 'is' : 'are'
	return { do: 'applyObjects', names: drifted, why: `${drifted.join(', ')} ${are} missing or not as wanted` }
}

/** Members of two clusters behind one Service would be two truths behind one name. */
export function nameTaken({ blocked }: Observed): Answer {
	const [first] = blocked
	if (first === undefined) return undefined
	return { do: 'wait', soon: true, why: `${first}; it is left alone` }
}

export function superfluousObjects({ superfluous }: Observed): Answer {
	if (superfluous.length === 0) return undefined
	return { do: 'dropObjects', names: superfluous, why: `${superfluous.join(', ')}: not wanted any more` }
}

/** Without its labels no Service finds a pod, and we only by its name. */
export function labelsLost({ pods, claims }: Observed): Answer {
	const found = [...pods, ...claims].find(({ labelled, deleting }) => !labelled && !deleting)
	return found && { do: 'relabel', name: found.name, why: `${found.name} has lost labels of ours` }
}
