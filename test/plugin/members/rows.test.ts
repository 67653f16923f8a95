// Who is a member, by etcd's list and by what Kubernetes knows.
import test from 'ava'
import type { Member } from '../../../etcd/member.ts'
import { drawn } from '../../../plugin/members/draw.ts'
import { rowsOf, sayings, type Mark } from '../../../plugin/members/rows.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import type { Sight } from '../../../plugin/sight/sight.ts'
import { down, sight, unseen, well } from '../status/seen.ts'

const entry = (index: number, more: Partial<Member> = {}): Member => {
	const name = `orders-${'abcde'[index] ?? ''}`
	return {
		id: `${index + 1}`,
		name,
		peerUrl: `http://${name}.orders.team-a.svc:2380`,
		started: true,
		isLearner: false,
		...more,
	}
}

const listed = (...members: readonly Member[]) => ({ clusterId: '9a1f', askedOf: '1', members })

interface Row {
	readonly what: string
	readonly seen: Sight
	readonly are: readonly (readonly [name: string, role: string, mark?: Mark])[]
}

const rows: readonly Row[] = [
	{
		what: 'all are listed',
		seen: sight([well(0), well(1)], { listed: listed(entry(0), entry(1)) }),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'follower'],
		],
	},
	{
		what: 'one that is down is still a voter by etcd’s list',
		seen: sight([well(0), down(1)], { listed: listed(entry(0), entry(1)) }),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'voter'],
		],
	},
	{
		what: 'etcd lists one that has no pod',
		seen: sight([well(0)], { listed: listed(entry(0), entry(3)) }),
		are: [
			['orders-a', 'leader'],
			['orders-d', 'voter', 'ghost'],
		],
	},
	{
		what: 'one that the operator knows has no pod',
		seen: sight([well(0), { ...down(1), pod: undefined }], { listed: listed(entry(0), entry(1)) }),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'voter', 'ghost'],
		],
	},
	{
		what: 'without the right to see pods nobody is called a ghost',
		seen: sight([{ ...unseen(1), pod: undefined }], { pods: undefined, listed: listed(entry(1), entry(3)) }),
		are: [
			['orders-b', 'voter'],
			['orders-d', 'voter'],
		],
	},
	{
		what: 'one has a pod and is not listed',
		seen: sight([well(0), down(1)], { listed: listed(entry(0)) }),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'unknown', 'missing'],
		],
	},
	{
		what: 'one is about to join',
		seen: sight([well(0), { ...down(1), state: { name: 'orders-b', role: 'Joining' } }], {
			listed: listed(entry(0)),
		}),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'joining', 'joining'],
		],
	},
	{
		what: 'a learner that never started is known by its peer URL',
		seen: sight([well(0), down(1)], {
			listed: listed(entry(0), entry(1, { name: '', started: false, isLearner: true })),
		}),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'learner'],
		],
	},
	{
		what: 'without etcd’s list nobody is marked, and the operator’s word holds',
		seen: sight([unseen(0), unseen(1), { ...unseen(2), state: undefined }]),
		are: [
			['orders-a', 'leader'],
			['orders-b', 'voter'],
			['orders-c', 'unknown'],
		],
	},
]

for (const { what, seen, are } of rows)
	test(what, (t) => {
		t.deepEqual(
			rowsOf(seen).map(({ name, role, mark }) => (mark ? [name, role, mark] : [name, role])),
			are.map((one) => [...one]),
		)
		t.is(
			sayings(rowsOf(seen), 'orders -n team-a').length,
			are.filter(([, , mark]) => mark === 'ghost' || mark === 'missing').length,
		)
	})

test('what nobody may look at is not said to be absent', (t) => {
	const hidden = sight([{ ...unseen(0), pod: undefined }], { pods: undefined, claims: undefined })
	const look = lookOf({ colour: false, ascii: false, width: undefined })
	t.regex(drawn(rowsOf(hidden), look, false)[1] ?? '', /<unknown> +<unknown> +<unknown> +<unknown>$/)
})

test('a narrow screen drops columns and wraps none', (t) => {
	const seen = sight([well(0)], { listed: listed(entry(0), entry(3)) })
	const look = lookOf({ colour: false, ascii: false, width: 56 })
	t.deepEqual(drawn(rowsOf(seen), look, false), [
		'NAME       ID   ROLE           STARTED   POD',
		'orders-a   1    leader         True      Running',
		'orders-d   4    voter, ghost   True      <none>',
	])
})
