// etcd as far as safety goes: who votes, who can lead, what a process does that starts. Pure.
import { quorum } from '../../../etcd/membership.ts'
import { isTooEarly, minorOf } from './versions.ts'
import {
	brokenBy,
	dataOf,
	namesOf,
	slotOf,
	unused,
	withData,
	withMember,
	withPod,
	withSlot,
	type World,
} from './world.ts'

export const memberNames = (world: World): readonly string[] =>
	namesOf(world).filter((name) => slotOf(world, name).member !== null)
export const voterNames = (world: World): readonly string[] =>
	namesOf(world).filter((name) => slotOf(world, name).member?.voter === true)
export const learnerNames = (world: World): readonly string[] =>
	namesOf(world).filter((name) => slotOf(world, name).member?.voter === false)

/** Takes part, whether we can reach it or not. */
export function takesPart(world: World, name: string): boolean {
	const { pod, member } = slotOf(world, name)
	return (
		member !== null && member.id === dataOf(world, name)?.id && (pod?.mode === 'up' || pod?.mode === 'cut')
	)
}

export const liveVoters = (world: World): readonly string[] =>
	voterNames(world).filter((name) => takesPart(world, name))
export const hasQuorum = (world: World): boolean => {
	const voters = voterNames(world).length
	return voters > 0 && liveVoters(world).length >= quorum(voters)
}

const inStep = (world: World, name: string): boolean => dataOf(world, name)?.inStep === true
const withStep = (world: World, name: string, value: boolean): World => {
	const data = dataOf(world, name)
	return data === null || data.inStep === value ? world : withData(world, name, { ...data, inStep: value })
}

export const caughtUp = (world: World, name: string): boolean => inStep(world, name)
export const catchUp = (world: World, name: string): World => withStep(world, name, true)
export const fallBehind = (world: World, name: string): World => withStep(world, name, false)

/** What a majority has is never lost; a change of the membership is known to one. */
export function commit(world: World): World {
	const live = liveVoters(world)
	if (live.filter((name) => inStep(world, name)).length >= quorum(voterNames(world).length)) return world
	return live.reduce(catchUp, world)
}

/** Whoever a majority would vote for: raft gives no vote to one that knows less. */
function candidates(world: World): readonly string[] {
	const live = liveVoters(world)
	const needed = quorum(voterNames(world).length)
	return live.filter(
		(name) => live.filter((other) => inStep(world, name) || !inStep(world, other)).length >= needed,
	)
}

/** After whatever happened: somebody leads if anybody can, and the worst that may lead does. */
export function settle(world: World): World {
	if (!hasQuorum(world)) return world.leader === '' ? world : { ...world, leader: '' }
	if (liveVoters(world).includes(world.leader)) return world
	const able = candidates(world)
	const ignorant = able.find((name) => !inStep(world, name))
	if (world.acked && ignorant !== undefined)
		return { ...brokenBy(catchUp(world, ignorant), 'lostWrite'), leader: ignorant, acked: false }
	const leader = able.find((name) => inStep(world, name)) ?? able[0] ?? ''
	return { ...catchUp(world, leader), leader }
}

export const idOf = (world: World, name: string): string => {
	const { claim, pod } = slotOf(world, name)
	const ids = [claim?.data?.id, claim?.memberId, pod?.data?.id]
	const held = world.held !== null && 'id' in world.held ? world.held.id : ''
	return `${name}${unused(...[...ids, held].filter((id) => id?.startsWith(name)).map((id) => Number(id?.slice(1))))}`
}

function bootstrap(world: World, name: string): World {
	const { pod } = slotOf(world, name)
	const cluster = `${name}${pod?.attempt ?? 0}`
	const grown = memberNames(world).length > 1
	const serves = namesOf(world).some((other) => slotOf(world, other).pod?.serving === true)
	// Until clients come, or others join one that was never sealed, a seed that is born twice is still one birth: its id is the same, and
	// nothing was acknowledged. A kubelet that does not know of the seal yet can do that for a second.
	const honest =
		serves || world.acked || (grown && slotOf(world, name).pod?.told !== 'refuse')
			? brokenBy(world, 'secondBirth')
			: world
	const others = memberNames(world).reduce((left, other) => withSlot(left, other, { member: null }), honest)
	const id = idOf(others, name)
	const member = { id, voter: true, started: true, knew: true, late: false }
	const spoken = minorOf(pod?.version ?? '')
	return {
		...withData(withSlot(others, name, { member }), name, { id, cluster, inStep: true, schema: spoken }),
		cluster,
		spoken,
		leader: name,
	}
}

function join(world: World, name: string): World {
	const { member, pod } = slotOf(world, name)
	const listed = memberNames(world)
	const anybody = listed.some((other) => other !== name && takesPart(world, other))
	// One of an earlier minor than they speak is refused.
	const isEarly = minorOf(pod?.version ?? '') < world.spoken
	if (member === null || pod?.known !== listed.join('') || !anybody || isEarly)
		return withPod(world, name, { mode: 'down' })
	// What was never acknowledged is forgotten without a loss.
	const honest = member.voter && member.knew && world.acked ? brokenBy(world, 'amnesia') : world
	const known = withMember(honest, name, { knew: true })
	return withData(withPod(known, name, { mode: 'up' }), name, {
		id: member.id,
		cluster: world.cluster,
		inStep: false,
		schema: world.spoken,
	})
}

/** What the others alone held is lost, as somebody has agreed to; what they do from now on is no part of it. */
function alone(world: World, name: string): World {
	const others = memberNames(world).filter((other) => other !== name)
	const isRunning = others.some((other) =>
		['up', 'cut', 'hung'].includes(slotOf(world, other).pod?.mode ?? ''),
	)
	const beside = isRunning ? brokenBy(world, 'aloneBesideOthers') : world
	// Whoever has joined since holds what was acknowledged since.
	const honest = others.length > 0 && world.alone ? brokenBy(beside, 'aloneAgain') : beside
	const left = others.reduce((one, other) => withSlot(one, other, { member: null }), honest)
	const voter = withMember(withPod(left, name, { mode: 'up' }), name, {
		voter: true,
		started: true,
		knew: true,
	})
	return { ...catchUp(voter, name), alone: true, acked: world.acked && inStep(world, name), leader: name }
}

/** A container starts: what it finds in its directory decides, and only an empty one asks what it was told. */
export function start(world: World, name: string): World {
	const { pod, member } = slotOf(world, name)
	if (pod === null) return world
	const begun = withPod(world, name, { ran: true, refused: false, stopping: false })
	const data = dataOf(world, name)
	if (data !== null) {
		if (!data.id.startsWith(name)) return brokenBy(withPod(begun, name, { mode: 'down' }), 'strangeVolume')
		const listed = data.id === member?.id && data.cluster === world.cluster
		// An earlier minor than they speak does not run on what it finds.
		const isEarly = isTooEarly(world, name, pod.version)
		if (listed && isEarly && !pod.tried)
			return brokenBy(withPod(begun, name, { mode: 'down' }), 'invalidDowngrade')
		if (isEarly) return withPod(begun, name, { mode: 'down' })
		if (listed && pod.known === 'alone') return alone(begun, name)
		return withPod(begun, name, { mode: listed ? 'up' : 'down' })
	}
	if (pod.known === 'refuse' || pod.known === 'alone')
		return withPod(begun, name, { mode: 'down', refused: true })
	if (pod.known === 'new') return bootstrap(withPod(begun, name, { mode: 'up' }), name)
	return join(begun, name)
}
