// What act.ts would send to the API server and to etcd for a step: all that it takes from what was seen is in here, so that it can be
// done later, when what was seen is no longer so. Pure.
import type { ClusterStatus } from '../../../api/schema/cluster.ts'
import { noteOf, type Note } from '../../../controller/act/notes.ts'
import { servesAtOnce } from '../../../controller/rules/facts.ts'
import type { Observed } from '../../../controller/observed.ts'
import { claimOf, latchOf, podOf } from '../../../controller/rules/facts.ts'
import { risesWith } from '../../../controller/rules/outdated.ts'
import { statusOf } from '../../../controller/status.ts'
import type { Plan } from '../../../controller/step.ts'
import { alarmText } from './alarms.ts'
import { minorOf } from './versions.ts'
import type { Birth, Latch, Recovering } from './world.ts'

export interface StatusPatch {
	readonly birth?: Birth
	readonly clusterId?: string
	readonly compared?: { readonly occasion: string; readonly looked: boolean }
	readonly target?: string
	readonly recovery?: Recovering
	readonly washed?: string
	/** All of them, by name. */
	readonly latches?: Readonly<Record<string, Latch>>
}

export type Effect =
	| { readonly do: 'nothing' }
	| { readonly do: 'status'; readonly patch: StatusPatch }
	| { readonly do: 'shared' }
	| { readonly do: 'claim'; readonly name: string; readonly attempt: number }
	| {
			readonly do: 'pod'
			readonly name: string
			readonly told: string
			/** Until it is told something else; one that has its data starts at once. */
			readonly gated: boolean
			readonly claimName: string
			readonly claimUid: number
			readonly serving: boolean
			readonly attempt: number
			readonly clusterId: string
			readonly template: number
			readonly version: string
	  }
	/** Goes to the pod whose making was answered; until then that is none. */
	| { readonly do: 'tell'; readonly name: string; readonly podUid: number; readonly told: string }
	| {
			readonly do: 'seal'
			readonly name: string
			readonly podUid: number
			readonly claimUid: number
			readonly id: string
			readonly clusterId: string
			readonly version: string
	  }
	| { readonly do: 'serve' | 'withdraw'; readonly name: string; readonly podUid: number }
	/** Its volume hears of it first. */
	| { readonly do: 'given'; readonly name: string; readonly claimUid: number; readonly version: string }
	| { readonly do: 'image'; readonly name: string; readonly podUid: number; readonly version: string }
	| { readonly do: 'goDown'; readonly to: number }
	| { readonly do: 'defragment'; readonly id: string }
	| { readonly do: 'disarm'; readonly alarm: string }
	| { readonly do: 'add'; readonly name: string; readonly voter: boolean }
	| { readonly do: 'promote' | 'lead' | 'remove'; readonly id: string }
	/** Once it is no member any more. */
	| { readonly do: 'clear'; readonly name: string; readonly podUid: number }
	| {
			readonly do: 'deletePod' | 'deleteClaim'
			readonly name: string
			readonly uid: number
			/** What stood in it when it was decided; nothing for what is done at once. */
			readonly seenAs: string
	  }

const attemptOf = (token: string | undefined): number => Number(token?.split('/').at(-1) ?? 0)

const roleOf = (role: string | undefined): Latch['role'] =>
	role === 'Joining' || role === 'Starting' || role === 'Learner' ? role : ''

function latchesOf(states: ClusterStatus['memberStates']): Readonly<Record<string, Latch>> {
	return Object.fromEntries(
		(states ?? []).map(({ name = '', role, claimUID, version = '' }) => [
			name,
			{ role: roleOf(role), claimUid: Number(claimUID ?? 0), version },
		]),
	)
}

