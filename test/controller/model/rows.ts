// Where the search begins, and with how many faults. Pure.
import type { Minor } from '../../../api/releases.ts'
import type { Step } from '../../../controller/step.ts'
import { faults } from './environment.ts'
import { adopted, unborn } from './scenes.ts'
import type { Subject } from './search.ts'
import { simulate } from './simulate.ts'
import type { Setting, World } from './world.ts'

export const setting = (volumes: boolean, minor: Minor = '3.6'): Setting => ({
	volumes,
	minor,
	sizes: [1, 3],
})
export const settled = (world: World, subject?: Subject): World =>
	simulate(world, { moves: 40 }, undefined, subject).world

interface Row {
	readonly what: string
	readonly from: World
	/** What is the first of these faults, by its words; all of them when missing. */
	readonly first?: RegExp
	readonly faults: number
	/** What a second controller may do late; what is one call of the API server, when missing. */
	readonly late?: readonly Step['do'][]
}

/** Followers are alike: who has seen what befalls one first has seen what befalls the others; what befalls the leader comes next. */
const ofOneFollower = /\bb\b/

/** Worlds, and how many faults are left. */
export const begun = ({ from, first, faults: count }: Row): readonly [readonly World[], number] =>
	first === undefined
		? [[from], count]
		: [
				faults(from)
					.filter(({ what }) => first.test(what))
					.map(({ to }) => to),
				count - 1,
			]

const grows = { ...settled(unborn({ volumes: false, minor: '3.6', sizes: [] }, 1, 2)), size: 3 }

export const rows: readonly Row[] = [
	{ what: 'from birth on emptyDir, one fault', from: unborn(setting(false), 3, 4), faults: 1 },
	{ what: 'from birth on claims, one fault', from: unborn(setting(true), 3, 4), faults: 1 },
	{
		what: 'one to three on claims, two faults',
		from: unborn(setting(true), 1, 3),
		faults: 2,
		// Not abandonBirth: late, it gives up a seed that was made anew meanwhile, of which the status says nothing. Whoever then loses
		// the status finds the first seed again, beside the second: secondBirth.
		late: ['deletePod', 'deleteClaim'],
	},
	{
		what: 'three on emptyDir, two faults',
		from: settled(unborn(setting(false), 3, 4)),
		faults: 2,
	},
	{ what: 'three on claims, one fault', from: settled(unborn(setting(true), 3, 4)), faults: 1 },
	{ what: 'adopted on emptyDir, one fault', from: adopted(setting(false), 3, 4), faults: 1 },
	{ what: 'adopted on claims, one fault', from: adopted(setting(true), 3, 4), faults: 1 },
	{
		what: 'one learner at a time, one fault',
		from: unborn(setting(false, '3.5'), 3, 4),
		faults: 1,
	},
	{ what: 'no learners, born', from: unborn(setting(false, '3.3'), 3, 4), faults: 0 },
	{
		what: 'no learners on emptyDir, one fault',
		from: settled(unborn(setting(false, '3.3'), 3, 4)),
		faults: 1,
	},
	{ what: 'no learners on claims, one fault', from: settled(unborn(setting(true, '3.3'), 3, 4)), faults: 1 },
	{ what: 'one that has grown before, two faults', from: grows, faults: 2 },
	{ what: 'five on claims, one fault', from: settled(unborn(setting(true), 5, 6)), faults: 1 },
	{
		what: 'five on emptyDir, two faults',
		from: settled(unborn({ ...setting(false), sizes: [] }, 5, 6)),
		first: ofOneFollower,
		faults: 2,
	},
]
