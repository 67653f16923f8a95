// Paused, with who, since when and why; and resumed, without any of it. Pure.
import { annotations } from '../../api/names.ts'
import type { Asked } from '../change/alter.ts'
import { degraded } from '../change/members.ts'
import type { Cluster } from '../target.ts'
import { pausedText } from '../change/paused.ts'

export interface Pause {
	readonly by: string | undefined
	readonly reason: string | undefined
	readonly now: number
}

const notes = [annotations.pausedBy, annotations.pausedSince, annotations.pausedReason]
const paused = ['spec', 'paused'] as const

/** Of a cluster that is paused already only the reason can be news. */
export function pausing(cluster: Cluster, { by, reason, now }: Pause): Asked {
	const { name, annotations: theirs = {} } = cluster.metadata
	const isPaused = cluster.spec?.paused === true
	const known = theirs[annotations.pausedReason]
	const isNews = !isPaused || (reason !== undefined && reason !== known)
	const trouble = degraded(cluster)
	const written = {
		...(by !== undefined && { [annotations.pausedBy]: by }),
		[annotations.pausedSince]: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
		...(reason !== undefined && { [annotations.pausedReason]: reason }),
	}
	return {
		verb: 'paused',
		patch: { ...(isNews && { metadata: { annotations: written } }), spec: { paused: true } },
		fields: [paused],
		lines: isPaused
			? []
			: [
					`${name}: nothing is healed, scaled or upgraded until kubectl etcd resume ${name}`,
					...(trouble === undefined ? [] : [`it is degraded now: ${trouble.reason}: ${trouble.message}`]),
				],
	}
}

export function resuming(cluster: Cluster, now: number): Asked {
	const { annotations: theirs = {}, generation = 0 } = cluster.metadata
	const isPaused = cluster.spec?.paused === true
	const present = notes.filter((key) => key in theirs)
	return {
		verb: 'resumed',
		patch: {
			...(present.length > 0 && {
				metadata: { annotations: Object.fromEntries(present.map((key) => [key, null])) },
			}),
			...(isPaused && { spec: { paused: null } }),
		},
		fields: isPaused ? [paused] : [],
		lines: isPaused
			? [`${pausedText(cluster, now)}; what spec ${generation} says is carried out from now on`]
			: [],
	}
}