function patchOf({ birth, clusterID, memberStates, targetVersion, recovery }: Note): Effect {
	const { token, seed = '', state, served = false } = birth ?? {}
	return {
		do: 'status',
		patch: {
			...(birth && { birth: { attempt: attemptOf(token), seed, state: state as Birth['state'], served } }),
			...(clusterID !== undefined && { clusterId: clusterID }),
			...(memberStates && { latches: latchesOf(memberStates) }),
			...(targetVersion !== undefined && { target: targetVersion }),
			...(recovery && { recovery: recovery.state as Recovering }),
		},
	}
}

const leaderAnswers = ({ members }: Observed): boolean =>
	members.fresh && members.all.some(({ isLeader, health }) => isLeader && health.answers)
const voterAnswers = ({ members }: Observed): boolean =>
	members.fresh &&
	members.all.some(
		({ isLearner, health }) => !isLearner && health.answers && health.confirmed && health.status,
	)

type Start = Extract<Plan, { do: 'startMember' }>

function podEffect(seen: Observed, { name, from }: Start): Effect {
	const claim = claimOf(seen, name)
	const known = from === 'itsVolume' ? claim?.version || latchOf(seen, name)?.version : undefined
	return {
		do: 'pod',
		name,
		told: 'refuse',
		gated: from !== 'itsVolume',
		claimName: claim?.name ?? '',
		claimUid: Number(claim?.uid ?? 0),
		serving: from === 'itsVolume' && servesAtOnce(seen, name),
		attempt: attemptOf(seen.status.birth?.token),
		clusterId: from === 'nothing' ? '' : (seen.status.clusterID ?? ''),
		template: Number(seen.wanted?.template ?? 0),
		version: known || (seen.wanted?.version ?? ''),
	}
}

function tellEffects(seen: Observed, { name, from }: Start): readonly Effect[] {
	const all = seen.members.fresh ? seen.members.all : []
	const listed = [...new Set([...all.map((member) => member.name), name])].toSorted().join('')
	return from === 'itsVolume'
		? []
		: [{ do: 'tell', name, podUid: 0, told: from === 'nothing' ? 'new' : listed }]
}

/** Before the pod of a voter that never ran: nothing follows where this is refused. */
function startNoted(seen: Observed, name: string): Effect {
	const states = (seen.status.memberStates ?? []).map((state) =>
		state.name === name ? { ...state, role: 'Starting' } : state,
	)
	return patchOf({ memberStates: states })
}

/** It votes already, and has no name yet. */
const isNameless = ({ members }: Observed, name: string): boolean =>
	members.fresh && members.all.some((one) => one.name === name && !one.isLearner && !one.started)

function sealEffects(seen: Observed, { name, id, clusterId }: Extract<Plan, { do: 'sealMember' }>): Effect[] {
	const podUid = Number(podOf(seen, name)?.uid ?? 0)
	const claimUid = Number(claimOf(seen, name)?.uid ?? 0)
	const version = podOf(seen, name)?.version ?? ''
	const seal = { do: 'seal', name, id, clusterId, version } as const
	const pod: Effect = { ...seal, podUid, claimUid: 0 }
	return claimUid === 0 ? [pod] : [pod, { ...seal, podUid: 0, claimUid }]
}

/** Each part is sent once the one before it was answered; others are sent at once. */
export const inOrder = (effects: readonly Effect[]): boolean =>
	effects[0]?.do === 'status' || effects.some(({ do: what }) => ['tell', 'clear', 'given'].includes(what))

function imageEffects(seen: Observed, step: Extract<Plan, { do: 'changeImage' }>): Effect[] {
	const { name, version } = step
	const claimUid = Number(claimOf(seen, name)?.uid ?? 0)
	const image: Effect = { do: 'image', name, podUid: Number(step.uid), version }
	return risesWith(seen, step) ? [{ do: 'given', name, claimUid, version }, image] : [image]
}

function reported(seen: Observed, step: Plan): Effect {
	const { memberStates = [], targetVersion = '' } = statusOf(seen, step, '')
	return patchOf({ memberStates, targetVersion })
}

