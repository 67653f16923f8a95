// What happens without us. Pure. Good moves are free: the kubelet starts and ends, etcd replicates, somebody writes, time passes.
// Faults, and changes of mind, are counted: a path has so many of them and no more.
import { quorum } from '../../../etcd/membership.ts'
import {
	caughtUp,
	catchUp,
	fallBehind,
	hasQuorum,
	liveVoters,
	memberNames,
	settle,
	start,
	takesPart,
	voterNames,
} from './raft.ts'
import { faultsOfAlarms } from './alarms.ts'
import { tellsOfOthers } from './members.ts'
import { outdated } from './perform.ts'
import { movesOfVersions } from './moves-of-versions.ts'
import { hasOthers, neverStarts, versionsOf } from './versions.ts'
import {
	dataOf,
	namesOf,
	slotOf,
	withClaim,
	withData,
	withMember,
	withPod,
	withSlot,
	type World,
} from './world.ts'

export interface Move {
	readonly what: string
	readonly to: World
}

/** What is mounted must be there, and what is being deleted is mounted by nobody new. */
function canStart(world: World, name: string): boolean {
	const { pod } = slotOf(world, name)
	if (
		pod === null ||
		pod.gated ||
		pod.ended ||
		pod.deleting ||
		!(pod.mode === 'new' || (pod.mode === 'down' && pod.known !== 'alone')) ||
		neverStarts(pod.version)
	)
		return false
	if (pod.claimName === '') return true
	const { claim } = slotOf(world, pod.claimName)
	return claim !== null && !claim.lost && (pod.ran || !claim.deleting)
}

function started(world: World, name: string): World {
	const { pod } = slotOf(world, name)
	const bound = withClaim(world, pod?.claimName ?? '', { bound: true })
	return settle(withMember(start(bound, name), name, { late: false }))
}

function recovered(world: World, name: string): World {
	const mode = slotOf(world, name).member?.id === dataOf(world, name)?.id ? 'up' : 'down'
	return settle(withMember(withPod(world, name, { mode }), name, { late: false }))
}

const write = (world: World, without: string): World => {
	const live = liveVoters(world).filter((name) => name !== without)
	const behind = memberNames(world).filter((name) => name === without || !takesPart(world, name))
	return { ...behind.reduce(fallBehind, live.reduce(catchUp, world)), acked: true }
}

const canWrite = (world: World): boolean =>
	hasQuorum(world) &&
	world.alarm === '' &&
	namesOf(world).some((name) => {
		const { pod } = slotOf(world, name)
		return takesPart(world, name) && (pod?.serving === true || pod?.told === 'old')
	})

/** Those that need no luck and lead to a settled cluster. */
export function goodMoves(world: World): readonly Move[] {
	const moves: Move[] = []
	const add = (what: string, to: World): void => void (to === world || moves.push({ what, to }))
	for (const name of namesOf(world)) {
		const { pod, claim, member } = slotOf(world, name)
		if (canStart(world, name)) add(`${name} starts`, started(world, name))
		if (pod && pod.known !== pod.told)
			add(`the kubelet of ${name} looks again`, withPod(world, name, { known: pod.told }))
		if (pod?.muted === true) add(`the kubelet of ${name} is heard`, withPod(world, name, { muted: false }))
		if (pod?.mode === 'hung' || pod?.mode === 'cut') add(`${name} is heard again`, recovered(world, name))
		if (takesPart(world, name) && world.leader !== '') {
			if (member?.started === false) add(`${name} says its name`, withMember(world, name, { started: true }))
			if (!caughtUp(world, name)) add(`${name} catches up`, catchUp(world, name))
		}
		if (pod?.deleting === true) add(`pod ${name} is gone`, settle(withSlot(world, name, { pod: null })))
		const isMounted = namesOf(world).some((other) => slotOf(world, other).pod?.claimName === name)
		if (claim?.deleting === true && !isMounted)
			add(`claim ${name} is gone`, withSlot(world, name, { claim: null }))
	}
	moves.push(...movesOfVersions(world))
	return moves
}

const isLate = (world: World, name: string): Move => ({
	what: `${name} is silent for long`,
	to: withMember(world, name, { late: true }),
})

/** Where members are stopped all the time, one that takes so long to come back is a fault of its own. */
const rolls = ({ setting }: World): boolean => hasOthers(setting)

