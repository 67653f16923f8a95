// When no majority answers: what is said, and that nothing is done but to let members come back. Pure.
import { quorum } from '../../etcd/membership.ts'
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { claimOf, namesOf, podOf } from './facts.ts'

/** With auth on etcd tells a stranger nothing, not even who its members are. */
export function locked({ members }: Observed): Answer {
	if (members.fresh || !members.denied) return undefined
	return {
		do: 'wait',
		soon: false,
		why: 'auth is on and this controller has no user, so it only brings members back on their volumes; for all else: etcdctl auth disable',
	}
}

/** By their own probes, which ask a quorum: members may be well and only out of our reach. */
export function isReadyElsewhere({ status, pods }: Observed): boolean {
	const voting = (status.memberStates ?? []).filter(({ role }) => role === 'Voter' || role === 'Leader')
	const ready = voting.filter(({ name }) => pods.some((pod) => pod.name === name && pod.ready))
	return voting.length > 0 && ready.length >= quorum(voting.length)
}

export function unheard(seen: Observed): Answer {
	const { members } = seen
	if (members.fresh || !isReadyElsewhere(seen)) return undefined
	return {
		do: 'wait',
		soon: true,
		why: `no majority of the members answers this controller (${members.because}), though their pods are ready`,
	}
}

/** Never repaired by us (R17): whoever forces a cluster on from what is left decides what is lost. */
export function quorumLost(seen: Observed): Answer {
	const { members } = seen
	if (members.fresh) return undefined
	const reach = members.reachable.map(({ name, revision }) => `${name} at revision ${revision}`).join(', ')
	const gone = (seen.status.memberStates ?? [])
		.filter(({ role }) => role === 'Voter' || role === 'Leader')
		.filter(({ name = '' }) => podOf(seen, name) === undefined && claimOf(seen, name) === undefined)
		.map(({ name = '' }) => ({ name }))
	return {
		do: 'wait',
		soon: false,
		why: `no majority of the members answers (${members.because}); ${reach ? `within reach: ${reach}` : 'none is within reach'}${gone.length > 0 ? `; gone with their data: ${namesOf(gone)}` : ''}`,
	}
}
