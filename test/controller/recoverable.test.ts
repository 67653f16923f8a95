// When a cluster may not go on from one member: it is said, remembered, and never done later by itself.
import test from 'ava'
import { noteOf } from '../../controller/act/notes.ts'
import type { Observed } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import { but, claim, latch, look, pod, settled, unready } from './model/look.ts'
import { answering, asks, gone, lost, on, stopped, type Change } from './model/recoveries.ts'

const refusals: readonly (readonly [string, Observed, RegExp])[] = [
	['a quorum answers', on(asks()), /a quorum answers, so that there is nothing to recover/],
	['the pods of a majority are ready', on(answering({ a: 9n }), asks()), /the pods of a majority are ready/],
	['it is said of another cluster', on(lost, asks({ confirm: 'z' })), /spec.recovery.confirm is not c/],
	['it is no member', on(lost, asks({ keep: 'z' })), /it is no member/],
	['it learned', on(lost, latch('a', { role: 'Learner' }), asks()), /it never voted/],
	['its volume is going', on(lost, claim('a', { deleting: true }), asks()), /its volume is gone or is going/],
	[
		'its volume is another',
		on(lost, claim('a', { uid: 'another' }), asks()),
		/its volume is gone or is going/,
	],
	['it is corrupt', on(lost, pod('a', { saysCorrupt: true }), asks()), /its data is corrupt/],
	['it does not answer', on(lost, answering({}), asks()), /it does not answer/],
	[
		'it holds less than was expected',
		on(lost, asks({ revision: 8 })),
		/it holds revision 7, and 8 was expected/,
	],
	[
		'another holds more',
		on(stopped, answering({ a: 9n }), asks(), answering({ b: 10n, a: 9n })),
		/2 of 3 voters run/,
	],
	['the image is not known', on(lost, but({ operatorImage: undefined }), asks()), /set OPERATOR_IMAGE/],
	[
		'two may come back, and one of them was not named',
		on(stopped, asks({ discard: ['b'] })),
		/others may come back with what they hold \(c: its volume is there\)/,
	],
	[
		'nobody was named',
		on(stopped, asks({ discard: undefined })),
		/b: its volume is there; c: its volume is there/,
	],
	[
		'without volumes',
		look(
			settled(3, 'emptyDir'),
			pod('b', 'gone'),
			pod('c', 'gone'),
			answering({ a: 9n }),
			unready('a'),
			asks(),
		),
		/its data is in its pod and cannot be copied/,
	],
]

for (const [what, seen, says] of refusals)
	test(`refused, and remembered: ${what}`, (t) => {
		const step = plan(seen)
		t.is(step.do, 'refuseRecovery', step.why)
		t.regex(step.why, says)
		if (step.do !== 'refuseRecovery') return
		const after = { ...seen, status: { ...seen.status, ...noteOf(seen, step) } } as Observed
		t.is(after.status.recovery?.state, 'refused')
		// By itself it is not carried out later, when it might be.
		const later = plan(on(lost, but({ status: after.status, spec: seen.spec })))
		t.not(later.do, 'recordRecovery')
		t.not(later.do, 'refuseRecovery')
	})

const five = (...changes: readonly Change[]): Observed => look(settled(5, 'claims'), ...changes)

test('refused: one of the two that are left of five holds more', (t) => {
	const others = ['c', 'd', 'e']
	const seen = five(
		...others.map(gone),
		answering({ a: 9n, b: 10n }),
		unready('a', 'b'),
		asks({ discard: ['b', ...others] }),
	)
	t.regex(plan(seen).why, /b holds more \(index 10, and 9 here\)/)
	const other = five(
		...others.map(gone),
		answering({ a: 9n, b: 10n }),
		unready('a', 'b'),
		asks({ keep: 'b', discard: ['a', ...others] }),
	)
	t.is(plan(other).do, 'recordRecovery', plan(other).why)
})
