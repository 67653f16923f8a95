// Broken in how members become another version. Pure.
import type { MemberSeen, Observed } from '../../../../controller/observed.ts'
import type { Step } from '../../../../controller/step.ts'
import { all, between, changed, instead, leaderOf, mutant, removed, wellOf, withMembers } from '../mutant.ts'
import type { Mutant } from '../mutant.ts'
import { ours } from '../search.ts'

const image = (seen: Observed, member: MemberSeen | undefined): Step | undefined => {
	const { name, uid } = seen.pods.find((pod) => pod.name === member?.name) ?? {}
	if (name === undefined || uid === undefined) return undefined
	return { do: 'changeImage', name, uid, version: seen.wanted?.target ?? '' }
}

/** Whatever their processes are, they are taken for what their images are. */
const believed = (seen: Observed): Observed =>
	withMembers(seen, (members) =>
		members.map((member) => {
			const { name, health } = member
			const { version } = seen.pods.find((pod) => pod.name === name) ?? {}
			if (!health.answers || health.status === undefined || version === undefined) return member
			return { ...member, health: { ...health, status: { ...health.status, version } } }
		}),
	)

const [up, down] = [
	['3.6.16', '3.7.3'],
	['3.7.3', '3.6.16'],
]

export const moving: readonly Mutant[] = [
	between(
		up,
		mutant('one is stopped while another is silent', ['stoppedWhileOneIsOut', 'quorumLost'], 1, {
			plan: instead((step, seen) => (step.rule === 'notSettled' ? image(seen, wellOf(seen)) : undefined)),
		}),
	),
	between(
		up,
		mutant('of two that are left of three one is stopped', ['quorumLost'], 1, {
			observe(world) {
				const seen = ours.observe(world)
				const few = all(seen).length === 2
				return seen.wanted && few ? { ...seen, wanted: { ...seen.wanted, size: 2 } } : seen
			},
		}),
	),
	between(
		up,
		mutant('the leader is stopped while it leads', ['stoppedTheLeader'], 0, {
			plan: instead((step, seen) =>
				step.do === 'moveLeader' && step.rule === 'rolls' ? image(seen, leaderOf(seen)) : undefined,
			),
		}),
	),
	between(
		up,
		mutant('clients are not sent elsewhere', ['stoppedServing'], 0, {
			plan: instead((step, seen) => (step.do === 'withdraw' ? image(seen, wellOf(seen)) : undefined)),
		}),
	),
	between(
		up,
		mutant('members are what their images are', ['movedMembersBetweenMinors'], 1, {
			observe: (world) => believed(ours.observe(world)),
		}),
	),
	between(
		up,
		mutant('one leaves on the way', ['movedMembersBetweenMinors'], 0, {
			plan: instead((step, seen) =>
				step.do === 'withdraw' && seen.pods.some(({ version }) => version === '3.7.3')
					? removed(wellOf(seen))
					: undefined,
			),
		}),
	),
	between(
		up,
		mutant('nobody looks first', ['wentOnWithoutLooking'], 0, {
			plan: instead((step, seen) =>
				step.do === 'compare' && step.rule === 'rolls' ? image(seen, wellOf(seen)) : undefined,
			),
		}),
	),
	between(
		up,
		mutant('what was not spoken just now is not spoken', ['invalidDowngrade'], 1, {
			plan: instead((step, seen) =>
				step.do === 'wait' && step.why.includes('once members speak 3.7')
					? image(seen, wellOf(seen))
					: undefined,
			),
		}),
	),
	between(
		up,
		mutant(
			'its volume hears of the later minor when it runs',
			['skippedPreparation', 'invalidDowngrade'],
			1,
			{ effects: changed((effect) => (effect.do === 'given' ? { do: 'nothing' } : effect)) },
			true,
		),
	),
	between(
		down,
		mutant('etcd is not asked to prepare', ['skippedPreparation', 'invalidDowngrade'], 0, {
			plan: instead((step, seen) => (step.do === 'goDown' ? image(seen, wellOf(seen)) : undefined)),
		}),
	),
	between(
		down,
		mutant('who has not written what the earlier minor reads is stopped', ['invalidDowngrade'], 0, {
			observe: (world) =>
				withMembers(ours.observe(world), (members) =>
					members.map((member) =>
						member.health.answers && member.health.status
							? {
									...member,
									health: { ...member.health, status: { ...member.health.status, storageVersion: '' } },
								}
							: member,
					),
				),
		}),
	),
	between(
		['3.5.35', '3.7.3'],
		mutant('two minors are one step', ['skippedAMinor'], 0, {
			plan: instead((step, seen) => (step.do === 'halt' ? image(seen, wellOf(seen)) : undefined)),
		}),
	),
	between(
		['3.5.35', '3.6.16'],
		mutant('a log that an early minor wrote into goes on', ['wentOnUnwashed'], 0, {
			plan: instead((step, seen) => (step.do === 'wash' ? image(seen, wellOf(seen)) : undefined)),
		}),
	),
]
