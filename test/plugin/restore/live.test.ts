// What a cluster that is there has, beside what a snapshot has.
import test from 'ava'
import { liveLine, type Live } from '../../../plugin/restore/live.ts'

const last = { revision: '1203112', clusterId: 'c1' }
const heard = (revision: bigint, id = 'c1'): Live => ({
	is: 'heard',
	name: 'orders',
	id,
	revision,
	isAll: true,
})

test('without a quorum others may have acknowledged more', (t) => {
	t.is(
		liveLine({ ...heard(1_204_990n), isAll: false } as Live, { last }, 'are given up'),
		'orders answers at revision 1,204,990 without a quorum, so that others may have acknowledged more: at least 1,878 revisions later than the snapshot are given up',
	)
})

const lives: readonly (readonly [live: Live, says: string])[] = [
	[
		heard(1_204_990n),
		'orders answers at revision 1,204,990: 1,878 revisions later than the snapshot are lost',
	],
	[heard(1_203_113n), 'orders answers at revision 1,203,113: 1 revision later than the snapshot are lost'],
	[heard(1_203_112n), 'orders answers at revision 1,203,112, and so is the snapshot'],
	[heard(5n), 'orders answers at revision 5, which is less than the snapshot has'],
	[
		heard(9n, 'c2'),
		'orders answers at revision 9; it is another cluster than the one that was saved, so that their revisions say nothing of each other',
	],
	[{ is: 'gone', name: 'orders' }, 'orders, of which it was taken, is not there'],
	[
		{ is: 'silent', name: 'orders', id: 'c1', because: 'no member answers' },
		'orders does not say how far it is: no member answers',
	],
]

for (const [live, says] of lives)
	test(says, (t) => {
		t.is(liveLine(live, { last }, 'are lost'), says)
	})

test('of a snapshot that nobody has read yet nothing is said', (t) => {
	t.is(
		liveLine(heard(9n), { last: undefined }, 'are lost'),
		'orders answers at revision 9; how far the snapshot goes is known once it was fetched',
	)
})
