// Going on from one member: which step follows each state in which somebody may have been interrupted.
import test from 'ava'
import { noteOf } from '../../controller/act/notes.ts'
import type { Observed } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import type { Plan } from '../../controller/step.ts'
import { statusOf } from '../../controller/status.ts'
import { but, claim, latch, member, pod } from './model/look.ts'
import {
	alone,
	answering,
	asks,
	forced,
	given,
	inStep,
	lost,
	on,
	onlyA,
	recording,
	revision,
	stopped,
	value,
	wish,
} from './model/recoveries.ts'

test('nothing is done for a spec that breaks a rule, a cluster that is paused, or nobody’s wish', (t) => {
	t.is(plan(on(lost, asks(), but({ specIsGood: false }))).rule, 'quorumLost')
	t.is(plan(on(lost, asks(), but({ paused: true }))).rule, 'paused')
	t.is(plan(on(lost)).rule, 'quorumLost')
})

test('who is gone for certain needs no name, and who only has a name is nobody', (t) => {
	t.is(plan(on(lost, asks({ discard: [] }))).do, 'recordRecovery')
})

interface Row {
	readonly what: string
	readonly seen: Observed
	readonly does: Plan['do']
	readonly to?: string
	readonly says?: RegExp
}

const rows: readonly Row[] = [
	{
		what: 'it is written down before anything is touched',
		seen: on(stopped, asks()),
		does: 'recordRecovery',
	},
	{ what: 'others end first', seen: on(answering({ a: 9n }), recording()), does: 'deletePod', to: 'b' },
	{
		what: 'one that is ending may answer still',
		seen: on(pod('b', 'gone'), pod('c', { deleting: true }), answering({ a: 9n }), recording()),
		does: 'wait',
		says: /the pod of c must end first; .*kubectl delete pod c --force/,
	},
	{
		what: 'a quorum is back: nothing is lost',
		seen: on(recording()),
		does: 'refuseRecovery',
		says: /a quorum answers again/,
	},
	{ what: 'a volume is given up', seen: on(stopped, recording()), does: 'discardClaim', to: 'b' },
	{
		what: 'and the next',
		seen: on(stopped, claim('b', { discarded: true }), recording()),
		does: 'discardClaim',
		to: 'c',
	},
	{ what: 'then it stops itself', seen: on(stopped, given, recording()), does: 'deletePod', to: 'a' },
	{
		what: 'until it has ended',
		seen: on(stopped, given, pod('a', { deleting: true }), recording()),
		does: 'wait',
	},
	{
		what: 'then it starts alone',
		seen: on(stopped, given, pod('a', 'gone'), recording()),
		does: 'startAlone',
	},
	{
		what: 'its volume has gone meanwhile',
		seen: on(stopped, given, pod('a', 'gone'), claim('a', 'gone'), recording()),
		does: 'halt',
		says: /the volume of a is gone/,
	},
	{
		what: 'its claim is being deleted: its data would go with its pod',
		seen: on(stopped, given, claim('a', { deleting: true }), recording()),
		does: 'halt',
		says: /the claim of a is being deleted, and its data would go with its pod/,
	},
	{
		what: 'that is so before others end, too',
		seen: on(answering({ a: 9n }), claim('a', { deleting: true }), recording()),
		does: 'halt',
	},
	{
		what: 'once it is alone another takes its place instead',
		seen: on(onlyA, given, forced, inStep, claim('a', { deleting: true }), recording({ state: 'alone' })),
		does: 'endRecovery',
	},
	{
		what: 'whoever made its pod died before it was let go',
		seen: on(stopped, given, forced, pod('a', { gated: true }), recording()),
		does: 'deletePod',
		to: 'a',
	},
	{
		what: 'a pod of an earlier recovery is another',
		seen: on(stopped, given, pod('a', { alone: 'another' }), recording()),
		does: 'deletePod',
		to: 'a',
	},
	{ what: 'until it answers', seen: on(stopped, given, forced, recording()), does: 'wait' },
	{
		what: 'its node took its pod',
		seen: on(stopped, given, forced, pod('a', { ended: true }), recording()),
		does: 'deletePod',
		to: 'a',
	},
	{
		what: 'it cannot start',
		seen: on(stopped, given, forced, pod('a', { ended: true, lastWords: 'no room' }), recording()),
		does: 'halt',
		says: /a could not start alone: no room; .*kubectl delete pod a to try again/,
	},
	{
		what: 'a learner is left in its list by an early patch',
		seen: on(onlyA, given, forced, member('c', 'gone'), member('b', { isLearner: true }), recording()),
		does: 'removeMember',
		to: 'b',
	},
	{
		what: 'a voter is left in its list',
		seen: on(onlyA, given, forced, member('c', 'gone'), recording()),
		does: 'halt',
		says: /b still vote after a was to be alone/,
	},
	{
		what: 'it holds less than before',
		seen: on(onlyA, given, forced, alone, revision(6n), recording()),
		does: 'halt',
		says: /a holds revision 6 as the only member, and held 7 before; its data of before is in copy/,
	},
	{ what: 'it is alone', seen: on(onlyA, given, forced, inStep, recording()), does: 'recordAlone' },
	{
		what: 'the pod that makes it alone goes before anything else',
		seen: on(onlyA, given, forced, inStep, recording({ state: 'alone' })),
		does: 'deletePod',
		to: 'a',
	},
	{
		what: 'until that has ended',
		seen: on(onlyA, given, forced, pod('a', { deleting: true }), inStep, recording({ state: 'alone' })),
		does: 'wait',
	},
	{
		what: 'then it starts as usual, and nobody else does',
		seen: on(
			stopped,
			given,
			pod('a', 'gone'),
			latch('b', 'gone'),
			latch('c', 'gone'),
			recording({ state: 'alone' }),
		),
		does: 'startMember',
		to: 'a',
	},
	{
		what: 'and is the cluster',
		seen: on(onlyA, given, inStep, recording({ state: 'alone' })),
		does: 'endRecovery',
	},
	{
		what: 'afterwards members are added as always, and volumes of others stay',
		seen: on(
			onlyA,
			given,
			inStep,
			latch('b', 'gone'),
			latch('c', 'gone'),
			recording({ state: 'done' }),
			asks(),
		),
		does: 'nameMember',
	},
]