export function otherMoves(world: World): readonly Move[] {
	const moves: Move[] = []
	for (const name of namesOf(world)) {
		const { pod, member } = slotOf(world, name)
		const silent = pod !== null && pod.mode !== 'up'
		// Where nobody tells of it, its own probe does, for as long as its node is heard.
		const isKnown = member?.voter === true && pod?.mode === 'cut' && !tellsOfOthers(world)
		if (member !== null && silent && !member.late && !isKnown && !(rolls(world) && canStart(world, name)))
			moves.push(isLate(world, name))
	}
	if (canWrite(world)) moves.push({ what: 'a write is acknowledged', to: write(world, '') })
	return moves
}

const forgotten = (world: World): World =>
	namesOf(world).reduce(
		(left, name) => (slotOf(left, name).latch === null ? left : withSlot(left, name, { latch: null })),
		outdated(world),
	)

function emptied(world: World, name: string): World {
	const { pod } = slotOf(world, name)
	const empty = withData(world, name, null)
	return settle(pod === null || pod.mode === 'new' ? empty : withPod(empty, name, { mode: 'down' }))
}

function faultsOfPod(world: World, name: string): readonly Move[] {
	const { pod } = slotOf(world, name)
	if (pod === null) return []
	const moves: Move[] = []
	if (pod.mode === 'new' && canStart(world, name))
		moves.push({ what: `${name} starts unheard`, to: withPod(started(world, name), name, { muted: true }) })
	const becomes = (what: string, change: Parameters<typeof withPod>[2]): void =>
		void moves.push({ what: `${name} ${what}`, to: settle(withPod(world, name, change)) })
	if (pod.mode === 'up') {
		becomes('crashes', { mode: 'down' })
		becomes('hangs', { mode: 'hung' })
		becomes('is cut off', { mode: 'cut' })
	}
	if (!pod.deleting) becomes('is deleted by somebody', { deleting: true })
	if (!pod.ended && !pod.gated) becomes('is evicted', { ended: true, mode: 'down' })
	return moves
}

/** Faults of what a cluster stands on, and what somebody may do to it. */
export function faults(world: World): readonly Move[] {
	const moves: Move[] = []
	for (const name of namesOf(world)) {
		const { claim } = slotOf(world, name)
		moves.push(...faultsOfPod(world, name))
		if (dataOf(world, name) !== null)
			moves.push({ what: `the directory of ${name} is emptied`, to: emptied(world, name) })
		if (claim !== null && !claim.deleting)
			moves.push({
				what: `claim ${name} is deleted by somebody`,
				to: withClaim(world, name, { deleting: true }),
			})
		if (claim !== null && claim.bound && !claim.lost)
			moves.push({
				what: `the volume of ${name} is lost`,
				to: withClaim(emptied(world, name), name, { lost: true }),
			})
	}
	const live = liveVoters(world)
	for (const name of live) {
		if (name !== world.leader)
			moves.push({ what: `${name} leads`, to: { ...catchUp(world, name), leader: name } })
		if (name !== world.leader && canWrite(world) && live.length > quorum(voterNames(world).length))
			moves.push({ what: `a write is acknowledged without ${name}`, to: write(world, name) })
	}
	if (rolls(world))
		for (const name of memberNames(world))
			if (slotOf(world, name).member?.late === false && canStart(world, name)) moves.push(isLate(world, name))
	moves.push(...faultsOfAlarms(world))
	const wiped = {
		...forgotten(world),
		birth: null,
		clusterId: '',
		recovery: '' as const,
		compared: '',
		washed: '',
		target: '',
	}
	if (world.birth !== null) moves.push({ what: 'the status is lost', to: wiped })
	moves.push({ what: 'the latches are lost', to: forgotten(world) })
	if (world.setting.keeps !== undefined && !world.wished)
		moves.push({ what: 'somebody asks for a recovery', to: { ...outdated(world), wished: true } })
	if (world.template === 0) moves.push({ what: 'the spec changes', to: { ...outdated(world), template: 1 } })
	for (const version of versionsOf(world.setting))
		if (version !== world.version)
			moves.push({ what: `version becomes ${version}`, to: { ...outdated(world), version } })
	for (const size of world.setting.sizes)
		if (size !== world.size) moves.push({ what: `size becomes ${size}`, to: { ...outdated(world), size } })
	return moves
}

/** The world after a fault that is known by its words. */
export function befall(world: World, what: string): World {
	const fault = faults(world).find((move) => move.what === what)
	if (fault === undefined) throw new Error(`it cannot be that ${what}`)
	return fault.to
}
