// The plan over every state that a small cluster can reach with so many faults: no step breaks a rule, nor does what it leads to.
import test from 'ava'
import { minorIn } from '../../api/releases.ts'
import { befall } from './model/environment.ts'
import { oneCall } from './model/held.ts'
import { mutants } from './model/mutants.ts'
import { alarming, begun, rows } from './model/rows.ts'
import { ruleNames } from './model/rule-names.ts'
import { unborn } from './model/scenes.ts'
import { search, type Found } from './model/search.ts'
import { setting, settled } from './model/starts.ts'
import { wronglySaid } from './model/spoken.ts'

const told = ({ broken }: Found): readonly string[] =>
	[...broken].map(([rule, path]) => [rule, ...path].join('\n    '))

const counts = ({ states, edges, plans }: Found): string =>
	`${states} states, ${edges} edges, ${Object.keys(plans).length} rules spoke`

let total = 0
const spoke = new Set<string>()

for (const row of rows)
	test.serial(`no rule is broken: ${row.what}`, (t) => {
		const [from, left] = begun(row)
		const found = search(from, {
			faults: left,
			late: row.late ?? oneCall,
			...(row.never && { never: row.never }),
		})
		t.log(counts(found))
		total += found.states
		for (const rule of Object.keys(found.plans)) spoke.add(rule)
		t.true(found.complete)
		t.deepEqual([...found.broken.keys()], [], told(found).join('\n'))
	})

test.serial('these are more than two million states', (t) => {
	t.log(`${total} states`)
	t.true(total >= 2_000_000)
})

test.serial('every rule of the plan spoke, but for those that no world can make speak', (t) => {
	t.deepEqual(wronglySaid(spoke), [])
})

for (const {
	what,
	breaks,
	faults: count,
	subject,
	volumes,
	size,
	slots,
	after,
	grewBy,
	late,
	versions,
	alarms,
	keeps,
} of mutants)
	test.serial(`${breaks.join(' and ')}: ${what}`, (t) => {
		const usual = { ...setting(volumes, minorIn(versions?.[0]), versions), ...(keeps && { keeps }) }
		const born = unborn(alarms ? alarming(volumes) : usual, size, slots)
		// Those that never settle are looked at from their birth on.
		const from = after === undefined ? born : after.reduce(befall, settled(born, grewBy))
		const found = search([from], { faults: count, states: 200_000, until: breaks, late }, subject)
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
