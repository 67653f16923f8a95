// What is wrong, what was seen of it, and what to do next. Pure. Each check is named after what it finds.
import { conditionOf, refOf } from '../cluster.ts'
import { isReady, readinessOf, type Claim, type Pod } from '../../kube/pod.ts'
import { age, bytes } from '../screen/amount.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'
import type { Quorum } from './quorum.ts'

export interface Problem {
	/** The name of the check. */
	readonly id: string
	readonly severity: 'problem' | 'warning'
	readonly what: string
	readonly seen?: readonly string[]
	readonly next?: string | undefined
}

type Check = (sight: Sight, quorum: Quorum) => readonly Omit<Problem, 'id'>[]

/** What the kubelet or the scheduler says of a container that does not run. */
function stuckOn(pod: Pod): { reason: string; message: string } | undefined {
	const [container] = pod.status?.containerStatuses ?? []
	const { waiting, terminated } = container?.state ?? {}
	if (waiting?.reason && waiting.reason !== 'ContainerCreating' && waiting.reason !== 'PodInitializing')
		return { reason: waiting.reason, message: waiting.message ?? '' }
	if (terminated) return { reason: terminated.reason ?? 'Ended', message: terminated.message ?? '' }
	const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')
	if (scheduled?.status === 'False')
		return { reason: scheduled.reason ?? 'Unscheduled', message: scheduled.message ?? '' }
	return undefined
}

/** The first line, and not all of it: a kubelet repeats itself. */
const brief = (text: string): string => {
	const [line = ''] = text.split('\n')
	return line.length > 160 ? `${line.slice(0, 159)}…` : line
}

function volumeOf(claim: Claim | undefined): readonly string[] {
	if (claim === undefined) return []
	return [`PVC ${claim.metadata.name} is ${claim.status?.phase ?? 'new'}`]
}

const memberSilent: Check = (sight) =>
	sight.members.flatMap(({ name, pod, claim, report, silence }) => {
		if (report !== undefined || silence === undefined) return []
		const node = pod?.spec.nodeName
		const state = node === undefined ? undefined : sight.nodes?.get(node)
		const isGone = state !== undefined && !isReady(state)
		const stuck = pod && stuckOn(pod)
		const since = isGone ? (readinessOf(state)?.lastTransitionTime ?? '') : ''
		const why = isGone
			? `its node ${node} is not ready`
			: stuck
				? `${stuck.reason}${stuck.message === '' ? '' : `: ${brief(stuck.message)}`}`
				: silence.what
		return [
			{
				severity: silence.kind === 'down' || isGone ? ('problem' as const) : ('warning' as const),
				what: `${name} ${silence.kind === 'down' || isGone ? 'does not answer' : 'could not be asked'}: ${why}`,
				seen: [
					...(pod && node ? [`pod is ${pod.status?.phase ?? 'new'} on ${node}`] : []),
					...(since === '' ? [] : [`node ${node} has been so for ${age(sight.at - Date.parse(since))}`]),
					...volumeOf(claim),
				],
				next: isGone ? `bring ${node} back; a member on its own volume comes back by itself` : silence.next,
			},
		]
	})

/** It runs and answers us, and is of no use to the others; where there is no quorum that is said instead. */
const memberAlone: Check = ({ cluster }, { voters, well, needed }) =>
	well.length < needed
		? []
		: voters
				.filter((one) => one.report !== undefined && !well.includes(one))
				.map(({ name, report }) => ({
					severity: 'problem' as const,
					what: report?.hasLeader
						? `${name} answers, and no quorum confirms a read through it`
						: `${name} answers, and knows no leader: it does not reach the others`,
					next: `kubectl etcd logs ${refOf(cluster)} --member ${name}`,
				}))

const podNotReady: Check = (sight) =>
	sight.members.flatMap(({ name, pod, report }) => {
		if (pod === undefined || report === undefined || isReady(pod)) return []
		return [
			{
				severity: 'warning' as const,
				what: `${name} answers, and its pod is not ready`,
				next: `kubectl etcd logs ${refOf(sight.cluster)} --member ${name}`,
			},
		]
	})

const alarmRaised: Check = (sight) => {
	const raised = new Map<string, string>()
	for (const { report } of sight.members)
		for (const { kind, memberId } of report?.alarms ?? []) raised.set(`${kind} ${memberId}`, kind)
	return [...raised].map(([key, kind]) => ({
		severity: 'problem' as const,
		what:
			kind === 'NOSPACE'
				? 'etcd’s alarm NOSPACE: the database has reached its quota, and writes are refused'
				: `etcd’s alarm ${kind}`,
		seen: [`raised for member ${key.split(' ')[1] ?? ''}`],
		next: `kubectl etcd alarm ls ${refOf(sight.cluster)}`,
	}))
}

