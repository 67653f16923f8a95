// Stop after any step, forget everything, start again: it must still settle, and never below quorum by our own doing.
import test, { type ExecutionContext } from 'ava'
import type { Minor } from '../../api/releases.ts'
import { wrongIn } from './model/agrees.ts'
import { befall } from './model/environment.ts'
import { adopted, unborn } from './model/scenes.ts'
import { deaths, simulate, type Pace } from './model/simulate.ts'
import { downwards, halfway, settled, toMove, upwards, withBad } from './model/starts.ts'
import type { Setting, World } from './model/world.ts'

const paces: readonly Pace[] = [{ moves: 40 }, { moves: 1 }]

interface Story {
	readonly what: string
	/** What has settled before; made by another operator, and not seen by us yet, where that is said. */
	readonly size: number
	readonly adopted?: true
	/** What happens, each once everything before has settled. */
	readonly events: readonly ((world: World) => World)[]
}

const resized = (size: number) => (world: World) => ({ ...world, size })
const befalls = (what: string) => (world: World) => befall(world, what)

const replacements = [
	'b is deleted by somebody',
	'b is evicted',
	'b crashes',
	'b hangs',
	'a is deleted by somebody',
	'the directory of b is emptied',
	'the directory of a is emptied',
	'the status is lost',
]

const stories: readonly Story[] = [
	{ what: 'three are created', size: 0, events: [resized(3)] },
	{ what: '1 to 3 to 5 to 3', size: 1, events: [resized(3), resized(5), resized(3)] },
	{ what: '5 to 1', size: 5, events: [resized(1)] },
	{ what: '5 to 7', size: 5, events: [resized(7)] },
	{ what: 'three are adopted', size: 3, adopted: true, events: [resized(3), resized(5)] },
	{ what: 'three are adopted to be one', size: 3, adopted: true, events: [resized(1)] },
	...replacements.map((what) => ({ what, size: 3, events: [befalls(what)] })),
]
const onClaims: readonly Story[] = [
	{ what: 'a claim is deleted', size: 3, events: [befalls('claim b is deleted by somebody')] },
	{ what: 'a volume is lost', size: 3, events: [befalls('the volume of b is lost')] },
]

function begun({ size, adopted: isAdopted }: Story, setting: Setting, pace: Pace): World {
	if (isAdopted) return adopted(setting, size, 12)
	const unbegun = unborn(setting, size, 12)
	return size === 0 ? unbegun : simulate(unbegun, pace).world
}

/** Whole, and with a death after any step. */
function converges(
	t: ExecutionContext,
	from: World,
	pace: Pace,
): { readonly world: World; readonly runs: number } {
	const whole = simulate(from, pace)
	t.deepEqual(wrongIn(whole), [], 'nobody died')
	let runs = 0
	for (let step = 1; step <= whole.steps; step += 1)
		for (const death of deaths) {
			const run = simulate(from, pace, { step, death })
			t.deepEqual(wrongIn(run), [], `died in step ${step}, and ${death}`)
			runs += 1
		}
	return { world: whole.world, runs }
}

const minors: readonly Minor[] = ['3.6', '3.5', '3.3']

for (const volumes of [false, true])
	for (const minor of minors)
		for (const story of volumes ? [...stories, ...onClaims] : stories)
			test(`${story.what}, ${minor} on ${volumes ? 'claims' : 'emptyDir'}`, (t) => {
				let runs = 0
				for (const pace of paces) {
					let world = begun(story, { volumes, minor, sizes: [] }, pace)
					for (const happens of story.events) {
						const after = converges(t, happens(world), pace)
						world = after.world
						runs += after.runs
					}
				}
				t.log(`${runs} deaths`)
			})

const wants = (version: string) => (world: World) => ({ ...world, version })

/** From where members are to become another version: what somebody makes of it. */
const moves: readonly {
	readonly what: string
	readonly from: (on: { readonly volumes: boolean }, size: number) => World
}[] = [
	{ what: 'up', from: (on, size) => toMove(on, size, upwards) },
	{ what: 'to another patch', from: (on, size) => toMove(on, size, ['3.6.15', '3.6.16']) },
	{ what: 'from 3.5 to 3.6', from: (on, size) => toMove(on, size, ['3.5.35', '3.6.16']) },
	{ what: 'from 3.3 to 3.4', from: (on, size) => toMove(on, size, ['3.3.27', '3.4.45']) },
	{ what: 'on from a bad image', from: (on, size) => wants('3.7.3')(settled(toMove(on, size, withBad))) },
	{ what: 'back from a bad image', from: (on, size) => wants('3.6.16')(settled(toMove(on, size, withBad))) },
	{ what: 'down', from: (on, size) => toMove(on, size, downwards) },
]

const [on, off] = [{ volumes: true }, { volumes: false }]

for (const where of [on, off])
	for (const size of [1, 3, 5])
		for (const { what, from } of moves)
			test(`${size} ${what}, on ${where.volumes ? 'claims' : 'emptyDir'}`, (t) => {
				const { runs } = converges(t, from(where, size), { moves: 40 })
				if (size < 5) converges(t, from(where, size), { moves: 1 })
				t.log(`${runs} deaths`)
			})

for (const where of [on, off])
	for (const [what, versions] of [
		['up', upwards],
		['down', downwards],
	] as const)
		test(`${what}, and back after any step, on ${where.volumes ? 'claims' : 'emptyDir'}`, (t) => {
			const from = toMove(where, 3, versions)
			const { steps } = simulate(from, { moves: 40 })
			for (let step = 1; step <= steps; step += 1) {
				const back = wants(versions[0] ?? '')(halfway(from, step))
				t.deepEqual(wrongIn(simulate(back, { moves: 40 })), [], `after step ${step}`)
				t.deepEqual(wrongIn(simulate(back, { moves: 1 })), [], `after step ${step}, slowly`)
			}
			converges(t, wants(versions[0] ?? '')(halfway(from, Math.ceil(steps / 2))), { moves: 40 })
		})
