// D04 to D06 and D12, D13: the spec, who is a member, who leads, alarms, and whether members hold the same. Pure.
import { conditionOf } from '../../cluster.ts'
import { rowsOf } from '../../members/rows.ts'
import { age } from '../../screen/amount.ts'
import { quorumOf } from '../../status/quorum.ts'
import { verdictOf } from '../../status/verdict.ts'
import { raisedIn } from '../../alarms/alarms.ts'
import { note, problem, unknown, warning, type Check, type Finding } from '../check.ts'
import type { Facts } from '../facts.ts'

interface Managed {
	readonly managedFields?: readonly { readonly manager?: string; readonly fieldsV1?: object }[]
}

/** Who keeps fields of the spec besides people at a terminal. */
function keepers({ sight: { cluster } }: Facts): readonly string[] {
	const { managedFields = [] } = cluster.metadata as Managed
	const all = managedFields
		.filter(({ fieldsV1 = {} }) => 'f:spec' in fieldsV1)
		.map(({ manager = '' }) => manager)
	return [...new Set(all)].filter((name) => !/^(kubectl|kubectl-.*|helm|node|)$/.test(name)).toSorted()
}

const spec: Check = {
	id: 'D04',
	title: 'spec',
	about: 'the operator has seen it and can use it',
	judge(facts) {
		const { sight, ref } = facts
		const { metadata, status, spec: wanted } = sight.cluster
		const invalid = conditionOf(sight.cluster, 'Invalid')
		const degraded = conditionOf(sight.cluster, 'Degraded')
		const behind = (metadata.generation ?? 0) - (status?.observedGeneration ?? 0)
		const others = keepers(facts)
		return [
			...(invalid?.status === 'True'
				? [problem(`the operator cannot use the spec: ${invalid.message ?? invalid.reason ?? ''}`)]
				: []),
			...(degraded?.status === 'True' && degraded.reason !== 'MemberSilent'
				? [problem(`the operator says ${degraded.reason ?? 'Degraded'}: ${degraded.message ?? ''}`)]
				: []),
			...(behind > 0
				? [
						warning(
							`the operator has not seen the last ${behind === 1 ? 'change' : `${behind} changes`} of the spec`,
						),
					]
				: []),
			...(wanted?.paused
				? [
						warning('it is paused: a member that is lost is not replaced', {
							next: `kubectl etcd resume ${ref}`,
						}),
					]
				: []),
			...(others.length > 0
				? [note(`fields of the spec are kept by ${others.join(', ')}: change them there`)]
				: []),
		]
	},
}

function absent({ sight, ref }: Facts): readonly Finding[] {
	return rowsOf(sight).flatMap(({ name, id, mark }) => {
		const who = name || id || 'one without a name'
		if (mark === 'ghost')
			return [problem(`etcd counts ${who}, which has no pod`, { next: `kubectl etcd members ${ref}` })]
		if (mark === 'missing')
			return [problem(`${who} has a pod, and etcd does not list it`, { next: `kubectl etcd members ${ref}` })]
		return []
	})
}

const members: Check = {
	id: 'D05',
	title: 'members',
	about: 'all answer, a quorum holds, and etcd and the operator count the same',
	judge(facts) {
		const { sight, ref } = facts
		const { voters, needed, well } = quorumOf(sight)
		const verdict = verdictOf(sight)
		if (verdict.health === 'Creating') return [note('it is being created')]
		if (verdict.health === 'QuorumLost')
			return [
				problem(
					`there is no quorum: of ${voters.length} voters ${well.length} are well, and ${needed} are needed`,
					{
						next: `kubectl etcd recover ${ref} --plan`,
					},
				),
			]
		const silent = verdict.problems.filter(({ id }) =>
			['memberSilent', 'memberAlone', 'learnerWaits'].includes(id),
		)
		const size = sight.cluster.spec?.size
		const isSettled =
			conditionOf(sight.cluster, 'Scaling')?.status !== 'True' && verdict.health !== 'Upgrading'
		const counted = sight.listed?.members.length
		return [
			...(sight.listed === undefined
				? [unknown('etcd’s own list of members was not seen', `kubectl etcd status ${ref}`)]
				: []),
			...silent.map(({ id, severity, what, next }) => ({
				// What could not be asked is not known to be wrong.
				is: id === 'memberSilent' && severity === 'warning' ? ('unknown' as const) : severity,
				what,
				next,
			})),
			...absent(facts),
			...(isSettled && size !== undefined && counted !== undefined && counted !== size
				? [warning(`etcd has ${counted} members, and the spec asks for ${size}`)]
				: []),
		]
	},
}

/** What a member sees of elections that somebody should look at, in an hour. */
const mostElections = 4
const leastElections = 10

const leader: Check = {
	id: 'D06',
	title: 'leader',
	about: 'there is one, and it stays',
	judge({ sight, meters }) {
		const heard = sight.members.filter(({ report }) => report !== undefined)
		if (heard.length === 0) return [unknown('no member says who leads')]
		const leaders = heard.filter(({ report }) => report?.leads)
		const terms = new Set(leaders.map(({ report }) => report?.term))
		const often = [...meters].flatMap(([name, { leaderChanges = 0, upSeconds }]) => {
			if (upSeconds === undefined || leaderChanges < leastElections) return []
			const hourly = leaderChanges / (upSeconds / 3600)
			if (hourly <= mostElections) return []
			return [
				warning(`${name} has seen ${leaderChanges} changes of leader in ${age(upSeconds * 1000)}`, {
					why: 'elections come of slow disks, a slow network, or too little CPU; D07, D08 and D17 tell which',
				}),
			]
		})
		return [
			...(heard.every(({ report }) => !report?.hasLeader) ? [problem('no member knows a leader')] : []),
			...(leaders.length > 1 && terms.size === 1
				? [problem(`${leaders.map(({ name }) => name).join(' and ')} both say that they lead`)]
				: []),
			...often.slice(0, 1),
		]
	},
}

const alarms: Check = {
	id: 'D12',
	title: 'alarms',
	about: 'etcd has raised none',
	judge({ sight, ref }) {
		const raised = raisedIn(sight)
		if (raised === undefined)
			return [unknown('no member says which alarms there are', `kubectl etcd status ${ref}`)]
		return raised.map(({ kind, name, memberId }) =>
			problem(
				`etcd has raised ${kind} for ${name ?? (memberId === '0' ? 'nobody in particular' : memberId)}`,
				{
					why: kind === 'NOSPACE' ? 'writes are refused until there is room' : undefined,
					next: kind === 'NOSPACE' ? `kubectl etcd alarm disarm ${ref}` : `kubectl etcd check ${ref}`,
				},
			),
		)
	},
}

const alike: Check = {
	id: 'D13',
	title: 'alike',
	about: 'members hold the same',
	judge({ compared, sight, ref }) {
		const before = sight.cluster.status?.compared
		if (compared === undefined && before?.equal === false)
			return [problem(before.message ?? 'members hold different data', { next: `kubectl etcd check ${ref}` })]
		if (compared === undefined)
			return [note('not compared now; --deep does, and each member reads all it holds for it')]
		if ('unseen' in compared) return [unknown(compared.unseen, `kubectl etcd check ${ref}`)]
		if (compared.value.verdict === 'different')
			return [problem('members hold different data', { next: `kubectl etcd check ${ref}` })]
		return compared.value.verdict === 'same'
			? []
			: [unknown('not all voters could be compared', `kubectl etcd check ${ref}`)]
	},
}

/** In the order of their numbers, around those of other files. */
export const quorumChecks: readonly Check[] = [spec, members, leader, alarms, alike]
