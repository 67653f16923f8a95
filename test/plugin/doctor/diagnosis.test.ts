// Which checks run, how the command ends, and what is printed.
import test from 'ava'
import { checks } from '../../../plugin/doctor/checks.ts'
import { chosen, counted, diagnose } from '../../../plugin/doctor/diagnosis.ts'
import { diagnosisDocument, drawDiagnosis, junit } from '../../../plugin/doctor/draw.ts'
import type { Facts } from '../../../plugin/doctor/facts.ts'
import { exits, type Exit } from '../../../plugin/exit.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { down, sight, unseen, well } from '../status/seen.ts'
import { factsOf, goodInstall, seenWell, three } from './facts.ts'

const apart = {
	...goodInstall,
	skew: { skew: 'differs', sentence: 'plugin and operator are far apart' },
} as const

const all = chosen(checks, {})
const lost = factsOf({ sight: sight([well(0, { hasLeader: false, confirmed: false }), down(1), down(2)]) })
const degraded = factsOf({ sight: seenWell([...three.slice(0, 2), down(2)]) })
const blind = factsOf({ sight: sight([unseen(0), unseen(1), unseen(2)]), meters: new Map() })

const ends: readonly (readonly [what: string, facts: Facts, exit: Exit])[] = [
	['all is well', factsOf(), exits.done],
	['something warns', factsOf({ install: apart }), exits.done],
	['one is down', degraded, exits.degraded],
	['there is no quorum', lost, exits.noQuorum],
	['nobody could be asked', blind, exits.blind],
	[
		'one could not be asked, and a quorum holds',
		factsOf({ sight: seenWell([...three.slice(0, 2), unseen(2)]) }),
		exits.degraded,
	],
	['something besides members is hidden', factsOf({ backups: { unseen: 'you may not' } }), exits.done],
]

for (const [what, facts, exit] of ends)
	test(`how it ends when ${what}`, (t) => {
		t.is(diagnose(facts, checks, all).exit, exit)
	})

test('what was not examined does not decide how it ends', (t) => {
	t.is(diagnose(lost, checks, chosen(checks, { only: 'D19' })).exit, exits.done)
})

test('--only and --skip take numbers and words', (t) => {
	t.deepEqual([...chosen(checks, { only: 'd07, Backup' })], ['D07', 'D14'])
	t.deepEqual([...chosen(checks, { only: 'D07,D14', skip: 'disk' })], ['D14'])
	t.is(chosen(checks, { skip: 'D01,D02' }).size, checks.length - 2)
	t.throws(() => chosen(checks, { only: 'D99' }), { message: '--only: "D99" is no check' })
	t.throws(() => chosen(checks, { skip: 'disc' }), { message: '--skip: "disc" is no check' })
})

test('the screen says how many, the worst first, and what was skipped', (t) => {
	const look = lookOf({ colour: false, ascii: false, width: 90 })
	const { results, ...rest } = diagnose(
		{ ...degraded, install: apart },
		checks,
		chosen(checks, { skip: 'D13' }),
	)
	t.is(counted(results), '18 ok  1 warning  1 problem  1 skipped')
	t.deepEqual(drawDiagnosis({ results, ...rest }, look), [
		'orders  (team-a)   18 ok  1 warning  1 problem  1 skipped',
		'✖ D05 members       orders-c does not answer: nobody listens on port 2379',
		'! D02 skew          plugin and operator are far apart',
		'· D14 backup        no backups are configured',
		'skipped: D13',
	])
})

test('CI reads what failed, and XML stays XML', (t) => {
	const text = junit([
		diagnose(
			{ ...degraded, install: { ...goodInstall, checked: [{ name: 'webhook', is: 'wrong', what: '<&">' }] } },
			checks,
			chosen(checks, { skip: 'D13' }),
		),
	])
	t.regex(text, /<testsuite name="team-a\/orders" tests="21" failures="2" skipped="1">/)
	t.regex(text, /<failure message="webhook: &lt;&amp;&quot;&gt;">/)
	t.is(text.match(/<testcase/g)?.length, 21)
})

test('programs read each check with its state', (t) => {
	const { checks: told, exitCode } = diagnosisDocument(diagnose(degraded, checks, all))
	t.is(exitCode, exits.degraded)
	t.like(
		told.find(({ id }) => id === 'D05'),
		{ state: 'problem', title: 'members' },
	)
})