/** A claim that says so itself is nobody's any more. */
export const givenUp = 'given up'
const giveUp = { do: 'seal', podUid: -1, id: '', clusterId: givenUp, version: '' } as const

/** In parts, each of which may be the last that was done before the controller died. */
export function effectsOf(seen: Observed, step: Plan): readonly Effect[] {
	const through = (effect: Effect): readonly Effect[] => (voterAnswers(seen) ? [effect] : [])
	switch (step.do) {
		case 'rest':
		case 'wait':
		case 'halt':
			return seen.deleting ? [] : [reported(seen, step)]
		case 'recordBirth':
		case 'abandonBirth':
		case 'rebirth':
		case 'declare':
		case 'rememberCluster':
		case 'nameMember':
		case 'forgetName':
		case 'aim':
		case 'refuseRecovery':
		case 'recordRecovery':
		case 'recordAlone':
		case 'endRecovery':
			return [patchOf(noteOf(seen, step))]
		case 'applyObjects':
			return [{ do: 'shared' }]
		case 'dropObjects':
		case 'relabel':
		case 'growClaim':
		case 'issueCertificates':
		case 'keepCertificates':
		case 'showCertificates':
			return []
		case 'discardClaim':
			return [{ ...giveUp, name: step.name, claimUid: Number(step.uid) }]
		case 'startAlone':
			return [
				podEffect(seen, { ...step, do: 'startMember', from: 'members' }),
				{ do: 'tell', name: step.name, podUid: 0, told: 'alone' },
			]
		case 'goDown':
			return leaderAnswers(seen) ? [{ do: 'goDown', to: minorOf(`${step.to}.0`) }] : []
		case 'cancelDown':
			return leaderAnswers(seen) ? [{ do: 'goDown', to: 0 }] : []
		case 'changeImage':
			return imageEffects(seen, step)
		case 'wash':
			return [{ do: 'status', patch: { washed: step.occasion } }]
		case 'compact':
			return []
		case 'defragment':
			return [{ do: 'defragment', id: step.id }]
		case 'disarm':
			return leaderAnswers(seen) ? [{ do: 'disarm', alarm: alarmText(step) }] : []
		case 'compare':
			return [
				{ do: 'status', patch: { compared: { occasion: step.occasion, looked: step.rule === 'rolls' } } },
			]
		case 'withdraw':
			return [{ do: 'withdraw', name: step.name, podUid: Number(podOf(seen, step.name)?.uid ?? 0) }]
		case 'makeClaim':
			return [{ do: 'claim', name: step.name, attempt: attemptOf(seen.status.birth?.token) }]
		case 'startMember':
			return [
				...(isNameless(seen, step.name) ? [startNoted(seen, step.name)] : []),
				podEffect(seen, step),
				...tellEffects(seen, step),
			]
		case 'sealMember':
			return sealEffects(seen, step)
		case 'serve':
			return [
				...(seen.status.birth?.served ? [] : [patchOf(noteOf(seen, step))]),
				...step.names.map((name): Effect => ({
					do: 'serve',
					name,
					podUid: Number(podOf(seen, name)?.uid ?? 0),
				})),
			]
		case 'addMember': {
			const add = through({ do: 'add', name: step.name, voter: step.as === 'voter' })
			return step.as === 'learner' ? add : [startNoted(seen, step.name), ...add]
		}
		case 'promote':
			return through({ do: 'promote', id: step.id })
		case 'moveLeader':
			return leaderAnswers(seen) ? [{ do: 'lead', id: step.to }] : []
		case 'removeMember':
			return [
				...through({ do: 'remove', id: step.id }),
				{ do: 'clear', name: step.name, podUid: Number(podOf(seen, step.name)?.uid ?? 0) },
			]
		case 'deletePod':
		case 'deleteClaim':
			return [{ do: step.do, name: step.name, uid: Number(step.uid), seenAs: '' }]
	}
}
