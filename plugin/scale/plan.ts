// From one size to another: what happens on the way, and when it must not begin. Pure.
import { conditionOf } from '../cluster.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Asked } from '../change/alter.ts'
import { canLose, degraded, isBorn, silentOf, votersOf } from '../change/members.ts'
import { refuseUnwell } from '../change/refuse.ts'
import { Failure } from '../failure.ts'
import { bytes } from '../screen/amount.ts'
import type { Cluster } from '../target.ts'

export interface Sizes {
	readonly to: number
	/** What the size must still be. */
	readonly from: number | undefined
}

const sizeField = ['spec', 'size'] as const

function path(cluster: Cluster, from: number, to: number): readonly string[] {
	const { name } = cluster.metadata
	const first = `${name} ${from} → ${to}: can lose ${canLose(from)} → ${canLose(to)}`
	if (!isBorn(cluster)) return [`${first}. It has no members yet and is born with ${to}.`]
	const count = Math.abs(to - from)
	const members = `${count} ${to > from ? 'learner' : 'member'}${count === 1 ? '' : 's'}`
	const size = parseQuantity(cluster.status?.dbSize) ?? 0
	if (to > from)
		return [`${first}. Adds ${members} in turn${size > 0 ? `, each ~${bytes(size)} to copy` : ''}.`]
	const disks = cluster.spec?.pod?.persistentVolumeClaimSpec === undefined ? 'its pod' : 'its pod and volume'
	return [
		`${first}. Removes ${members} in turn, each with ${disks}: who does not answer first, the leader last.`,
		...(to === 1 ? ['With one member every restart of it stops reads and writes.'] : []),
	]
}

/** Fewer, where all who stay answer: those who do not answer leave first. Or back to those who are there, while others cannot come. */
const heals = (cluster: Cluster, to: number): boolean => {
	const answering = votersOf(cluster).length - silentOf(cluster).length
	const isSizeWrong = conditionOf(cluster, 'Invalid')?.reason?.startsWith('size') === true
	return isSizeWrong || (to < (cluster.spec?.size ?? 0) && answering >= to)
}

export function scaling(cluster: Cluster, { to, from }: Sizes): Asked {
	const { name } = cluster.metadata
	const size = cluster.spec?.size
	if (from !== undefined && size !== from)
		throw new Failure({
			what: `--current-replicas: ${name} has ${size ?? 'no size'}, and not ${from}`,
			next: 'nothing was changed',
		})
	if (to !== size && to % 2 === 1) refuseUnwell(cluster, 'scaling', heals(cluster, to))
	const trouble = degraded(cluster)
	return {
		verb: 'scaled',
		patch: { spec: { size: to } },
		fields: [sizeField],
		lines: [
			...path(cluster, size ?? 0, to),
			...(trouble === undefined ? [] : [`Degraded meanwhile: ${trouble.reason}: ${trouble.message}`]),
		],
		question: {
			to: `scale ${name} from ${size ?? 0} to ${to}`,
			danger: to === 1 && (size ?? 0) > 1 && isBorn(cluster) ? name : undefined,
		},
		reword: ({ field, message }) =>
			field === 'spec.size' ? `--replicas: ${message}` : `${field}: ${message}`,
	}
}
