// How a cluster is brought to where a search or a run begins. Pure.
import type { Minor } from '../../../api/releases.ts'
import { minorIn } from '../../../api/releases.ts'
import type { Step } from '../../../controller/step.ts'
import { unborn } from './scenes.ts'
import type { Subject } from './search.ts'
import { simulate } from './simulate.ts'
import type { Setting, World } from './world.ts'

export const setting = (volumes: boolean, minor: Minor = '3.6', versions?: readonly string[]): Setting => ({
	volumes,
	minor,
	sizes: [1, 3],
	...(versions && { versions }),
})
export const settled = (world: World, subject?: Subject): World =>
	simulate(world, { moves: 40 }, undefined, subject).world

/** What it is before, and what may be wanted of it. */
export const upwards = ['3.6.16', '3.7.3']
export const downwards = upwards.toReversed()
/** No node finds the last. */
export const withBad = [...upwards, '3.7.99']

/** All run the first of them, something was written, and another is wanted. */
export const toMove = (
	{ volumes, sizes = [1, 3] }: { readonly volumes: boolean; readonly sizes?: readonly number[] },
	size: number,
	versions: readonly string[],
	version = versions.at(-1) ?? '',
): World => {
	const born = unborn({ ...setting(volumes, minorIn(versions[0]), versions), sizes }, size, size + 1)
	return { ...settled(born), acked: true, version }
}

/** After so many steps, each with all that follows it. */
export const halfway = (world: World, step: number): World =>
	simulate(world, { moves: 40 }, { step, death: 'it was done', last: true }).world

export interface Row {
	readonly what: string
	readonly from: World
	/** What is the first of these faults, by its words; all of them when missing. */
	readonly first?: RegExp
	readonly faults: number
	/** What befalls nobody, by its words. */
	readonly never?: RegExp
	/** What a second controller may do late; what is one call of the API server, when missing. */
	readonly late?: readonly Step['do'][]
}
