// A rolling restart, asked for as `kubectl rollout restart` does: an annotation of the pods is another one, and the controller makes
// them anew one by one, the leader last. Pure.
import type { Asked } from '../change/alter.ts'
import { votersOf } from '../change/members.ts'
import { refuseUnwell } from '../change/refuse.ts'
import type { Cluster } from '../target.ts'

const restartedAt = 'kubectl.kubernetes.io/restartedAt'

const timeText = (now: number): string => new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')

export function restarting(cluster: Cluster, now: number): Asked {
	const { name } = cluster.metadata
	refuseUnwell(cluster, 'restarting')
	const count = votersOf(cluster).length
	const isOnVolumes = cluster.spec?.pod?.persistentVolumeClaimSpec !== undefined
	const how = isOnVolumes
		? 'each comes back on its volume, the leader last after it handed over'
		: 'without volumes a successor joins and votes before each leaves, so that members get other names'
	return {
		verb: 'restarted',
		patch: { spec: { pod: { annotations: { [restartedAt]: timeText(now) } } } },
		fields: [['spec', 'pod', 'annotations', restartedAt]],
		lines: [
			`${name}: ${count} member${count === 1 ? '' : 's'} anew, one at a time; ${how}`,
			...(count === 1 && isOnVolumes ? ['With one member nothing is read or written until it is back.'] : []),
		],
		question: { to: `restart ${name}` },
	}
}
