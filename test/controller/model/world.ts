// One cluster, its objects and its etcd as one plain value. Pure. Everything of a name lies in one slot; names come from a small pool,
// so that states coincide. What nobody can see is here too, since it says whether something was lost.
import type { Minor } from '../../../api/releases.ts'
import type { Effect } from './effect.ts'
import type { BrokenRule } from './rule-names.ts'

/** A data directory, by whose it is, of which cluster, and whether it holds every write that was acknowledged. */
export interface Data {
	readonly id: string
	readonly cluster: string
	readonly inStep: boolean
	/** Earlier minors do not read it. */
	readonly schema: number
}

/** A process: not started yet, well, on a node that has gone silent, well but out of our reach, or waiting to be started again. */
export type Mode = 'new' | 'up' | 'hung' | 'cut' | 'down'

export interface Pod {
	readonly uid: number
	/**
	 * What a process with an empty directory is told: 'new', 'refuse', or the names of the members that it may join. One that is told to be
	 * 'alone' strikes all others out, and runs once.
	 */
	readonly told: string
	/** What its kubelet, which may have looked a moment ago, would tell one that it starts. */
	readonly known: string
	readonly mode: Mode
	/** Held back from every node until it is told whom it may join. */
	readonly gated: boolean
	readonly ended: boolean
	readonly deleting: boolean
	readonly ran: boolean
	/** Its kubelet could not yet say that it runs. */
	readonly muted: boolean
	readonly refused: boolean
	readonly serving: boolean
	/** Clients were sent elsewhere before its process is stopped. */
	readonly withdrawn: boolean
	/** It was given another image, and its process is still the old one. */
	readonly stopping: boolean
	readonly claimName: string
	readonly claimUid: number
	readonly attempt: number
	readonly clusterId: string
	readonly template: number
	/** Of its image. */
	readonly version: string
	/** What its process is, while that is not its image. */
	readonly old: string
	/** Given an image of an earlier minor while nobody could be asked whether that can run. */
	readonly tried: boolean
	/** Of an emptyDir. */
	readonly data: Data | null
}

export interface Claim {
	readonly uid: number
	readonly attempt: number
	readonly bound: boolean
	readonly deleting: boolean
	readonly lost: boolean
	readonly memberId: string
	readonly clusterId: string
	/** What its member has run by its own word. */
	readonly version: string
	readonly data: Data | null
}

export interface Member {
	readonly id: string
	readonly voter: boolean
	readonly started: boolean
	/** A process has run as this member: an empty directory would have forgotten something. */
	readonly knew: boolean
	/** Silent for so long that it counts as lost. */
	readonly late: boolean
}

/** What status.memberStates says of a name. */
export interface Latch {
	/** What was recorded of a member before etcd listed it as started, or before it voted; of all others nothing. */
	readonly role: 'Joining' | 'Starting' | 'Learner' | ''
	readonly claimUid: number
	readonly version: string
}

export interface Slot {
	readonly pod: Pod | null
	readonly claim: Claim | null
	readonly member: Member | null
	readonly latch: Latch | null
}

export type Recovering = '' | 'refused' | 'stopping' | 'alone' | 'done'

export interface Birth {
	readonly attempt: number
	readonly seed: string
	readonly state: 'forming' | 'abandoned' | 'declared'
	readonly served: boolean
}

/** What never changes on a path, and so is no part of a state. */
export interface Setting {
	readonly volumes: boolean
	readonly minor: Minor
	/** What somebody may change `size` to. */
	readonly sizes: readonly number[]
	/** What somebody may change `version` to; one of the minor, and no other, when missing. */
	readonly versions?: readonly string[]
	/** From whom somebody may ask the cluster to go on, without any of the others. */
	readonly keeps?: string
	/** Whether etcd may raise one. */
	readonly alarms?: true
}

export interface World {
	readonly setting: Setting
	readonly size: number
	readonly template: number
	/** By the spec. */
	readonly version: string
	/** status.targetVersion. */
	readonly target: string
	/** spec.recovery is there. */
	readonly wished: boolean
	/** One has struck all others out. */
	readonly alone: boolean
	/** What status.recovery says of it. */
	readonly recovery: Recovering
	/** status.washed. */
	readonly washed: string
	readonly birth: Birth | null
	readonly clusterId: string
	/** Services and the like are there. */
	readonly shared: boolean
	/** On which occasion members were last asked whether they hold the same, unless they have changed since. */
	readonly compared: string
	/** That was done before a minor is left. */
	readonly looked: boolean
	readonly slots: readonly Slot[]
	/** etcd's id of the cluster; empty before one was born. */
	readonly cluster: string
	readonly leader: string
	/** The minor that all members speak. */
	readonly spoken: number
	/** The minor that they were prepared for, or nothing. */
	readonly down: number
	/** What etcd has raised, and the id of the member for which: "CORRUPT b1". */
	readonly alarm: string
	/** Whose databases have no room, by their names. */
	readonly full: string
	/** Some write was acknowledged, and is to be found for ever. */
	readonly acked: boolean
	/** Somebody once wrote down that this cluster exists. */
	readonly declared: boolean
	/** Rules that were broken on the way, by name. */
	readonly broken: readonly BrokenRule[]
	/** What a second controller decided on some time ago and has not done yet. */
	readonly held: Effect | null
}

