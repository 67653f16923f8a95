// D11, D16, D17, D20, D21: nodes and zones, volumes, pods, clocks, and what stands between members. Pure.
import { isReady, type ContainerStatus, type Pod } from '../../../kube/pod.ts'
import { parseQuantity } from '../../../api/quantity.ts'
import { quorum } from '../../../etcd/membership.ts'
import { age, bytes } from '../../screen/amount.ts'
import type { MemberSight, Node } from '../../sight/sight.ts'
import { quorumOf } from '../../status/quorum.ts'
import { note, problem, unknown, warning, type Check, type Finding } from '../check.ts'
import type { Policy } from '../facts.ts'

const zoneLabel = 'topology.kubernetes.io/zone'
const zoneOf = (node: Node | undefined): string | undefined => node?.metadata.labels?.[zoneLabel]

const namesOf = (members: readonly MemberSight[]): string => members.map(({ name }) => name).join(' and ')

/** Those places that hold so many voters that the rest is no quorum. */
function decisive(
	voters: readonly MemberSight[],
	placeOf: (member: MemberSight) => string | undefined,
): readonly (readonly [place: string, there: readonly MemberSight[]])[] {
	const groups = Map.groupBy(
		voters.filter((one) => placeOf(one) !== undefined),
		(one) => placeOf(one) ?? '',
	)
	return [...groups].filter(
		([, there]) => there.length > 1 && voters.length - there.length < quorum(voters.length),
	)
}

const spread: Check = {
	id: 'D11',
	title: 'spread',
	about: 'no single node or zone holds the quorum, and evictions leave one',
	judge(facts) {
		const { sight } = facts
		const { voters } = quorumOf(sight)
		if (voters.length < 2) return []
		const { nodes, budget, cluster, notes } = sight
		if (nodes === undefined)
			return [unknown('nodes could not be listed: how members are spread is not known')]
		const zones = new Set([...nodes.values()].flatMap((node) => zoneOf(node) ?? []))
		const byNode = decisive(voters, ({ pod }) => pod?.spec.nodeName)
		const byZone = decisive(voters, ({ pod }) => zoneOf(nodes.get(pod?.spec.nodeName ?? '')))
		const isHidden = notes.some(({ what }) => what.includes('poddisruptionbudgets'))
		return [
			...(nodes.size > 1
				? byNode.map(([node, there]) =>
						warning(`${namesOf(there)} share node ${node}: losing it loses the quorum`),
					)
				: [note('there is one node: losing it loses the quorum')]),
			...(byNode.length === 0
				? byZone.map(([zone, there]) => {
						const what = `${namesOf(there)} share zone ${zone}: losing it loses the quorum`
						return zones.size > 2 ? warning(what) : note(`${what}; with ${zones.size} zones one of them must`)
					})
				: []),
			...(cluster.spec?.podDisruptionBudget === false
				? [note('evictions are not held back: spec.podDisruptionBudget is false')]
				: budget === undefined
					? [
							isHidden
								? unknown('whether evictions leave a quorum is not known')
								: warning('there is no disruption budget: evictions may take the quorum'),
						]
					: []),
		]
	},
}

function volume({ name, claim, report }: MemberSight): readonly Finding[] {
	if (claim === undefined) return []
	const { phase, conditions = [], capacity } = claim.status ?? {}
	const size = parseQuantity(capacity?.storage) ?? 0
	const used = report?.dbSize ?? 0
	return [
		...(phase !== 'Bound' ? [problem(`the volume of ${name} is ${phase ?? 'new'}`)] : []),
		...conditions
			.filter(({ status, type }) => status === 'True' && /Resiz/.test(type))
			.map(({ type, message = '' }) => warning(`the volume of ${name}: ${type} ${message}`.trimEnd())),
		...(size > 0 && used > size * 0.5
			? [
					(used > size * 0.8 ? problem : warning)(
						`the database of ${name} takes ${Math.round((used / size) * 100)}% of its volume (${bytes(used)} of ${bytes(size)})`,
						{
							why: 'its log and snapshots need room, too',
							next: 'raise spec.pod.persistentVolumeClaimSpec.resources.requests.storage',
						},
					),
				]
			: []),
	]
}

