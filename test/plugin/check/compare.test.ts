// What sums of members say, and what they do not.
import test from 'ava'
import type { Checked } from '../../../plugin/check/ask.ts'
import { compare, type Answer, type Compared } from '../../../plugin/check/compare.ts'
import { drawChecked, sayings } from '../../../plugin/check/draw.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { cluster } from '../status/seen.ts'

const tells = (name: string, hash: number, compactRevision = 5n): Answer => ({
	name,
	isLearner: false,
	said: { hash, revision: 9n, compactRevision },
})
const none = (name: string, why: 'lagging' | 'compacted' | 'silent'): Answer => ({
	name,
	isLearner: false,
	said: { none: why, why },
})
const learner = (answer: Answer): Answer => ({ ...answer, isLearner: true })

interface Row {
	readonly what: string
	readonly answers: readonly Answer[]
	readonly verdict: Compared['verdict']
	readonly results: string
	readonly odd?: string
	readonly again?: true
}

const rows: readonly Row[] = [
	{
		what: 'all alike',
		answers: [tells('a', 1), tells('b', 1), tells('c', 1)],
		verdict: 'same',
		results: 'same same same',
	},
	{ what: 'one alone', answers: [tells('a', 1)], verdict: 'same', results: 'alone' },
	{
		what: 'one of three differs',
		answers: [tells('a', 1), tells('b', 2), tells('c', 1)],
		verdict: 'different',
		results: 'same different same',
		odd: 'b',
	},
	{
		what: 'two differ, and who is right cannot be said',
		answers: [tells('a', 1), tells('b', 2)],
		verdict: 'different',
		results: 'different different',
	},
	{
		what: 'all three differ',
		answers: [tells('a', 1), tells('b', 2), tells('c', 3)],
		verdict: 'different',
		results: 'different different different',
	},
	{
		what: 'two of five differ',
		answers: [tells('a', 1), tells('b', 2), tells('c', 1), tells('d', 2), tells('e', 1)],
		verdict: 'different',
		results: 'same different same different same',
	},
	{
		what: 'one is silent, the others are alike: nothing is known of it',
		answers: [tells('a', 1), tells('b', 1), none('c', 'silent')],
		verdict: 'unclear',
		results: 'same same silent',
	},
	{
		what: 'one is silent, the others differ',
		answers: [tells('a', 1), tells('b', 2), none('c', 'silent')],
		verdict: 'different',
		results: 'different different silent',
	},
	{
		what: 'a voter lags',
		answers: [tells('a', 1), tells('b', 1), none('c', 'lagging')],
		verdict: 'unclear',
		results: 'same same lagging',
	},
	{
		what: 'a learner lags, as learners do',
		answers: [tells('a', 1), tells('b', 1), learner(none('c', 'lagging'))],
		verdict: 'same',
		results: 'same same lagging',
	},
	{
		what: 'a learner differs',
		answers: [tells('a', 1), tells('b', 1), learner(tells('c', 2))],
		verdict: 'different',
		results: 'same same different',
		odd: 'c',
	},
	{
		what: 'two voters outweigh three learners',
		answers: [tells('a', 1), tells('b', 1), ...['c', 'd', 'e'].map((name) => learner(tells(name, 2)))],
		verdict: 'different',
		results: 'same same different different different',
	},
	{
		what: 'history was forgotten in between: sums say nothing',
		answers: [tells('a', 1), tells('b', 2, 7n), tells('c', 1)],
		verdict: 'unclear',
		results: 'alone alone alone',
		again: true,
	},
	{
		what: 'nobody has that revision any more',
		answers: [none('a', 'compacted'), none('b', 'compacted')],
		verdict: 'unclear',
		results: 'compacted compacted',
	},
]

for (const { what, answers, verdict, results, odd, again } of rows)
	test(what, (t) => {
		const compared = compare(answers)
		t.is(compared.verdict, verdict)
		t.is(compared.results.map(({ result }) => result).join(' '), results)
		t.is(compared.odd, odd)
		t.is(compared.again, again === true)
	})

test('the screen, and what to do', (t) => {
	const checked: Checked = {
		...compare([tells('a', 1), tells('b', 2), none('c', 'lagging'), tells('d', 1)]),
		revision: 1234n,
	}
	t.deepEqual(drawChecked(checked, lookOf({ colour: false, ascii: false, width: undefined })), [
		'at revision 1,234',
		'MEMBER   HASH       COMPACTED   RESULT      WHY',
		'a        00000001           5   same',
		'b        00000002           5   DIFFERENT',
		'c        -                  -   lagging     lagging',
		'd        00000001           5   same',
	])
	const said = sayings(checked, cluster())
	t.is(said[0], 'b holds other data than all others, which agree')
	t.regex(said[3] ?? '', /members replace orders b$/)
})