export const emptySlot: Slot = { pod: null, claim: null, member: null, latch: null }
const pool = 'abcdefghijklmnop'

export const nameAt = (index: number): string => pool.charAt(index)
export const namesOf = ({ slots }: World): readonly string[] => slots.map((_, index) => nameAt(index))
export const slotOf = ({ slots }: World, name: string): Slot => slots[pool.indexOf(name)] ?? emptySlot

export function withSlot(world: World, name: string, change: Partial<Slot>): World {
	const at = pool.indexOf(name)
	return { ...world, slots: world.slots.map((slot, index) => (index === at ? { ...slot, ...change } : slot)) }
}

export function withPod(world: World, name: string, change: Partial<Pod>): World {
	const { pod } = slotOf(world, name)
	if (pod === null) return world
	const after = { ...pod, ...change }
	// Whatever starts next is its image.
	const isOut = after.mode === 'new' || after.mode === 'down' || after.old === after.version
	return withSlot(world, name, { pod: isOut && after.old !== '' ? { ...after, old: '' } : after })
}

export function withClaim(world: World, name: string, change: Partial<Claim>): World {
	const { claim } = slotOf(world, name)
	return claim === null ? world : withSlot(world, name, { claim: { ...claim, ...change } })
}

export function withMember(world: World, name: string, change: Partial<Member>): World {
	const { member } = slotOf(world, name)
	return member === null ? world : withSlot(world, name, { member: { ...member, ...change } })
}

/** The directory that the process of a name has, or would have. */
export function dataOf(world: World, name: string): Data | null {
	const { pod, claim } = slotOf(world, name)
	if (pod === null) return claim?.lost ? null : (claim?.data ?? null)
	if (pod.claimName === '') return pod.data
	const mounted = slotOf(world, pod.claimName).claim
	return mounted === null || mounted.lost ? null : mounted.data
}

export function withData(world: World, name: string, data: Data | null): World {
	const { pod } = slotOf(world, name)
	if (pod !== null && pod.claimName === '') return withPod(world, name, { data })
	return withClaim(world, pod?.claimName ?? name, { data })
}

export const brokenBy = (world: World, rule: BrokenRule): World =>
	world.broken.includes(rule) ? world : { ...world, broken: [...world.broken, rule].toSorted() }

/** The least number that nothing of the name knows: what has gone for good may come to be again without being mistaken. */
export const unused = (...used: readonly number[]): number =>
	[1, 2, 3, 4, 5].find((one) => !used.includes(one)) ?? 9

const numbers = new Map<string, number>()
const numbered = new WeakMap<object, number>()

/** One number for all that say the same: most of a state is that of the state before, down to the very object. */
function numberOf(value: object | null): number {
	if (value === null) return 0
	const known = numbered.get(value)
	if (known !== undefined) return known
	const text = JSON.stringify(value)
	const number = numbers.get(text) ?? numbers.size + 1
	numbers.set(text, number)
	numbered.set(value, number)
	return number
}

/** Equal for equal states, as every value is made with all its fields in one order. */
export function keyOf(world: World): string {
	const { size, template, birth, clusterId, shared, compared, slots, cluster, leader, broken, held } = world
	const {
		version,
		target,
		washed,
		looked,
		spoken,
		down,
		acked,
		declared,
		alarm,
		full,
		wished,
		alone,
		recovery,
	} = world
	const parts = [birth, held, broken.length === 0 ? null : broken, ...slots].map(numberOf)
	const flags =
		Number(shared) +
		2 * Number(acked) +
		4 * Number(declared) +
		8 * Number(looked) +
		16 * Number(wished) +
		32 * Number(alone)
	return `${parts.join()} ${size} ${template} ${clusterId} ${cluster} ${leader} ${compared} ${flags} ${version} ${target} ${washed} ${spoken} ${down} ${alarm} ${full} ${recovery}`
}
