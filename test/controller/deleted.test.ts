// A cluster that is deleted at any time goes with all that it owned: the garbage collector takes it, and nobody makes anything anew.
import test from 'ava'
import { adopted, unborn } from './model/scenes.ts'
import { ours, type Subject } from './model/search.ts'
import { deaths, simulate, type Pace } from './model/simulate.ts'
import { namesOf, slotOf, withClaim, withPod, type Setting, type World } from './model/world.ts'

const paces: readonly Pace[] = [{ moves: 40 }, { moves: 1 }]

/** Still there, since what it owns goes first. */
const whileDeleting: Subject = {
	...ours,
	observe: (world) => ({ ...ours.observe(world), deleting: true }),
}

/** What the garbage collector does; what is mounted goes with who mounts it. */
const collected = (world: World): World =>
	namesOf(world).reduce(
		(left, name) => withClaim(withPod(left, name, { deleting: true }), name, { deleting: true }),
		world,
	)

/** Why it did not simply go, if so. */
function wrongIn(from: World, pace: Pace): readonly string[] {
	const { world, last, steps, broken, settled } = simulate(from, pace, undefined, whileDeleting)
	const left = namesOf(world).filter((name) => slotOf(world, name).pod ?? slotOf(world, name).claim)
	return [
		!settled && 'it never ends',
		steps > 0 && `${steps} steps were done`,
		last.do !== 'rest' && `it ends with ${last.rule}: ${last.do}`,
		left.length > 0 && `left over: ${left.join()}`,
		...broken,
	].filter((wrong) => wrong !== false)
}

const stories: readonly { readonly what: string; readonly from: (setting: Setting) => World }[] = [
	{ what: 'while three are created', from: (setting) => unborn(setting, 3, 6) },
	{
		what: 'while one becomes three',
		from: (setting) => ({ ...simulate(unborn(setting, 1, 6), { moves: 40 }).world, size: 3 }),
	},
	{
		what: 'while three become one',
		from: (setting) => ({ ...simulate(unborn(setting, 3, 6), { moves: 40 }).world, size: 1 }),
	},
	{ what: 'while three are adopted', from: (setting) => adopted(setting, 3, 6) },
]

for (const volumes of [false, true])
	for (const { what, from } of stories)
		test(`deleted ${what}, on ${volumes ? 'claims' : 'emptyDir'}`, (t) => {
			const first = from({ volumes, minor: '3.6', sizes: [] })
			t.deepEqual(wrongIn(collected(first), { moves: 40 }), [], 'before anything was done')
			let runs = 0
			for (const pace of paces) {
				const { steps } = simulate(first, pace)
				for (let step = 1; step <= steps; step += 1)
					for (const death of deaths) {
						const { world } = simulate(first, pace, { step, death, last: true })
						t.deepEqual(wrongIn(collected(world), pace), [], `deleted in step ${step}, and ${death}`)
						runs += 1
					}
			}
			t.log(`${runs} deletions`)
		})
