// What the controller becomes when one thing in it is broken. Pure.
import type { MemberSeen, Observed } from '../../../controller/observed.ts'
import type { Plan, Step } from '../../../controller/step.ts'
import { effectsOf, type Effect } from './effect.ts'
import type { BrokenRule } from './rule-names.ts'
import { ours, type Subject } from './search.ts'

export interface Mutant {
	readonly what: string
	/** The rules that it breaks, each of them. */
	readonly breaks: readonly BrokenRule[]
	readonly faults: number
	readonly subject: Subject
	/** Whether members keep their data on claims. */
	readonly volumes: boolean
	/** Members that settle first, and for how many there is a name. */
	readonly size: number
	readonly slots: number
	/** What has befallen a settled cluster; from the birth on when missing. */
	readonly after: readonly string[] | undefined
	/** What a second controller may do late. */
	readonly late: readonly Plan['do'][]
	/** What the spec says, and what it may. */
	readonly versions: readonly string[] | undefined
	/** Whether etcd may raise alarms. */
	readonly alarms?: true
	/** From whom somebody may ask it to go on. */
	readonly keeps?: string
	/** Who brought it to where it had settled. */
	readonly grewBy: Subject
}

export const mutant = (
	what: string,
	breaks: readonly BrokenRule[],
	faults: number,
	change: Partial<Subject>,
	volumes = false,
	after: readonly string[] | undefined = faults > 0 ? [] : undefined,
): Mutant => ({
	what,
	breaks,
	faults,
	subject: { ...ours, ...change },
	volumes,
	size: 3,
	slots: 4,
	after,
	late: [],
	versions: undefined,
	grewBy: ours,
})

export const fromOne = (one: Mutant): Mutant => ({ ...one, size: 1, slots: 2 })
/** Members are of the first, and the last is wanted. */
export const between = (versions: readonly string[], one: Mutant): Mutant => ({
	...one,
	versions,
	after: [...(one.after ?? []), `version becomes ${versions.at(-1)}`],
})
export const alarmed = (one: Mutant): Mutant => ({ ...one, alarms: true })
export const grown = (one: Mutant): Mutant => ({ ...one, grewBy: one.subject })

/** What it decides instead of what it decided, where that is given. */
export const instead =
	(change: (step: Plan, seen: Observed) => Step | undefined) =>
	(seen: Observed): Plan => {
		const step = ours.plan(seen)
		const other = change(step, seen)
		return other === undefined ? step : { ...other, rule: step.rule, why: step.why }
	}

export const changed = (change: (effect: Effect, seen: Observed) => Effect) => (seen: Observed, step: Plan) =>
	effectsOf(seen, step).map((effect) => change(effect, seen))

export const all = (seen: Observed): readonly MemberSeen[] => (seen.members.fresh ? seen.members.all : [])

export const namesIn = (seen: Observed): string =>
	all(seen)
		.map(({ name }) => name)
		.join('')

export const withMembers = (
	seen: Observed,
	change: (members: readonly MemberSeen[]) => readonly MemberSeen[],
): Observed =>
	seen.members.fresh ? { ...seen, members: { ...seen.members, all: change(seen.members.all) } } : seen

/** A voter that is well, and does not lead. */
export const wellOf = (seen: Observed): MemberSeen | undefined =>
	all(seen).find(({ isLearner, isLeader, health }) => !isLearner && !isLeader && health.answers)

export const leaderOf = (seen: Observed): MemberSeen | undefined => all(seen).find(({ isLeader }) => isLeader)
export const learnerOf = (seen: Observed): MemberSeen | undefined =>
	all(seen).find(({ isLearner }) => isLearner)

export const removed = (member: MemberSeen | undefined): Step | undefined =>
	member && { do: 'removeMember', id: member.id, name: member.name }
export const promoted = (member: MemberSeen | undefined): Step | undefined =>
	member && { do: 'promote', id: member.id, name: member.name }

export const sealedSeen = (seen: Observed): Observed => ({
	...seen,
	pods: seen.pods.map((pod) => ({ ...pod, sealed: true, firm: true })),
	claims: seen.claims.map((claim) => ({
		...claim,
		memberId: all(seen).find(({ name }) => name === claim.name)?.id,
	})),
})
