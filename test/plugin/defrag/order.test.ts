// Which members give space back, in which order, and how long that takes.
import test from 'ava'
import { conditionOf } from '../../../plugin/defrag/condition.ts'
import { drawPlan } from '../../../plugin/defrag/draw.ts'
import { expectedSeconds, stallText } from '../../../plugin/defrag/estimate.ts'
import { heirOf, inOrder, nextOf } from '../../../plugin/defrag/order.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { well } from '../status/seen.ts'
import { whole } from '../whole.ts'

const mebi = 2 ** 20
const all = whole([well(0), well(1), well(2)])

test('followers come first, and the leader hands over to one that is done', (t) => {
	t.deepEqual(
		inOrder(all, () => true).map(({ name }) => name),
		['orders-b', 'orders-c', 'orders-a'],
	)
	const [a, b, c] = ['orders-a', 'orders-b', 'orders-c'] as const
	const next = (left: readonly string[], done: readonly string[], moves = true) =>
		nextOf(all, new Set(left), new Set(done), moves)
	t.like(next([a, b, c], []), { do: 'defragment', member: { name: b } })
	t.like(next([a, c], [b]), { do: 'defragment', member: { name: c } })
	t.like(next([a], [c]), { do: 'moveLeader', from: { name: a }, to: { name: c } })
	t.like(next([a], [b, c], false), { do: 'defragment', member: { name: a } })
	t.is(next([], [a, b, c]), undefined)
})

test('nobody takes over who is a learner, who confirms nothing, or where etcd cannot be asked', (t) => {
	const none = new Set<string>()
	t.is(heirOf(whole([well(0), well(1, { isLearner: true })]), none), undefined)
	t.is(heirOf(whole([well(0), well(1, { confirmed: false }), well(2)]), none)?.name, 'orders-c')
	t.is(heirOf(whole([well(0), well(1, { version: '3.2.13' })]), none), undefined)
	t.is(heirOf(whole([well(0), well(1, { applied: 8_812_000n }), well(2)]), none)?.name, 'orders-c')
	t.is(heirOf(whole([well(0)]), none), undefined)
})

const conditions: readonly (readonly [text: string, holds: boolean])[] = [
	['freeRatio>0.05', true],
	['freeRatio > 30%', false],
	['free>=24Mi', true],
	['free>24Mi', false],
	['dbSize<1Gi && quotaUsage>20%', true],
	['dbSize<1Gi && quotaUsage>=21%', false],
]

for (const [text, holds] of conditions)
	test(`--if '${text}'`, (t) => {
		const { report } = well(0)
		t.is(report && conditionOf(text)(report), holds)
	})

for (const text of ['', 'freeRatio', 'size>1', 'free=1', 'free>x', 'free>1 || free<2', 'constructor>1'])
	test(`--if '${text}' is no condition`, (t) => {
		t.throws(() => conditionOf(text), {
			message: /^--if: ".*" is no condition; write one such as freeRatio>0\.3/,
		})
	})

test('a quota that is not told is no reason to do it', (t) => {
	const { report } = well(0, { quota: 0 })
	t.false(report && conditionOf('quotaUsage>0')(report))
})

test('what one took says what the next takes, and before the first there is only a range', (t) => {
	const slow = { copied: 200 * mebi, seconds: 4 }
	t.is(expectedSeconds(100 * mebi, []), undefined)
	t.is(expectedSeconds(100 * mebi, [slow]), 2)
	t.is(expectedSeconds(100 * mebi, [slow, { copied: 100 * mebi, seconds: 5 }]), 5)
	t.is(stallText(402 * mebi, []), '854ms to 20.2s')
	t.is(stallText(0, []), 'unknown')
	t.is(stallText(402 * mebi, [{ copied: 402 * mebi, seconds: 7 }]), '~7.0s')
})

test('the plan says who waits', (t) => {
	const due = inOrder(all, () => true)
	const look = lookOf({ colour: false, ascii: false, width: undefined })
	t.deepEqual(drawPlan({ due, heir: { name: 'orders-b', id: '2' }, voters: 3 }, look), [
		'ORDER   MEMBER     ROLE          DB   IN-USE   RECLAIM   EXPECTED-STALL',
		'1       orders-b   follower   412Mi    388Mi      24Mi   826ms to 19.4s (this member only)',
		'2       orders-c   follower   412Mi    388Mi      24Mi   826ms to 19.4s (this member only)',
		'3       orders-a   leader     412Mi    388Mi      24Mi   826ms to 19.4s (after moving leadership to orders-b)',
	])
	t.regex(
		drawPlan({ due: due.slice(2), heir: undefined, voters: 1 }, look)[1] ?? '',
		/nobody reads or writes/,
	)
	t.regex(drawPlan({ due: due.slice(0, 1), heir: undefined, voters: 2 }, look)[1] ?? '', /nobody writes/)
})
