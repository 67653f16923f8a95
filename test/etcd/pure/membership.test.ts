import test, { type ExecutionContext } from 'ava'
import * as fc from 'fast-check'
import { isCaughtUp, keepBecause, quorum, votersOf, type Counted } from '../../../etcd/membership.ts'

/** "a b! c?" is a healthy voter a, a voter b that is down, and a healthy learner c. */
const parse = (text: string): Counted[] =>
	text.split(' ').map((word) => ({
		id: word.slice(0, 1),
		isLearner: word.includes('?'),
		healthy: !word.includes('!'),
	}))

const mayGo = test.macro({
	exec: (t: ExecutionContext, members: string, ...ids: readonly string[]) => {
		const all = parse(members)
		const free = all.filter(({ id }) => keepBecause(id, all) === undefined).map(({ id }) => id)
		t.deepEqual(free, ids)
	},
	title: (given: string | undefined, members: string, ...ids: readonly string[]) =>
		`${given === undefined || given === '' ? '' : `${given}: `}of "${members}" may go: ${ids.join(' ') || 'nobody'}`,
})

test('three well', mayGo, 'a b c', 'a', 'b', 'c')
test('three, one down: no other', mayGo, 'a b c!', 'c')
test('three without a quorum: not even a dead one', mayGo, 'a b! c!')
test('two become one', mayGo, 'a b', 'a', 'b')
test('two, one down: the one that is left may not go', mayGo, 'a b!', 'b')
test('two, both down', mayGo, 'a! b!')
test('one is the only copy', mayGo, 'a')
test('a learner is no copy', mayGo, 'a b?', 'b')
test('a learner does not count for those who stay', mayGo, 'a b! c? d?', 'b', 'c', 'd')
test('a learner may go whoever is down', mayGo, 'a! b! c?! d?', 'c', 'd')
test('four: half is no majority', mayGo, 'a b c d!', 'a', 'b', 'c', 'd')
test('four, two down', mayGo, 'a b c! d!', 'c', 'd')
test('five, two down', mayGo, 'a b c d! e!', 'd', 'e')
test('five, one down', mayGo, 'a b c d e!', 'a', 'b', 'c', 'd', 'e')

test('why not is said', (t) => {
	t.is(keepBecause('a', parse('a')), 'it is the only copy')
	t.is(keepBecause('z', parse('a b')), 'it is no member')
	t.is(keepBecause('a', parse('a b c!')), 'of the 2 that would stay 1 answer, and 2 are needed')
})

test('quorum', (t) => {
	t.deepEqual([1, 2, 3, 4, 5, 7].map(quorum), [1, 2, 2, 3, 3, 4])
})

test('whoever goes, those who stay and answer are a majority of those who stay', (t) => {
	const member = fc.record({ isLearner: fc.boolean(), healthy: fc.boolean() })
	const cluster = fc
		.array(member, { minLength: 1, maxLength: 9 })
		.map((all) => all.map((one, index) => ({ ...one, id: String(index) })))
	fc.assert(
		fc.property(cluster, fc.nat(8), (all, index) => {
			const going = all[index % all.length]
			if (going === undefined || going.isLearner || keepBecause(going.id, all) !== undefined) return
			const staying = votersOf(all).filter(({ id }) => id !== going.id)
			const healthy = staying.filter((one) => one.healthy).length
			t.true(healthy * 2 > staying.length)
		}),
	)
})

const caughtUp = test.macro({
	exec: (t, leader: bigint, learner: readonly [bigint, bigint], expected: boolean) => {
		t.is(isCaughtUp(leader, learner), expected)
	},
	title: (
		_given: string | undefined,
		leader: bigint,
		learner: readonly [bigint, bigint],
		expected: boolean,
	) => `a learner at ${learner.join(' and then ')} is ${expected ? '' : 'not '}caught up with ${leader}`,
})

test(caughtUp, 5n, [4n, 5n], true)
test(caughtUp, 5n, [7n, 9n], true)
test(caughtUp, 5000n, [4000n, 4000n], true)
test(caughtUp, 5000n, [3999n, 5000n], false)
test(caughtUp, 5000n, [5000n, 3999n], false)
test(caughtUp, 5n, [0n, 5n], false)
test(caughtUp, 5n, [5n, 0n], false)
