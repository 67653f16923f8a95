// What was seen of a world, but for a few fields that a row of a table is about. Pure.
import type { Minor } from '../../../api/releases.ts'
import type { ClaimSeen, Health, MemberSeen, Observed, PodSeen } from '../../../controller/observed.ts'
import type { Fresh, Latch } from '../../../controller/rules/facts.ts'
import { observedOf } from './observe.ts'
import { unborn } from './scenes.ts'
import { simulate } from './simulate.ts'
import type { World } from './world.ts'

type Change = (seen: Observed) => Observed

export const settled = (size: number, on: 'claims' | 'emptyDir', minor: Minor = '3.6'): World =>
	simulate(unborn({ volumes: on === 'claims', minor, sizes: [] }, size, 6), { moves: 40 }).world

export const all =
	(...changes: readonly Change[]): Change =>
	(first) =>
		changes.reduce((seen, change) => change(seen), first)
export const look = (world: World, ...changes: readonly Change[]): Observed =>
	all(...changes)(observedOf(world))

export const but =
	(change: Partial<Observed>): Change =>
	(seen) => ({ ...seen, ...change })

/** A row about somebody who is not there would prove nothing. */
function altered<T extends { readonly name?: string }>(
	list: readonly T[],
	name: string,
	change: Partial<T> | 'gone',
): readonly T[] {
	if (!list.some((one) => one.name === name)) throw new Error(`nobody is called ${name}`)
	return list.flatMap((one) => (one.name !== name ? [one] : change === 'gone' ? [] : [{ ...one, ...change }]))
}

export const pod =
	(name: string, change: Partial<PodSeen> | 'gone'): Change =>
	(seen) => ({ ...seen, pods: altered(seen.pods, name, change) })

export const claim =
	(name: string, change: Partial<ClaimSeen> | 'gone'): Change =>
	(seen) => ({ ...seen, claims: altered(seen.claims, name, change) })

export const latch =
	(name: string, change: Partial<Latch> | 'gone'): Change =>
	({ status, ...seen }) => ({
		...seen,
		status: { ...status, memberStates: altered(status.memberStates ?? [], name, change) },
	})

export const etcd =
	(change: (fresh: Fresh) => Partial<Fresh>): Change =>
	({ members, ...seen }) => {
		if (!members.fresh) throw new Error('nobody answers')
		return { ...seen, members: { ...members, ...change(members) } }
	}

export const member = (name: string, change: Partial<MemberSeen> | 'gone'): Change =>
	etcd((fresh) => ({ all: altered(fresh.all, name, change) }))

export const mute: Health = { answers: false, because: 'it is silent' }
const unasked = {
	fresh: false,
	because: 'no quorum',
	denied: false,
	reachable: [],
	holding: new Map<string, bigint>(),
} as const
export const silent = but({ members: unasked })
export const denied = but({ members: { ...unasked, denied: true } })
export const unready = (...names: readonly string[]): Change =>
	all(...names.map((name) => pod(name, { ready: false })))