const nearlyFull: Check = (sight) =>
	sight.members.flatMap(({ name, report }) => {
		if (report === undefined || report.quota === 0) return []
		const share = report.dbSize / report.quota
		if (share < 0.75) return []
		return [
			{
				severity: share >= 0.9 ? ('problem' as const) : ('warning' as const),
				what: `${name} has used ${Math.round(share * 100)}% of its quota (${bytes(report.dbSize)} of ${bytes(report.quota)})`,
				seen: [`${bytes(report.dbInUse)} of it are in use`],
				next:
					report.dbInUse < report.dbSize * 0.7
						? `kubectl etcd defrag ${refOf(sight.cluster)} --plan`
						: `raise spec.quotaBackendBytes, or keep less history by spec.autoCompaction`,
			},
		]
	})

const learnerWaits: Check = (sight) =>
	sight.members
		.filter(({ report }) => report?.isLearner)
		.map(({ name }) => ({
			severity: 'warning' as const,
			what: `${name} is a learner: it copies data and does not vote yet`,
		}))

/** Two leaders in one look are an election that was just held, unless their terms are one. */
const leadersDiffer: Check = (sight) => {
	const leaders = sight.members.filter(({ report }) => report?.leads)
	const terms = new Set(leaders.map(({ report }) => report?.term))
	if (leaders.length < 2 || terms.size > 1) return []
	return [
		{ severity: 'problem', what: `${leaders.map(({ name }) => name).join(' and ')} both say that they lead` },
	]
}

/** etcd knows somebody who has no pod here. */
const strangerListed: Check = ({ listed, members }) =>
	(listed?.members ?? [])
		.filter(
			({ id, name }) => !members.some((one) => one.report?.id === id || (name !== '' && one.name === name)),
		)
		.map(({ id, name, peerUrl }) => ({
			severity: 'problem' as const,
			what: `etcd lists member ${name || id} (${peerUrl}), which has no pod`,
		}))

const specRefused: Check = (sight) => {
	const invalid = conditionOf(sight.cluster, 'Invalid')
	if (invalid?.status !== 'True') return []
	return [
		{
			severity: 'problem',
			what: `the operator cannot use the spec: ${invalid.message ?? invalid.reason ?? ''}`,
		},
	]
}

const operatorStopped: Check = (sight) => {
	const degraded = conditionOf(sight.cluster, 'Degraded')
	if (degraded?.status !== 'True' || degraded.reason === 'MemberSilent') return []
	return [
		{
			severity: 'problem',
			what: `the operator says ${degraded.reason ?? 'Degraded'}: ${brief(degraded.message ?? '')}`,
		},
	]
}

const specUnseen: Check = ({ cluster }) => {
	const { generation } = cluster.metadata
	const seen = cluster.status?.observedGeneration
	if (generation === undefined || seen === undefined || seen >= generation) return []
	return [
		{
			severity: 'warning',
			what: `the operator has not seen the last ${generation - seen} ${generation - seen === 1 ? 'change' : 'changes'} of the spec`,
			next: 'kubectl etcd install check',
		},
	]
}

const certificateEnds: Check = ({ cluster, at }) =>
	(cluster.status?.certificates ?? []).flatMap(({ role, secret, notAfter }) => {
		if (notAfter === undefined) return []
		const left = Date.parse(notAfter) - at
		if (left > 7 * 86_400_000) return []
		const when = left <= 0 ? `ended ${age(-left)} ago` : `ends in ${age(left)}`
		return [
			{
				severity: left <= 0 ? ('problem' as const) : ('warning' as const),
				what: `the ${role ?? ''} certificate in secret ${secret ?? ''} ${when}`,
			},
		]
	})

const nodeShared: Check = ({ members, nodes }, { voters }) => {
	if ((nodes?.size ?? 0) < 2 || voters.length < 2) return []
	const byNode = Map.groupBy(
		members.filter((member) => voters.includes(member) && member.pod?.spec.nodeName !== undefined),
		({ pod }) => pod?.spec.nodeName ?? '',
	)
	const most = Math.floor((voters.length - 1) / 2)
	return [...byNode]
		.filter(([, there]) => there.length > Math.max(most, 1))
		.map(([node, there]: [string, readonly MemberSight[]]) => ({
			severity: 'warning' as const,
			what: `${there.map(({ name }) => name).join(' and ')} share node ${node}: losing it loses the quorum`,
		}))
}

const checks = {
	alarmRaised,
	leadersDiffer,
	memberSilent,
	memberAlone,
	strangerListed,
	specRefused,
	operatorStopped,
	nearlyFull,
	certificateEnds,
	podNotReady,
	learnerWaits,
	specUnseen,
	nodeShared,
} satisfies Record<string, Check>

/** Worst first, and otherwise in the order of the checks. */
export function problemsOf(sight: Sight, quorum: Quorum): readonly Problem[] {
	const all = Object.entries(checks).flatMap(([id, check]: [string, Check]) =>
		check(sight, quorum).map((problem) => ({ id, ...problem })),
	)
	return all.toSorted(
		(one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
	)
}
