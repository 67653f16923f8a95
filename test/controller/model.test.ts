// The plan over every state that a small cluster can reach with so many faults: no step breaks a rule, nor does what it leads to.
import test from 'ava'
import type { Minor } from '../../api/releases.ts'
import { mutants } from './model/mutants.ts'
import { adopted, unborn } from './model/scenes.ts'
import { search, type Found, type Subject } from './model/search.ts'
import { ruleNames } from './model/rule-names.ts'
import { simulate } from './model/simulate.ts'
import { wronglySaid } from './model/spoken.ts'
import { befall, faults } from './model/environment.ts'
import type { Setting, World } from './model/world.ts'

const setting = (volumes: boolean, minor: Minor = '3.6'): Setting => ({ volumes, minor, sizes: [1, 3] })
const settled = (world: World, subject?: Subject): World =>
	simulate(world, { moves: 40 }, undefined, subject).world

const told = ({ broken }: Found): readonly string[] =>
	[...broken].map(([rule, path]) => [rule, ...path].join('\n    '))

const counts = ({ states, edges, plans }: Found): string =>
	`${states} states, ${edges} edges, ${Object.keys(plans).length} rules spoke`

interface Row {
	readonly what: string
	readonly from: World
	/** What is the first of these faults, by its words; all of them when missing. */
	readonly first?: RegExp
	readonly faults: number
}

/** Followers are alike: who has seen what befalls one first has seen what befalls the others; what befalls the leader comes next. */
const ofOneFollower = /\bb\b/

const begun = ({ from, first, faults: count }: Row): readonly [readonly World[], number] =>
	first === undefined
		? [[from], count]
		: [
				faults(from)
					.filter(({ what }) => first.test(what))
					.map(({ to }) => to),
				count - 1,
			]

const grows = { ...settled(unborn({ volumes: false, minor: '3.6', sizes: [] }, 1, 2)), size: 3 }

const rows: readonly Row[] = [
	{ what: 'from birth on emptyDir, one fault', from: unborn(setting(false), 3, 4), faults: 1 },
	{ what: 'from birth on claims, one fault', from: unborn(setting(true), 3, 4), faults: 1 },
	{ what: 'one to three on claims, two faults', from: unborn(setting(true), 1, 3), faults: 2 },
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

let total = 0
const spoke = new Set<string>()

for (const row of rows)
	test.serial(`no rule is broken: ${row.what}`, (t) => {
		const [from, left] = begun(row)
		const found = search(from, { faults: left })
		t.log(counts(found))
		total += found.states
		for (const rule of Object.keys(found.plans)) spoke.add(rule)
		t.true(found.complete)
		t.deepEqual([...found.broken.keys()], [], told(found).join('\n'))
	})

test.serial('these are more than half a million states', (t) => {
	t.log(`${total} states`)
	t.true(total >= 500_000)
})

test.serial('every rule of the plan spoke, but for those that no world can make speak', (t) => {
	t.deepEqual(wronglySaid(spoke), [])
})

for (const { what, breaks, faults: count, subject, volumes, size, slots, after, grewBy } of mutants)
	test.serial(`${breaks.join(' and ')}: ${what}`, (t) => {
		const born = unborn(setting(volumes), size, slots)
		// Those that never settle are looked at from their birth on.
		const from = after === undefined ? born : after.reduce(befall, settled(born, grewBy))
		const found = search([from], { faults: count, states: 200_000, until: breaks }, subject)
		t.log(counts(found), [...found.broken.keys()].join(' '))
		const unbroken = breaks.filter((rule) => !found.broken.has(rule))
		t.deepEqual(unbroken, [], told(found).join('\n'))
	})

test('every rule is broken by a mutant', (t) => {
	const broken = new Set(mutants.flatMap(({ breaks }) => breaks))
	t.deepEqual(
		ruleNames.filter((rule) => !broken.has(rule)),
		[],
	)
})
