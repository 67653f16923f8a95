// Why a cluster must not be changed now. Pure.
import { conditionOf } from '../cluster.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Cluster } from '../target.ts'
import { concernsMembers, degraded, hasQuorum, isBorn, silentOf } from './members.ts'

const refused = (what: string, why: string | undefined, next: string): Failure =>
	new Failure({ what, why, next, exit: exits.refused })

/** `doing` is such as "scaling"; `heals` says whether the change is what mends it. */
export function refuseUnwell(cluster: Cluster, doing: string, heals = false): void {
	const { name } = cluster.metadata
	if (!isBorn(cluster)) return // whoever has no members yet loses none
	if (!hasQuorum(cluster))
		throw refused(
			`not ${doing}: ${name} has no quorum, so its members cannot be changed`,
			conditionOf(cluster, 'Available')?.message,
			`kubectl etcd wait ${name} --for=quorum`,
		)
	if (heals) return
	const trouble = degraded(cluster)
	const silent = silentOf(cluster)
	if (silent.length === 0 && (trouble === undefined || !concernsMembers(trouble))) return
	const who = silent.map((member) => member.name ?? '').join(', ')
	throw refused(
		`not ${doing}: ${name} is degraded${silent.length > 0 ? `, ${who} ${silent.length === 1 ? 'does' : 'do'} not answer` : ''}`,
		trouble && `${trouble.reason}: ${trouble.message}`,
		`kubectl etcd wait ${name} --for=healthy, and then again`,
	)
}
