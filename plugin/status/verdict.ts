// How a cluster is, in one word, and the exit code that says the same. Pure. It is never well when nobody looked.
import { conditionOf } from '../cluster.ts'
import { exits, type Exit } from '../exit.ts'
import type { Sight } from '../sight/sight.ts'
import { problemsOf, type Problem } from './problems.ts'
import { quorumOf, type Quorum } from './quorum.ts'

export type Health =
	'Healthy' | 'Paused' | 'Upgrading' | 'Changing' | 'Creating' | 'Degraded' | 'QuorumLost' | 'Unknown'

export interface Verdict {
	readonly health: Health
	readonly exit: Exit
	readonly quorum: Quorum
	readonly problems: readonly Problem[]
	/** How long the operator's word is old, as far as it says. */
	readonly operatorSays: string | undefined
}

const exitFor: Readonly<Record<Health, Exit>> = {
	Healthy: exits.done,
	Paused: exits.done,
	Upgrading: exits.done,
	Changing: exits.done,
	Creating: exits.degraded,
	Degraded: exits.degraded,
	QuorumLost: exits.noQuorum,
	Unknown: exits.blind,
}

const holds = ({ cluster }: Sight, type: string): boolean => conditionOf(cluster, type)?.status === 'True'

function healthOf(sight: Sight, quorum: Quorum, problems: readonly Problem[]): Health {
	const { cluster, members } = sight
	const { voters, needed, well, unseen } = quorum
	if (!cluster.status?.clusterID && well.length === 0)
		return cluster.status?.birth || !cluster.status ? 'Creating' : 'Unknown'
	if (voters.length === 0) return members.length === 0 || sight.depth < 2 ? 'Unknown' : 'QuorumLost'
	if (well.length < needed) return well.length + unseen.length >= needed ? 'Unknown' : 'QuorumLost'
	const isMoving =
		holds(sight, 'Upgrading') && conditionOf(cluster, 'Upgrading')?.reason !== 'ProgressDeadlineExceeded'
	// While members are changed one after the other, one that is out just now is no trouble.
	const out = voters.length - well.length
	const troubles = problems.filter(
		({ severity, id }) =>
			severity === 'problem' && !(isMoving && out === 1 && (id === 'memberSilent' || id === 'memberAlone')),
	)
	if (troubles.length > 0 || (out > 0 && !isMoving)) return 'Degraded'
	if (cluster.spec?.paused) return 'Paused'
	if (isMoving) return 'Upgrading'
	return holds(sight, 'Scaling') ? 'Changing' : 'Healthy'
}

export function verdictOf(sight: Sight): Verdict {
	const quorum = quorumOf(sight)
	const problems = problemsOf(sight, quorum)
	const health = healthOf(sight, quorum, problems)
	return { health, exit: exitFor[health], quorum, problems, operatorSays: sight.cluster.status?.health }
}
