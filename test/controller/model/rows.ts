// Where the search begins, and with how many faults. Pure.
import { befall, faults } from './environment.ts'
import { rowsOfVersions } from './rows-of-versions.ts'
import { adopted, unborn } from './scenes.ts'
import { setting, settled, type Row } from './starts.ts'
import type { Setting, World } from './world.ts'

const ofAlarms = /^etcd /
/** Of one size, and etcd may raise alarms. */
export const alarming = (volumes: boolean): Setting => ({ ...setting(volumes), sizes: [], alarms: true })

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

/**
 * How three become another pod each is looked at in other rows. With five, and all that their kubelets and clients do meanwhile, it takes more
 * states than all rows together.
 */
const anotherSpec = /^the spec changes/

const asks = 'somebody asks for a recovery'
export const keeping: World = {
	...settled(unborn({ ...setting(true), sizes: [], keeps: 'a' }, 3, 4)),
	acked: true,
}
/** On claims; those who stop may hold what a does not. */
export const losses = [
	['nobody is lost', asks],
	['two of three volumes are lost', 'the volume of b is lost', 'the volume of c is lost', asks],
	['two of three are being deleted', 'b is deleted by somebody', 'c is deleted by somebody', asks],
	['two of three hang', 'b hangs', 'c hangs', asks],
	['one hangs and one is cut off', 'b is cut off', 'c hangs', asks],
] as const

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
	...losses.map(([what, ...befalls]) => ({
		what: `${what}, and somebody asks to go on from a, one fault`,
		from: befalls.reduce(befall, keeping),
		// Those who are given up are alike.
		never: /^the spec changes|^((the (directory|volume) of|claim) )?c /,
		faults: what.includes('hang') ? 0 : 1,
		// Not deletePod: one who is heard again in the very moment in which its pod goes comes back on its volume a moment later.
		late: ['deleteClaim', 'abandonBirth'] as const,
	})),
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
	{
		what: 'no learners on claims, one fault',
		from: settled(unborn(setting(true, '3.3'), 3, 4)),
		never: anotherSpec,
		faults: 1,
	},
	{ what: 'one that has grown before, two faults', from: grows, faults: 2 },
	{
		what: 'five on claims, one fault',
		from: settled(unborn(setting(true), 5, 6)),
		never: anotherSpec,
		faults: 1,
	},
	{
		what: 'five on emptyDir, two faults',
		from: settled(unborn({ ...setting(false), sizes: [] }, 5, 6)),
		first: ofOneFollower,
		faults: 2,
	},
	...rowsOfVersions,
	{
		what: 'three on emptyDir with an alarm, and another fault',
		from: settled(unborn(alarming(false), 3, 4)),
		first: ofAlarms,
		faults: 2,
	},
	{
		what: 'three on claims with an alarm, and another fault',
		from: settled(unborn(alarming(true), 3, 4)),
		first: ofAlarms,
		faults: 2,
	},
]
