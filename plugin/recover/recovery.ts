// What to do about a cluster without a quorum, by all that was seen of it. Pure. It changes nothing; it says no rather than guess.
import { grouped } from '../screen/amount.ts'
import type { MemberSight, Note, Sight } from '../sight/sight.ts'
import { quorumOf } from '../status/quorum.ts'
import { isCorrupt, survivorOf, type Survivor } from './survivor.ts'
import { mayReturn, whereaboutsOf, type Whereabouts } from './whereabouts.ts'

export interface Plan {
	readonly is: 'plan'
	readonly survivor: Survivor
	/** Who is a member no more; volumes stay. */
	readonly discarded: readonly Whereabouts[]
	/** Enough of them may come back that nothing has to be discarded. */
	readonly waitFor: readonly Whereabouts[]
	readonly risk: string
	readonly steps: readonly string[]
}

export type Recovery =
	| Plan
	| { readonly is: 'unborn' }
	| { readonly is: 'quorum'; readonly what: string }
	/** Enough of them run, and do not agree with each other: nothing is lost. */
	| { readonly is: 'divided'; readonly what: string }
	| { readonly is: 'blind'; readonly because: readonly string[]; readonly notes: readonly Note[] }
	/** Nobody answers from whom it could go on, and enough of them may come back. */
	| { readonly is: 'wait'; readonly waitFor: readonly Whereabouts[] }
	| { readonly is: 'restore'; readonly lost: readonly Whereabouts[]; readonly because: string }

const namesOf = (members: readonly { readonly name: string }[]): string =>
	members.map(({ name }) => name).join(', ')

function riskOf({ member: { name, report } }: Survivor, lost: readonly Whereabouts[]): string {
	const others = namesOf(lost.map(({ member }) => member))
	const after =
		report.revision === undefined
			? `after what ${name} holds (its revision could not be read)`
			: `after revision ${grouped(report.revision)}`
	return `writes acknowledged by ${others} and not by ${name}, ${after}, are lost`
}

function stepsOf({ cluster }: Sight, { member }: Survivor, others: number): readonly string[] {
	const { name } = cluster.metadata
	if (member.claim === undefined)
		return [
			`save a snapshot of ${member.name}, whose data goes with its pod, so that it cannot be started anew: etcdctl snapshot save needs no quorum`,
			'restore that into a new cluster',
		]
	return [
		`write down that ${name} goes on from ${member.name}, and do nothing else until that is over`,
		'end the pods of the others, and start nothing on their volumes any more',
		`copy the data of ${member.name} on its own volume`,
		`start ${member.name} as the only member of the cluster, once`,
		'read through it, and compare its revision with the one above',
		`start it as usual: the operator adds ${others} ${others === 1 ? 'learner' : 'learners, one after the other,'} and lets them vote`,
		'take a snapshot',
	]
}

/** Why nobody who answers will do. */
function unfit(members: readonly MemberSight[]): string {
	const heard = members.filter(({ report }) => report !== undefined)
	const corrupt = heard.filter((one) => isCorrupt(members, one))
	if (corrupt.length > 0)
		return `only ${namesOf(corrupt)} would be left, and etcd has raised CORRUPT: what it holds cannot be trusted`
	if (heard.length > 0)
		return `only ${namesOf(heard)} would be left, a learner, which never voted and may lack what others acknowledged`
	return 'nobody is left who holds the data'
}

/** A name that the operator had chosen for one who was to come: etcd never heard of it, and there is nothing of it to discard. */
const isOnlyNamed = ({ state, report, pod, claim }: MemberSight): boolean =>
	state?.role === 'Joining' && !state.id && [report, pod, claim].every((one: unknown) => one === undefined)

export function recoveryOf(sight: Sight): Recovery {
	const { cluster, notes } = sight
	const members = sight.members.filter((one) => !isOnlyNamed(one))
	const { voters, well, needed } = quorumOf(sight)
	if (!cluster.status?.clusterID && well.length === 0) return { is: 'unborn' }
	if (voters.length > 0 && well.length >= needed)
		return {
			is: 'quorum',
			what: `${well.length} of ${voters.length} voters answer, and ${needed} are needed`,
		}
	const placed = members.map((member) => whereaboutsOf(sight, member))
	const lost = placed.filter(({ is, member }) => is !== 'answers' && voters.includes(member))
	const unasked = lost.filter(({ is }) => is === 'unasked')
	if (voters.length === 0 || unasked.length > 0) {
		const because = unasked.map(({ member, because: why }) => `${member.name}: ${why}`)
		return { is: 'blind', because: voters.length === 0 ? ['nobody is known to vote'] : because, notes }
	}
	const returning = lost.filter(mayReturn)
	const answering = voters.length - lost.length
	if (answering >= needed)
		return {
			is: 'divided',
			what: `${answering} of ${voters.length} voters run and have their data, and agree on no leader`,
		}
	const waitFor = answering + returning.length >= needed ? returning : []
	const survivor = survivorOf(voters)
	if (survivor === undefined)
		return waitFor.length > 0 ? { is: 'wait', waitFor } : { is: 'restore', lost, because: unfit(members) }
	const discarded = placed.filter(({ member }) => member !== survivor.member)
	const size = cluster.spec?.size ?? voters.length
	return {
		is: 'plan',
		survivor,
		discarded,
		waitFor,
		risk: riskOf(survivor, lost),
		steps: stepsOf(sight, survivor, Math.max(0, size - 1)),
	}
}
