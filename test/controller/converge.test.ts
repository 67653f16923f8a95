// Stop after any step, forget everything, start again: it must still settle, and never below quorum by our own doing.
import test from 'ava'
import type { Minor } from '../../api/releases.ts'
import { faults } from './model/environment.ts'
import { learnerNames, voterNames } from './model/raft.ts'
import { unborn } from './model/scenes.ts'
import { deaths, simulate, type Pace, type Run } from './model/simulate.ts'
import { namesOf, slotOf, type World } from './model/world.ts'

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
		voters.some((name) => (slotOf(world, name).claim !== null) !== volumes) && 'a volume is missing or too many',
		...broken,
	].filter((wrong) => wrong !== false)
}

interface Story {
	readonly what: string
	/** What happens once everything before has settled. */
	readonly then: readonly ((world: World) => World)[]
}

const resized = (size: number) => (world: World) => ({ ...world, size })
const befalls = (what: string) => (world: World) =>
	faults(world).find((move) => move.what === what)?.to ?? world

const stories: readonly Story[] = [
	{ what: 'three are created', then: [resized(3)] },
	{ what: '1 to 3 to 5 to 3', then: [resized(1), resized(3), resized(5), resized(3)] },
	{ what: '5 to 1', then: [resized(5), resized(1)] },
	...['is deleted by somebody', 'is evicted', 'crashes', 'hangs'].map((fault) => ({
		what: `a member ${fault}`,
		then: [resized(3), befalls(`b ${fault}`)],
	})),
	{ what: 'a directory is emptied', then: [resized(3), befalls('the directory of b is emptied')] },
	{ what: 'the leader is deleted', then: [resized(3), befalls('a is deleted by somebody')] },
	{ what: 'a claim is deleted', then: [resized(3), befalls('claim b is deleted by somebody')] },
	{ what: 'the status is lost', then: [resized(3), befalls('the status is lost')] },
]

const minors: readonly Minor[] = ['3.6', '3.5', '3.3']

for (const volumes of [false, true])
	for (const minor of minors)
		for (const { what, then } of stories)
			test(`${what}, ${minor} on ${volumes ? 'claims' : 'emptyDir'}`, (t) => {
				const first = unborn({ volumes, minor, sizes: [] }, 1, 12)
				let runs = 0
				for (const pace of paces) {
					let world = first
					for (const happens of then) {
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
