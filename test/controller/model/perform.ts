// What the API server and etcd do with what they are sent. Pure. They refuse what comes too late: another UID, a name or a peer URL
// that exists, a member that is gone, and a status that was not the one seen.
import { quorum } from '../../../etcd/membership.ts'
import { dialects } from '../../../etcd/dialect.ts'
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
import {
	namesOf,
	slotOf,
	unused,
	withClaim,
	withMember,
	withPod,
	withSlot,
	type Latch,
	type World,
} from './world.ts'

type Of<D extends Effect['do']> = Extract<Effect, { do: D }>

/** What was held to be written over the status as it was then is refused from now on. */
export const outdated = (world: World): World =>
	world.held?.do === 'status' ? { ...world, held: null } : world

const sameLatch = (one: Latch | null, other: Latch | null): boolean =>
	one?.role === other?.role && one?.claimUid === other?.claimUid

function writeStatus(world: World, { birth, clusterId, latches }: StatusPatch): World {
	const isNew = (name: string): boolean =>
		latches !== undefined && !sameLatch(slotOf(world, name).latch, latches[name] ?? null)
	const changed = namesOf(world).filter(isNew)
	if (birth === undefined && clusterId === undefined && changed.length === 0) return world
	const latched = changed.reduce(
		(left, name) => withSlot(left, name, { latch: latches?.[name] ?? null }),
		outdated(world),
	)
	return {
		...latched,
		birth: birth ?? world.birth,
		clusterId: clusterId ?? world.clusterId,
		declared: world.declared || clusterId !== undefined,
	}
}

function createPod(world: World, effect: Of<'pod'>): World {
	const { name, told, gated, claimName, claimUid, serving, attempt, clusterId, template } = effect
	if (slotOf(world, name).pod !== null) return world
	const { held } = world
	const known = held !== null && 'podUid' in held && held.name === name ? held.podUid : 0
	const fresh = {
		mode: 'new',
		ended: false,
		deleting: false,
		ran: false,
		muted: false,
		refused: false,
	} as const
	const pod = {
		uid: unused(known),
		told,
		known: told,
		gated,
		...fresh,
		serving,
		claimName,
		claimUid,
		attempt,
		clusterId,
		template,
	}
	return withSlot(world, name, { pod: { ...pod, data: null } })
}

/** To the pod whose making was answered: known by its UID, and still held back. */
function tell(world: World, { name, podUid, told }: Of<'tell'>): World {
	const { pod } = slotOf(world, name)
	if (pod === null || !pod.gated || pod.deleting || (podUid !== 0 && pod.uid !== podUid)) return world
	return withPod(world, name, { gated: false, told, known: told })
}

function createClaim(world: World, { name, attempt }: Of<'claim'>): World {
	const { claim, pod, latch } = slotOf(world, name)
	if (claim !== null) return world
	const { held } = world
	const known = held !== null && 'claimUid' in held && held.name === name ? held.claimUid : 0
	const uid = unused(known, pod?.claimUid ?? 0, latch?.claimUid ?? 0)
	const fresh = { bound: false, deleting: false, lost: false, memberId: '', clusterId: '', data: null }
	return withSlot(world, name, { claim: { uid, attempt, ...fresh } })
}

function seal(world: World, { name, podUid, claimUid, id, clusterId }: Of<'seal'>): World {
	const { pod, claim } = slotOf(world, name)
	const sealed = pod?.uid === podUid ? withPod(world, name, { told: 'refuse', clusterId }) : world
	return claim?.uid === claimUid ? withClaim(sealed, name, { memberId: id, clusterId }) : sealed
}

const namedBy = (world: World, id: string): string | undefined =>
	memberNames(world).find((name) => slotOf(world, name).member?.id === id)

/** With --strict-reconfig-check all voters must be connected, and a seed takes so many learners. */
function add(world: World, { name, voter }: Of<'add'>): World {
	const known = slotOf(world, name).member !== null
	if (known || liveVoters(world).length < voterNames(world).length) return world
	if (!voter && learnerNames(world).length >= dialects[world.setting.minor].firstLearners) return world
	const member = { id: idOf(world, name), voter, started: false, knew: false, late: false }
	return commit(withSlot(world, name, { member }))
}

/** etcd lets nobody go who is well and whose going would leave too few. */
function remove(world: World, name: string): World {
	const voters = voterNames(world).length
	const isVoter = slotOf(world, name).member?.voter === true
	if (voters === 1 && isVoter) return world
	const left = liveVoters(world).length - 1
	if (isVoter && takesPart(world, name) && left < quorum(voters - 1)) return world
	const gone = withSlot(commit(world), name, { member: null })
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
	return settle(commit(withMember(commit(world), name, { voter: true })))
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
				? withPod(world, effect.name, { serving: true })
				: world
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
