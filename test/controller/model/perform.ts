// What the API server and etcd do with what they are sent. Pure. They refuse what comes too late: another UID, a name or a peer URL
// that exists, a member that is gone, and a status that was not the one seen.
import { quorum } from '../../../etcd/membership.ts'
import { dialects } from '../../../etcd/dialect.ts'
import { defragment, disarm, roomAfter } from './alarms.ts'
import type { Effect, StatusPatch } from './effect.ts'
import {
	commit,
	hasQuorum,
	idOf,
	learnerNames,
	liveVoters,
	memberNames,
	settle,
	takesPart,
	voterNames,
} from './raft.ts'
import { createClaim, createPod, giveImage, seal, tell } from './perform-objects.ts'
import { hasOthers } from './versions.ts'
import { namesOf, slotOf, withClaim, withMember, withPod, withSlot, type Latch, type World } from './world.ts'

type Of<D extends Effect['do']> = Extract<Effect, { do: D }>

/** What was held to be written over the status as it was then is refused from now on. */
export const outdated = (world: World): World =>
	world.held?.do === 'status' ? { ...world, held: null } : world

const sameLatch = (one: Latch | null, other: Latch | null): boolean =>
	one?.role === other?.role && one?.claimUid === other?.claimUid && one?.version === other?.version

function latchIn(world: World, { latches }: StatusPatch, name: string): Latch | null {
	const latch = latches?.[name] ?? null
	return latch === null || hasOthers(world.setting) ? latch : { ...latch, version: '' }
}

function writeStatus(world: World, patch: StatusPatch): World {
	const { birth, clusterId, compared, latches, washed = world.washed, target = world.target } = patch
	const { recovery = world.recovery } = patch
	const isNew = (name: string): boolean =>
		latches !== undefined && !sameLatch(slotOf(world, name).latch, latchIn(world, patch, name))
	const changed = namesOf(world).filter(isNew)
	const says =
		recovery !== world.recovery || birth !== undefined || clusterId !== undefined || compared !== undefined
	if (!says && washed === world.washed && target === world.target && changed.length === 0) return world
	const latched = changed.reduce(
		(left, name) => withSlot(left, name, { latch: latchIn(world, patch, name) }),
		outdated(world),
	)
	return {
		...latched,
		birth: birth ?? world.birth,
		clusterId: clusterId ?? world.clusterId,
		compared: compared?.occasion ?? world.compared,
		looked: compared?.looked ?? world.looked,
		washed,
		target,
		recovery,
		declared: world.declared || clusterId !== undefined,
	}
}

const unlooked = { compared: '', looked: false, washed: '' }

const namedBy = (world: World, id: string): string | undefined =>
	memberNames(world).find((name) => slotOf(world, name).member?.id === id)

/** With --strict-reconfig-check all voters must be connected, and a seed takes so many learners. */
function add(world: World, { name, voter }: Of<'add'>): World {
	const known = slotOf(world, name).member !== null
	if (known || liveVoters(world).length < voterNames(world).length) return world
	if (!voter && learnerNames(world).length >= dialects[world.setting.minor].firstLearners) return world
	const member = { id: idOf(world, name), voter, started: false, knew: false, late: false }
	return { ...commit(withSlot(world, name, { member })), ...unlooked }
}

/** etcd lets nobody go who is well and whose going would leave too few. */
function remove(world: World, name: string): World {
	const voters = voterNames(world).length
	const isVoter = slotOf(world, name).member?.voter === true
	if (voters === 1 && isVoter) return world
	const left = liveVoters(world).length - 1
	if (isVoter && takesPart(world, name) && left < quorum(voters - 1)) return world
	const gone = { ...roomAfter(withSlot(commit(world), name, { member: null }), name), ...unlooked }
	const { pod } = slotOf(gone, name)
	return settle(pod?.mode === 'up' || pod?.mode === 'cut' ? withPod(gone, name, { mode: 'down' }) : gone)
}

function changeMembers(world: World, effect: Of<'add' | 'promote' | 'lead' | 'remove'>): World {
	if (!hasQuorum(world)) return world
	if (effect.do === 'add') return settle(add(world, effect))
	const name = namedBy(world, effect.id)
	if (name === undefined) return world
	if (effect.do === 'remove') return remove(world, name)
	if (effect.do === 'lead') return liveVoters(world).includes(name) ? { ...world, leader: name } : world
	if (slotOf(world, name).member?.voter === true) return world
	return settle({ ...commit(withMember(commit(world), name, { voter: true })), ...unlooked })
}

/** etcd goes down from what all of them speak, and by one minor. */
function goDown(world: World, { to }: Of<'goDown'>): World {
	if (!hasQuorum(world) || world.down === to) return world
	return to !== 0 && (world.down !== 0 || to !== world.spoken - 1) ? world : { ...world, down: to }
}

export function perform(world: World, effect: Effect): World {
	switch (effect.do) {
		case 'nothing':
			return world
		case 'status':
			return writeStatus(world, effect.patch)
		case 'shared':
			return world.shared ? world : { ...world, shared: true }
		case 'claim':
			return createClaim(world, effect)
		case 'pod':
			return createPod(world, effect)
		case 'tell':
			return tell(world, effect)
		case 'seal':
			return seal(world, effect)
		case 'serve':
			return slotOf(world, effect.name).pod?.uid === effect.podUid
				? withPod(world, effect.name, { serving: true, withdrawn: false })
				: world
		case 'withdraw':
			return slotOf(world, effect.name).pod?.uid === effect.podUid
				? withPod(world, effect.name, { serving: false, withdrawn: true })
				: world
		case 'given':
			return slotOf(world, effect.name).claim?.uid === effect.claimUid
				? withClaim(world, effect.name, { version: effect.version })
				: world
		case 'image':
			return giveImage(world, effect)
		case 'goDown':
			return goDown(world, effect)
		case 'defragment':
			return defragment(world, effect.id)
		case 'disarm':
			return disarm(world, effect.alarm)
		case 'add':
		case 'promote':
		case 'lead':
		case 'remove':
			return changeMembers(world, effect)
		case 'clear': {
			const { pod, member } = slotOf(world, effect.name)
			return member === null && pod?.uid === effect.podUid
				? withPod(world, effect.name, { deleting: true })
				: world
		}
		case 'deletePod':
			return slotOf(world, effect.name).pod?.uid === effect.uid
				? withPod(world, effect.name, { deleting: true })
				: world
		case 'deleteClaim':
			return slotOf(world, effect.name).claim?.uid === effect.uid
				? withClaim(world, effect.name, { deleting: true })
				: world
	}
}
