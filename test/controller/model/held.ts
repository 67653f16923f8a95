// What a second controller has decided on and not done yet: up to where it may have come, and what the API server refuses of it by the
// time that it is done. Pure.
import { isGuarded, type Plan } from '../../../controller/step.ts'
import { inOrder, type Effect } from './effect.ts'
import { perform } from './perform.ts'
import type { Subject } from './search.ts'
import { slotOf, type World } from './world.ts'

/** What cannot be undone, and is one call to the API server: after everything was read anew it may still come late. */
export const oneCall = ['deletePod', 'deleteClaim', 'abandonBirth'] as const

/** What is guarded is decided anew; a start is more than one call, each of which may take as long as it likes. */
export const mayComeLate = (step: Plan, guards: boolean): boolean =>
	step.do === 'startMember' || step.do === 'startAlone' || !(guards && isGuarded(step))

/** Whatever stands in an object: each change of it is another resourceVersion. What runs is known once its kubelet was heard. */
function podAs(world: World, name: string): string {
	const { pod } = slotOf(world, name)
	if (pod === null) return ''
	const { uid, told, known, gated, ended, deleting, serving, withdrawn, muted, mode, ran, refused, version } =
		pod
	const isRunning = !['new', 'down'].includes(mode)
	return [
		uid,
		told,
		known,
		gated,
		ended,
		deleting,
		serving,
		withdrawn,
		version,
		...(muted ? [] : [isRunning, ran, refused]),
	].join()
}

function claimAs(world: World, name: string): string {
	const { claim } = slotOf(world, name)
	if (claim === null) return ''
	const { uid, bound, deleting, lost, memberId, clusterId, version } = claim
	return [uid, bound, deleting, lost, memberId, clusterId, version].join()
}

const objectAs = (world: World, { do: what, name }: Extract<Effect, { seenAs: string }>): string =>
	what === 'deletePod' ? podAs(world, name) : claimAs(world, name)

/** A deletion names what was seen: one that has changed since stays. */
export function withoutRefused(world: World, names: Subject['deletes']): World {
	const { held } = world
	if (held === null || !('seenAs' in held)) return world
	const now = objectAs(world, held)
	const isSame =
		names === 'thatVersion' ? now === held.seenAs : now.split(',')[0] === held.seenAs.split(',')[0]
	return isSame ? world : { ...world, held: null }
}

/** Up to where another controller may have come, and what it does next. */
export function holds(world: World, effects: readonly Effect[]): readonly (readonly [World, Effect])[] {
	const asSeen = (effect: Effect): Effect =>
		'seenAs' in effect ? { ...effect, seenAs: objectAs(world, effect) } : effect
	if (!inOrder(effects)) return effects.map((effect) => [world, asSeen(effect)] as const)
	return effects.flatMap((effect, index): readonly (readonly [World, Effect])[] => {
		const before = effects.slice(0, index).reduce(perform, world)
		if (effect.do === 'status' && effects.length > 1) return []
		if (effect.do !== 'tell') return [[before, effect]]
		return [[before, { ...effect, podUid: slotOf(before, effect.name).pod?.uid ?? 0 }]]
	})
}
