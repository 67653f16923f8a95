// From which size to which, and when not.
import test from 'ava'
import type { Failure } from '../../../plugin/failure.ts'
import { scaling } from '../../../plugin/scale/plan.ts'
import { clusterWith, degradedBy, member, noQuorum, silent, type Made } from '../change/stored.ts'

interface Row {
	readonly title: string
	readonly made?: Made
	readonly to: number
	readonly from?: number
	readonly says?: string
	readonly danger?: true
	readonly refused?: readonly [exit: number, part: string]
}

const rows: readonly Row[] = [
	{
		title: '3 to 5',
		to: 5,
		says: 'orders 3 → 5: can lose 1 → 2. Adds 2 learners in turn, each ~391Mi to copy.',
	},
	{ title: '1 to 3', made: { size: 1 }, to: 3, says: 'can lose 0 → 1. Adds 2 learners' },
	{ title: '5 to 3', made: { size: 5 }, to: 3, says: 'can lose 2 → 1. Removes 2 members in turn' },
	{
		title: '3 to 1 is asked for by name',
		to: 1,
		says: 'every restart of it stops reads and writes',
		danger: true,
	},
	{ title: 'unborn', made: { status: { clusterID: '' } }, to: 1, says: 'is born with 1' },
	{ title: 'as expected', to: 5, from: 3, says: '3 → 5' },
	{ title: 'not as expected', to: 5, from: 1, refused: [1, '--current-replicas: orders has 3, and not 1'] },
	{
		title: 'up with a silent member',
		made: { members: [member('a'), member('b'), silent('c')], conditions: [degradedBy('MemberSilent')] },
		to: 5,
		refused: [7, 'not scaling: orders is degraded, orders-c does not answer'],
	},
	{
		title: 'down to who answers heals',
		made: {
			size: 5,
			members: [member('a'), member('b'), member('c'), silent('d'), silent('e')],
			conditions: [degradedBy('MemberSilent')],
		},
		to: 3,
		says: '5 → 3',
	},
	{
		title: 'down below who answers',
		made: {
			members: [member('a'), member('b'), silent('c')],
			size: 5,
			conditions: [degradedBy('MemberSilent')],
		},
		to: 3,
		refused: [7, 'is degraded'],
	},
	{
		title: 'back, since others find no node',
		made: {
			size: 5,
			members: ['a', 'b', 'c'].map((one) => member(one)),
			conditions: [degradedBy('Unschedulable')],
		},
		to: 3,
		says: '5 → 3',
	},
	{
		title: 'without a quorum, whatever it would heal',
		made: { size: 5, conditions: [noQuorum] },
		to: 3,
		refused: [7, 'has no quorum'],
	},
	{
		title: 'what has nothing to do with members',
		made: { conditions: [degradedBy('NotDefragmented', 'members are not defragmented')] },
		to: 5,
		says: 'Degraded meanwhile: NotDefragmented',
	},
	{
		title: 'all answer, and their data differs',
		made: { conditions: [degradedBy('DataDiffers')] },
		to: 5,
		refused: [7, 'not scaling: orders is degraded'],
	},
]

for (const { title, made, to, from, says = '', danger, refused } of rows)
	test(title, (t) => {
		if (refused !== undefined) {
			const failure = t.throws<Failure>(() => scaling(clusterWith(made), { to, from }))
			t.deepEqual<number, number>(failure.exit, refused[0])
			t.true(failure.told.what.includes(refused[1]), failure.told.what)
			return
		}
		const asked = scaling(clusterWith(made), { to, from })
		t.true(asked.lines.join('\n').includes(says), asked.lines.join('\n'))
		t.deepEqual(asked.patch, { spec: { size: to } })
		t.is(asked.question?.danger, danger && 'orders')
	})

test('a size that the rules refuse is left to them', (t) => {
	t.deepEqual(scaling(clusterWith({ conditions: [noQuorum] }), { to: 4, from: undefined }).patch, {
		spec: { size: 4 },
	})
})
