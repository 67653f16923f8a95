// Whether clients can be served, as far as anybody can tell. Pure.
import type { News } from '../../api/conditions.ts'
import { quorum } from '../../etcd/membership.ts'
import type { Observed } from '../observed.ts'
import { isHealthy, voters } from '../rules/facts.ts'
import { isReadyElsewhere } from '../rules/quorum.ts'
import type { Plan } from '../step.ts'

const isAvailable = ({ members }: Observed): boolean =>
	members.fresh && voters(members).filter(isHealthy).length >= quorum(voters(members).length)

/** Made by another operator, and not ours yet. */
export const isFound = ({ status, hasTraces }: Observed): boolean =>
	!status.clusterID && hasTraces && status.birth === undefined

type Unheard = 'QuorumLost' | 'AuthEnabled' | 'Unheard'

/** Why no member says anything to us; nothing when they do. */
export function unheardAs(seen: Observed): Unheard | undefined {
	const { members } = seen
	if (members.fresh) return undefined
	if (members.denied) return 'AuthEnabled'
	return isReadyElsewhere(seen) ? 'Unheard' : 'QuorumLost'
}

/** In the words of the rule for it, if nothing came before. */
export const silence = ({ members }: Observed, { rule, why }: Plan): string =>
	['locked', 'unheard', 'quorumLost'].includes(rule) || members.fresh
		? why
		: `no majority of the members answers (${members.because})`

export function available(seen: Observed, plan: Plan): News {
	const { members, status } = seen
	const say = (holds: News['status'], reason: string, message: string): News => ({
		type: 'Available',
		status: holds,
		reason,
		message,
	})
	if (!status.clusterID && !isFound(seen)) return say('False', 'Creating', plan.why)
	if (!members.fresh) return say(...availableUnheard(seen), silence(seen, plan))
	if (!isAvailable(seen)) return say('False', 'QuorumLost', plan.why)
	if (!isFound(seen) && !seen.pods.some(({ serving }) => serving))
		return say('False', 'Creating', 'a majority of the members is still to come')
	return say('True', 'Cluster available', '')
}

/** What no member says of itself to us its pods may say. */
function availableUnheard(seen: Observed): readonly [News['status'], string] {
	const unheard = unheardAs(seen) ?? 'Unheard'
	if (isReadyElsewhere(seen)) return [unheard === 'AuthEnabled' ? 'True' : 'Unknown', unheard]
	return isFound(seen) ? ['Unknown', 'Unheard'] : ['False', 'QuorumLost']
}
