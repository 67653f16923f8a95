// What the API server does with pods and claims that it is sent. Pure.
import type { Effect } from './effect.ts'
import { hasQuorum } from './raft.ts'
import { isTooEarly, runs } from './versions.ts'
import { slotOf, unused, withClaim, withPod, withSlot, type World } from './world.ts'

type Of<D extends Effect['do']> = Extract<Effect, { do: D }>

export function createPod(world: World, effect: Of<'pod'>): World {
	const { name, told, gated, claimName, claimUid, serving, attempt, clusterId, template, version } = effect
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
		withdrawn: false,
		stopping: false,
		claimName,
		claimUid,
		attempt,
		clusterId,
		template,
		version,
		old: '',
		tried: false,
	}
	return withSlot(world, name, { pod: { ...pod, data: null } })
}

/** To the pod whose making was answered: known by its UID, and still held back. */
export function tell(world: World, { name, podUid, told }: Of<'tell'>): World {
	const { pod } = slotOf(world, name)
	if (pod === null || !pod.gated || pod.deleting || (podUid !== 0 && pod.uid !== podUid)) return world
	return withPod(world, name, { gated: false, told, known: told })
}

export function createClaim(world: World, { name, attempt }: Of<'claim'>): World {
	const { claim, pod, latch } = slotOf(world, name)
	if (claim !== null) return world
	const { held } = world
	const known = held !== null && 'claimUid' in held && held.name === name ? held.claimUid : 0
	const uid = unused(known, pod?.claimUid ?? 0, latch?.claimUid ?? 0)
	const fresh = { bound: false, deleting: false, lost: false, memberId: '', clusterId: '', version: '' }
	return withSlot(world, name, { claim: { uid, attempt, ...fresh, data: null } })
}

export function seal(world: World, { name, podUid, claimUid, id, clusterId, version }: Of<'seal'>): World {
	const { pod, claim } = slotOf(world, name)
	const sealed = pod?.uid === podUid ? withPod(world, name, { told: 'refuse', clusterId }) : world
	return claim?.uid === claimUid ? withClaim(sealed, name, { memberId: id, clusterId, version }) : sealed
}

/** Its process goes on until its kubelet has seen it. */
export function giveImage(world: World, { name, podUid, version }: Of<'image'>): World {
	const { pod } = slotOf(world, name)
	if (pod === null || pod.uid !== podUid || pod.version === version) return world
	const tried = !hasQuorum(world) && isTooEarly(world, name, version)
	return withPod(world, name, { version, old: runs(pod), stopping: pod.withdrawn, tried })
}
