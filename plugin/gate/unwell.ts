// Whether a member may be made to stand still now: all of them are well, nobody joins, nothing else is under way (R32, R41). Pure.
import { conditionOf } from '../cluster.ts'
import { defragHarm, releases } from '../../api/releases.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'
import { lagOf } from '../status/columns.ts'

const mostBehind = 1000n

const whyUnwell = (sight: Sight, member: MemberSight): string | undefined => {
	const { name, report, silence } = member
	if (report === undefined) return `${name} does not answer (${silence?.what ?? 'nobody asked it'})`
	if (!report.hasLeader) return `${name} knows no leader`
	if (report.confirmed !== true) return `no quorum confirmed a read through ${name}`
	const lag = lagOf(sight, member) ?? 0n
	return lag > mostBehind ? `${name} is ${lag} entries behind` : undefined
}

/** Why nobody may stand still; nothing when one may. Each check is named after what it finds. */
const checks = {
	beingDeleted: ({ cluster }: Sight) =>
		cluster.metadata.deletionTimestamp === undefined ? undefined : 'the cluster is being deleted',
	listUnseen: ({ listed, members }: Sight) =>
		listed !== undefined
			? undefined
			: members.some(({ report }) => report !== undefined)
				? 'no quorum confirmed who is a member'
				: 'no member answers',
	moving: (sight: Sight) =>
		conditionOf(sight.cluster, 'Upgrading')?.status === 'True'
			? `members are being rolled (${conditionOf(sight.cluster, 'Upgrading')?.message ?? ''})`
			: conditionOf(sight.cluster, 'Scaling')?.status === 'True'
				? `members join or leave (${conditionOf(sight.cluster, 'Scaling')?.message ?? ''})`
				: undefined,
	learner: ({ listed }: Sight) => {
		const found = listed?.members.find(({ isLearner }) => isLearner)
		return found && `${found.name || found.id} is a learner, which copies data`
	},
	ghost: ({ listed, members }: Sight) => {
		const found = listed?.members.find(({ id }) => !members.some(({ report }) => report?.id === id))
		const silent = members.find(({ name, state }) => name === found?.name || state?.id === found?.id)
		if (found === undefined) return undefined
		return `${found.name || found.id} does not answer${silent?.silence ? ` (${silent.silence.what})` : ''}`
	},
	unwell: (sight: Sight) =>
		sight.members
			.filter(({ report }) => sight.listed?.members.some(({ id }) => id === report?.id))
			.map((member) => whyUnwell(sight, member))
			.find((why) => why !== undefined),
	alarm: ({ members }: Sight) => {
		const kinds = new Set(members.flatMap(({ report }) => (report?.alarms ?? []).map(({ kind }) => kind)))
		kinds.delete('NOSPACE')
		return kinds.size === 0 ? undefined : `etcd has raised the alarm ${[...kinds].join(', ')}`
	},
	harmful: ({ members }: Sight) =>
		members
			.map(({ report }) => defragHarm(report?.version ?? '', releases))
			.find((harm) => harm !== undefined),
} satisfies Record<string, (sight: Sight) => string | undefined>

export function mustWaitBecause(sight: Sight): string | undefined {
	for (const check of Object.values(checks)) {
		const why = check(sight)
		if (why !== undefined) return why
	}
	return undefined
}
