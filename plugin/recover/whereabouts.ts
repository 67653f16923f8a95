// Where the data of a member is: it answers, it may come back by itself or with its node, nobody could ask, or it is gone. Pure.
import { isReady } from '../../kube/pod.ts'
import type { Claim } from '../../kube/pod.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'

type Place =
	| 'answers'
	/** Its node is away, and its data is there. */
	| 'away'
	/** Its data is there, and its process does not run. */
	| 'stopped'
	/** It may run, and may hold more than anybody else. */
	| 'unasked'
	| 'gone'

export interface Whereabouts {
	readonly member: MemberSight
	readonly is: Place
	readonly because: string
}

export const mayReturn = ({ is }: Whereabouts): boolean => is === 'away' || is === 'stopped'

/** Why its volume is no more what it was; nothing while it is. */
function volumeLost({ claim, state }: MemberSight): string | undefined {
	if (claim === undefined) return 'its volume is gone'
	if (claim.status?.phase === 'Lost') return `the disk behind its volume ${claim.metadata.name} is gone`
	const before = state?.claimUID
	if (before && claim.metadata.uid !== undefined && claim.metadata.uid !== before)
		return `its claim ${claim.metadata.name} is a new one, and not the one that had its data`
	return undefined
}

/** Why its node is not there; nothing while it is, or while that is not known. */
function nodeAway({ pod }: MemberSight, { nodes }: Sight): string | undefined {
	const name = pod?.spec.nodeName
	if (name === undefined || nodes === undefined) return undefined
	const node = nodes.get(name)
	if (node === undefined) return `its node ${name} is no more in Kubernetes`
	return isReady(node) ? undefined : `its node ${name} is not ready`
}

const kept = (claim: Claim | undefined): string =>
	claim ? `; its volume ${claim.metadata.name} is kept` : ''

/** Once a member has joined, its pod names no cluster to etcd, which ends with this where it finds nothing in its directory. */
function foundNothing({ pod, claim }: MemberSight): string | undefined {
	const ended = (pod?.status?.containerStatuses ?? []).flatMap(({ state, lastState }) => [
		state?.terminated?.message ?? '',
		lastState?.terminated?.message ?? '',
	])
	if (!ended.some((text) => text.includes("couldn't find local name"))) return undefined
	const where = claim ? `its volume ${claim.metadata.name}` : 'its pod'
	return `its data is gone: ${where} is there, and its process finds nothing in it`
}

/** Without a volume data ends with the pod. */
function goneWithPod({ pod }: MemberSight, { cluster }: Sight, away: string | undefined): string | undefined {
	if (pod === undefined) return 'it kept its data in its pod, which is gone'
	if (pod.metadata.deletionTimestamp !== undefined)
		return 'it kept its data in its pod, which is being deleted'
	if (pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded')
		return `it kept its data in its pod, which has ended (${pod.status.reason ?? pod.status.phase})`
	if (away?.endsWith('Kubernetes')) return `it kept its data in its pod, and ${away}`
	if (away !== undefined && cluster.spec?.pod?.tmpfs) return `it kept its data in memory, and ${away}`
	return undefined
}

export function whereaboutsOf(sight: Sight, member: MemberSight): Whereabouts {
	const { report, silence, claim, pod } = member
	const say = (is: Place, because: string): Whereabouts => ({ member, is, because })
	if (report !== undefined) return say('answers', 'it answers')
	if (sight.pods === undefined) return say('unasked', 'its pod could not be looked at')
	const nothing = foundNothing(member)
	if (nothing !== undefined) return say('gone', nothing)
	const away = nodeAway(member, sight)
	if (silence?.kind === 'unseen' && away === undefined) return say('unasked', silence.what)
	if (sight.cluster.spec?.pod?.persistentVolumeClaimSpec !== undefined) {
		if (sight.claims === undefined) return say('unasked', 'whether its volume is kept could not be read')
		const lost = volumeLost(member)
		if (lost !== undefined) return say('gone', lost)
	} else {
		const lost = goneWithPod(member, sight, away)
		if (lost !== undefined) return say('gone', lost)
	}
	if (away !== undefined) return say('away', `${away}${kept(claim)}`)
	const why = pod === undefined ? 'it has no pod' : (silence?.what ?? 'it does not run')
	return say('stopped', `${why}${kept(claim)}`)
}
