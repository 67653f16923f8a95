// Puts together what etcd lists, what members answered and what pods there are. Pure.
import { memberOfUrl, type Place } from '../../api/names.ts'
import { isCaughtUp } from '../../etcd/membership.ts'
import type { Health, Members, MemberSeen } from '../observed.ts'
import { leads, type Asked, type Reached } from './asked.ts'

export interface Silence {
	/** How long the member has been silent. */
	readonly ms: (memberId: string, answers: boolean) => number
	readonly seenByOthers: (memberId: string) => boolean | undefined
}

function healthOf(id: string, one: Reached | undefined): Health {
	if (one === undefined) return { answers: false, because: 'it has no pod with an address' }
	const { status, peeked, confirmed, because } = one
	const memberId = status?.memberId ?? peeked?.memberId
	if (memberId === undefined) return { answers: false, because }
	if (memberId !== id) return { answers: false, because: `its pod answers as member ${memberId}` }
	return { answers: true, confirmed: confirmed !== undefined || peeked?.ready === true, status, because }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

export function membersSeen(
	{ reached, list, alarms, denied, because }: Asked,
	place: Place,
	silence: Silence,
): Members {
	if (list === undefined) {
		const reachable = reached.flatMap(({ name, status }) =>
			status ? [{ name, revision: status.revision }] : [],
		)
		const holding = new Map(
			reached.flatMap(({ name, status, peeked }) => {
				const index = status ? larger(status.raftIndex, status.appliedIndex) : peeked?.committedIndex
				return index === undefined ? [] : [[name, index] as const]
			}),
		)
		return { fresh: false, because, denied, reachable, holding }
	}
	// One that we cannot reach, or did not make, is known by those who follow it.
	const following = reached.filter(({ confirmed }) => confirmed !== undefined).map(({ status }) => status)
	const leader = reached.find(leads)?.status
	const leaderId = leader?.memberId ?? following.find((status) => status?.leader !== undefined)?.leader
	const known = [leader, ...following].map((status) => status?.appliedIndex ?? 0n)
	const abreast = known[0] || known.reduce((most, one) => (one > most ? one : most), 0n)
	const all = list.members.map(({ id, name, peerUrl, started, isLearner }): MemberSeen => {
		const ours = memberOfUrl(peerUrl, place)
		const one = reached.find((reach) => reach.name === ours)
		const health = healthOf(id, one)
		const before = one?.status?.appliedIndex ?? one?.peeked?.appliedIndex
		const readings = [before ?? 0n, one?.appliedThen ?? 0n] as const
		return {
			id,
			name: ours ?? name,
			peerUrl,
			ours: ours !== undefined,
			started,
			isLearner,
			isLeader: leaderId === id,
			caughtUp: health.answers && abreast > 0n && isCaughtUp(abreast, readings),
			health,
			silentMs: silence.ms(id, health.answers),
			// Whoever leads a quorum that has just confirmed a read lives, whether we hear it or not.
			seenByOthers: id === leaderId || silence.seenByOthers(id),
		}
	})
	return { fresh: true, clusterId: list.clusterId, all, leader: leaderId, alarms, clusterVersion: undefined }
}
