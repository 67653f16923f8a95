// How the operator is taken away without taking clusters along. Pure.
import { group } from '../../api/names.ts'
import { keyOf, type KubeObject } from '../../kube/objects.ts'
import { home, parts } from './operator.ts'

/** Nothing where they could not be listed. */
export function removalLines(clusters: readonly KubeObject[] | undefined): readonly string[] {
	const known =
		clusters === undefined
			? ['Clusters   could not be listed everywhere: look before anything is deleted']
			: clusters.length === 0
				? ['Clusters   none']
				: [
						`Clusters   ${clusters.length}: ${clusters.map(keyOf).join(', ')}`,
						'           they go on serving without an operator; nobody heals, scales or upgrades them then',
					]
	const isSafe = clusters !== undefined && clusters.length === 0
	return [
		...known,
		'1  registrations first, so that nothing is refused while nobody answers',
		'     kubectl delete validatingwebhookconfiguration,mutatingwebhookconfiguration kubectl-etcd',
		'2  its processes and what they are given',
		`     kubectl -n ${home} delete deployment ${parts.join(' ')}`,
		`     kubectl delete namespace ${home}`,
		'     kubectl delete clusterrolebinding,clusterrole kubectl-etcd-controller',
		'3  the guard of deletions',
		'     kubectl delete validatingadmissionpolicybinding,validatingadmissionpolicy deletion-guard.etcd.database.coreos.com',
		isSafe
			? '4  the kinds'
			: '4  the kinds: deleting them deletes every cluster with its data, so only once there is none left',
		...(isSafe
			? [`     kubectl delete crd etcdclusters.${group} etcdbackups.${group} etcdrestores.${group}`]
			: []),
	]
}