for (const { what, seen, does, to, says } of rows)
	test(what, (t) => {
		const step = plan(seen)
		t.is(step.do, does, step.why)
		if (to !== undefined) t.is('name' in step ? step.name : undefined, to)
		if (says !== undefined) t.regex(step.why, says)
		t.notThrows(() => statusOf(seen, step, 'now'))
	})

test('nobody who was given up is started again, whatever the status still says of it', (t) => {
	const seen = on(stopped, given, pod('a', 'gone'), claim('a', 'gone'), recording({ state: 'done' }))
	t.false(['startMember', 'deleteClaim'].includes(plan(seen).do), plan(seen).why)
})

test('names that were planned before are forgotten once it is alone', (t) => {
	const seen = on(onlyA, given, forced, inStep, latch('b', { role: 'Joining' }), recording())
	const step = plan(seen)
	t.is(step.do, 'recordAlone')
	if (step.do !== 'recordAlone') return
	const { memberStates = [], recovery } = noteOf(seen, step)
	t.deepEqual(
		memberStates.map(({ name }) => name),
		['a'],
	)
	t.is(recovery?.state, 'alone')
	t.is(recovery?.revisionAfter, '7')
})

test('every value that was ever carried out or refused is remembered', (t) => {
	const seen = on(lost, recording({ state: 'done', value: 'second', earlier: ['first'] }), asks())
	const step = plan(seen)
	if (step.do !== 'recordRecovery') return t.fail(step.do)
	t.deepEqual(noteOf(seen, step).recovery?.earlier, ['first', 'second'])
	const again = on(lost, recording({ state: 'done', value: 'third', earlier: [value] }), asks())
	return t.is(plan(again).rule, 'quorumLost')
})

test('the wish is judged beside itself once it was written down', (t) => {
	const seen = on(lost, asks())
	const step = plan(seen)
	if (step.do !== 'recordRecovery') return t.fail(step.do)
	return t.deepEqual(noteOf(seen, step).lastGoodSpec?.['recovery'], wish)
})

test('while it lasts the status says so', (t) => {
	const seen = on(stopped, given, recording())
	const { health, conditions = [] } = statusOf(seen, plan(seen), 'now')
	t.is(health, 'Recovering')
	t.is(conditions.find(({ type }) => type === 'Recovering')?.status, 'True')
	const done = on(recording({ state: 'done', message: 'it is done' }))
	t.like(
		statusOf(done, plan(done), 'now').conditions?.find(({ type }) => type === 'Recovering'),
		{ status: 'False', reason: 'Done', message: 'it is done' },
	)
})
