// The restart of one member, as an eviction: the disruption budget has its say, and the member comes back on its volume. Pure.
import type { Change } from '../change/change.ts'
import { titleOf } from '../change/change.ts'
import { silentOf, votersOf } from '../change/members.ts'
import { refuseUnwell } from '../change/refuse.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { memberAmong } from '../cluster.ts'
import { kinds, pathOf } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Cluster } from '../target.ts'

export function eviction(cluster: Cluster, word: string, pod: Pod): Change {
	const { name: of, namespace } = cluster.metadata
	const { name = '' } = memberAmong(cluster, cluster.status?.memberStates ?? [], word)
	const others = silentOf(cluster).filter((one) => one.name !== name)
	// Whoever does not answer is no loss, and may be what wants to be restarted.
	refuseUnwell(cluster, `restarting ${name}`, others.length === 0)
	const isOnVolume =
		pod.spec.volumes?.some(({ persistentVolumeClaim: claim }) => claim !== undefined) === true
	if (!isOnVolume)
		throw new Failure({
			what: `not restarting ${name}: its data is in its pod and would be gone with it`,
			next: `kubectl etcd restart ${of} has a successor join first, for all members one by one`,
			exit: exits.refused,
		})
	const isLeader = cluster.status?.leader === name
	const alone = votersOf(cluster).length === 1
	return {
		verb: 'evicted',
		title: titleOf(kinds.pod, name),
		method: 'POST',
		path: pathOf(kinds.pod, { namespace, name, subresource: 'eviction' }),
		type: 'application/json',
		body: {
			apiVersion: 'policy/v1',
			kind: 'Eviction',
			metadata: { name, namespace },
			deleteOptions: { preconditions: { uid: pod.metadata.uid } },
		},
		after: pod,
		lines: [
			`${name} ends and comes back on its volume`,
			...(alone ? ['It is the only member: nothing is read or written until it is back.'] : []),
			...(isLeader && !alone
				? ['It leads: the others elect another leader, which takes a second or two.']
				: []),
		],
	}
}