const volumes: Check = {
	id: 'D16',
	title: 'volumes',
	about: 'they are bound and have room',
	judge({ sight }) {
		const pod = sight.cluster.spec?.pod
		if (pod?.persistentVolumeClaimSpec === undefined)
			return [
				note(
					`members keep their data in their pods${pod?.tmpfs ? '’ memory' : ''}: whoever loses its pod copies it from the others`,
				),
			]
		if (sight.claims === undefined) return [unknown('claims could not be listed')]
		const small = sight.members.find(({ claim, report }) => {
			const size = parseQuantity(claim?.status?.capacity?.storage) ?? 0
			return size > 0 && (report?.quota ?? 0) > size
		})
		return [
			...sight.members.flatMap(volume),
			...(small
				? [
						note(
							`the quota (${bytes(small.report?.quota ?? 0)}) is larger than the volume of ${small.name}: the disk is full before etcd says so`,
						),
					]
				: []),
		]
	},
}

const hour = 3_600_000

const minute = 60_000

/** Who joins a cluster asks the others, and ends when their resolvers do not know its name yet; it is well from its next start on. */
function isTriedTwice(pod: Pod, { restartCount = 0, lastState }: ContainerStatus): boolean {
	const { exitCode, finishedAt = '' } = lastState?.terminated ?? {}
	const born = Date.parse(pod.metadata.creationTimestamp ?? '')
	return exitCode === 1 && restartCount <= 2 && isReady(pod) && Date.parse(finishedAt) - born < minute
}

const pods: Check = {
	id: 'D17',
	title: 'pods',
	about: 'none was killed or started anew lately',
	judge({ sight, ref }) {
		if (sight.pods === undefined) return [unknown('pods could not be listed')]
		return sight.members.flatMap(({ name, pod }) =>
			(pod?.status?.containerStatuses ?? []).flatMap((container) => {
				const { lastState, restartCount = 0 } = container
				const ended = lastState?.terminated
				if (ended?.finishedAt === undefined) return []
				const ago = sight.at - Date.parse(ended.finishedAt)
				const next = `kubectl etcd logs ${ref} --member ${name} --previous`
				if (ended.reason === 'OOMKilled' && ago < 24 * hour)
					return [
						warning(`${name} was killed for want of memory ${age(ago)} ago`, {
							why: 'raise its limit in spec.pod.resources',
							next,
						}),
					]
				if (ago > hour || ended.exitCode === 0 || (pod && isTriedTwice(pod, container))) return []
				return [
					warning(
						`${name} ended ${age(ago)} ago with ${ended.exitCode ?? ended.reason ?? 'an error'} (${restartCount} in all)`,
						{ next },
					),
				]
			}),
		)
	},
}

/** A kubelet says each ten seconds that it is there, and is not well when it did not for forty. */
const honestMs = 45_000

const clocks: Check = {
	id: 'D20',
	title: 'clocks',
	about: 'those of the nodes agree',
	judge({ install: { heartbeats }, sight }) {
		if ('unseen' in heartbeats) return [unknown(heartbeats.unseen, heartbeats.next)]
		const runs = (name: string): boolean => {
			const node = sight.nodes?.get(name)
			return node !== undefined && isReady(node)
		}
		const used = new Set(sight.members.flatMap(({ pod }) => pod?.spec.nodeName ?? []))
		const mine = heartbeats.value
			.filter(({ node }) => used.has(node) && runs(node))
			.toSorted((one, other) => one.at - other.at)
		const [first, last] = [mine[0], mine.at(-1)]
		if (first === undefined || last === undefined || last.at - first.at <= honestMs) return []
		return [
			warning(`the clocks of ${first.node} and ${last.node} differ by about ${age(last.at - first.at)}`, {
				why: 'certificates and leases are judged by clocks',
			}),
		]
	},
}

const selects = ({ spec }: Policy, labels: Readonly<Record<string, string>>): boolean =>
	Object.entries(spec?.podSelector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value)

const policies: Check = {
	id: 'D21',
	title: 'policies',
	about: 'no network policy stands between members',
	judge({ policies: seen, sight }) {
		if ('unseen' in seen) return [unknown(seen.unseen, seen.next)]
		const { voters, well, unseen } = quorumOf(sight)
		// Who has a leader and confirms reads reaches the others: no reading of policies says it better.
		if (voters.length > 0 && well.length === voters.length) return []
		const mine = sight.members.map(({ pod }) => pod?.metadata.labels ?? {})
		const between = seen.value.filter((policy) => mine.some((labels) => selects(policy, labels)))
		if (between.length === 0 || unseen.length === voters.length) return []
		return [
			warning(
				`members do not all reach each other, and ${between.map(({ metadata }) => metadata.name).join(', ')} stand between them`,
				{ why: 'they need each other at 2380, and the operator needs them at 2379 and 2381' },
			),
		]
	},
}

export const groundChecks: readonly Check[] = [spread, volumes, pods, clocks, policies]
