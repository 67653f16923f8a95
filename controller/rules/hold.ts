// When nothing may be done, whatever is to do. Pure.
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'

export const beingDeleted = ({ deleting }: Observed): Answer =>
	deleting ? { do: 'rest', why: 'the cluster is being deleted' } : undefined

export const held = ({ heldBecause }: Observed): Answer =>
	heldBecause && { do: 'halt', reason: heldBecause.reason, why: heldBecause.message }

export const paused = (seen: Observed): Answer =>
	seen.paused ? { do: 'rest', why: 'spec.paused is true: nothing is changed' } : undefined

/** While a later spec breaks a rule the last good one goes on; where there is none, nothing says what should be. */
export function neverGood({ wanted, findings, specIsGood, spec }: Observed): Answer {
	if (wanted !== undefined) return undefined
	const [first] = findings
	// A stored version that nobody has judged, since it has not changed.
	const unknown = `spec.version: "${spec.version ?? ''}" is of no minor that this operator knows; write one of 3.2 to 3.7`
	const missing = specIsGood ? unknown : 'the spec is missing'
	return { do: 'halt', reason: 'Invalid', why: first ? `${first.field}: ${first.message}` : missing }
}

/** Silence does not tell whether members are gone or only cannot be reached; what has answered may have another history. */
export function strangeCluster({ members, status }: Observed): Answer {
	if (!members.fresh || !status.clusterID || members.clusterId === status.clusterID) return undefined
	return {
		do: 'halt',
		reason: 'AnotherCluster',
		why: `the members say that they are cluster ${members.clusterId}, and this one is ${status.clusterID}`,
	}
}
