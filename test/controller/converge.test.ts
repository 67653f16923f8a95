// Stop after any step, forget everything, start again: it must still settle, and never below quorum by our own doing.
import test from 'ava'
import type { Minor } from '../../api/releases.ts'
import { befall } from './model/environment.ts'
import { learnerNames, voterNames } from './model/raft.ts'
import { adopted, unborn } from './model/scenes.ts'
import { deaths, simulate, type Pace, type Run } from './model/simulate.ts'
import { namesOf, slotOf, type Setting, type World } from './model/world.ts'

const paces: readonly Pace[] = [{ moves: 40 }, { moves: 1 }]

/** Why it is not what was asked for, if it is not. */
function wrongIn({ world, last, broken, settled }: Run): readonly string[] {
	const voters = voterNames(world)
	const left = namesOf(world).filter((name) => {
		const { pod, claim, latch } = slotOf(world, name)
		return (pod !== null || claim !== null || latch !== null) && !voters.includes(name)
	})
	const { volumes } = world.setting
	return [
		!settled && 'it never settles',
		last.do !== 'rest' && `it ends with ${last.rule}: ${last.do}, ${last.why}`,
		voters.length !== world.size && `${voters.length} vote of ${world.size}`,
		learnerNames(world).length > 0 && 'somebody learns still',
		left.length > 0 && `left over: ${left.join()}`,
		voters.some((name) => slotOf(world, name).pod?.told !== 'refuse') && 'somebody is not sealed',
		voters.some((name) => (slotOf(world, name).claim !== null) !== volumes) &&
			'a volume is missing or too many',
		...broken,
	].filter((wrong) => wrong !== false)
}

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

const minors: readonly Minor[] = ['3.6', '3.5', '3.3']

for (const volumes of [false, true])
	for (const minor of minors)
		for (const story of volumes ? [...stories, ...onClaims] : stories)
			test(`${story.what}, ${minor} on ${volumes ? 'claims' : 'emptyDir'}`, (t) => {
				let runs = 0
				for (const pace of paces) {
					let world = begun(story, { volumes, minor, sizes: [] }, pace)
					for (const happens of story.events) {
						const from = happens(world)
						const whole = simulate(from, pace)
						t.deepEqual(wrongIn(whole), [], 'nobody died')
						for (let step = 1; step <= whole.steps; step += 1)
							for (const death of deaths) {
								const run = simulate(from, pace, { step, death })
								t.deepEqual(wrongIn(run), [], `died in step ${step}, and ${death}`)
								runs += 1
							}
						world = whole.world
					}
				}
				t.log(`${runs} deaths`)
			})
