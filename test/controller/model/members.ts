// What the members of a world would answer, as controller/observe/members.ts puts it together. Pure. Whoever is out of our reach is
// silent to us, whatever it does among its own.
import { memberHost } from '../../../api/names.ts'
import type { Health, Members, MemberSeen } from '../../../controller/observed.ts'
import { peerUrl } from '../../../etcd/arguments.ts'
import { dialects } from '../../../etcd/dialect.ts'
import type { Reported } from '../../../etcd/member.ts'
import { alarmsOf } from './alarms.ts'
import { caughtUp, hasQuorum, memberNames, takesPart } from './raft.ts'
import { hasOthers, minorOf, runs } from './versions.ts'
import { dataOf, namesOf, slotOf, type World } from './world.ts'

export const lostAfterMs = 300_000
const word = (value: string): string | undefined => value || undefined

export const urlOf = (name: string): string =>
	peerUrl('http', memberHost(name, { cluster: 'c', namespace: 'n' }))

const reported = (
	memberId: string,
	isLearner: boolean,
	version: string,
	schema: number,
	isFull: boolean,
	world: World,
): Reported => ({
	clusterId: world.cluster,
	memberId,
	revision: 1n,
	version,
	leader: word(world.leader),
	isLearner,
	term: 1n,
	raftIndex: 1n,
	appliedIndex: 1n,
	dbSize: isFull ? 2n ** 31n : 0n,
	dbSizeInUse: 0n,
	quota: 0n,
	storageVersion: hasOthers(world.setting) && minorOf(version) >= 6 ? `3.${schema}.0` : '',
	downgradeTo: world.down === 0 ? undefined : `3.${world.down}`,
	errors: [],
})

/** From 3.4 on, where learners came too, members tell to whom they have a connection. */
export const tellsOfOthers = ({ setting }: World): boolean => dialects[setting.minor].learners

/** Also where its node does not hear the API server either, which then calls its pod unready. */
export const isBeyondAll = (world: World, name: string): boolean => {
	const { pod, member } = slotOf(world, name)
	return tellsOfOthers(world) && pod?.mode === 'cut' && member?.late === true
}

/** Whoever leads is known by those who follow it. */
const seenByOthers = (world: World, name: string): boolean | undefined => {
	const takes = takesPart(world, name)
	if (takes && world.leader === name) return true
	return tellsOfOthers(world) ? takes : undefined
}

/** Without an address, which its kubelet tells, nobody can ask it. */
function isHeard(world: World, name: string): boolean {
	const { pod } = slotOf(world, name)
	return pod?.mode === 'up' && !pod.ended && !pod.muted
}

function memberSeen(world: World, name: string, leaderAnswers: boolean): MemberSeen[] {
	const { member, pod } = slotOf(world, name)
	if (member === null) return []
	const version = pod === null ? '' : runs(pod)
	const schema = dataOf(world, name)?.schema ?? 0
	const answers = isHeard(world, name)
	const health: Health = answers
		? {
				answers,
				confirmed: member.voter,
				// It serves clients, and so answers us, once it has said its name.
				status: member.started
					? reported(member.id, !member.voter, version, schema, world.full.includes(name), world)
					: undefined,
				because: '',
			}
		: { answers: false, because: 'it is silent' }
	return [
		{
			id: member.id,
			name,
			peerUrl: urlOf(name),
			ours: true,
			started: member.started,
			isLearner: !member.voter,
			isLeader: world.leader === name,
			caughtUp: answers && leaderAnswers && caughtUp(world, name),
			health,
			silentMs: member.late && !answers ? 2 * lostAfterMs : 0,
			seenByOthers: member.late ? seenByOthers(world, name) : undefined,
		},
	]
}

/** Only then are they asked what they speak. */
const isMove = (world: World): boolean =>
	namesOf(world).some((name) => {
		const { pod } = slotOf(world, name)
		return pod !== null && minorOf(pod.version) !== minorOf(world.version)
	})

export function membersSeen(world: World): Members {
	const answering = memberNames(world).filter((name) => isHeard(world, name))
	const quorumAnswers =
		hasQuorum(world) && answering.some((name) => slotOf(world, name).member?.voter === true)
	if (!quorumAnswers)
		return {
			fresh: false,
			because: 'no quorum',
			denied: false,
			reachable: answering.map((name) => ({ name, revision: 1n })),
			holding: new Map(answering.map((name) => [name, caughtUp(world, name) ? 2n : 1n])),
		}
	const leaderAnswers = isHeard(world, world.leader)
	return {
		fresh: true,
		clusterId: world.cluster,
		all: memberNames(world).flatMap((name) => memberSeen(world, name, leaderAnswers)),
		leader: slotOf(world, world.leader).member?.id,
		clusterVersion: leaderAnswers && isMove(world) ? `3.${world.spoken}` : undefined,
		alarms: alarmsOf(world),
	}
}
