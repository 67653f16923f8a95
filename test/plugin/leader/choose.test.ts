// Who leads next.
import test from 'ava'
import { exits, type Exit } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { choose, type Wish } from '../../../plugin/leader/choose.ts'
import type { Node, Sight } from '../../../plugin/sight/sight.ts'
import { down, podOf, unseen, well } from '../status/seen.ts'
import { whole } from '../whole.ts'

const all = whole([well(0), well(1), well(2)])
const nodeIn = (name: string, zone: string): Node => ({
	metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } },
})
const zones = new Map([
	['node-a', nodeIn('node-a', 'east')],
	['node-b', nodeIn('node-b', 'east')],
	['node-c', nodeIn('node-c', 'west')],
])

interface Row {
	readonly what: string
	readonly seen: Sight
	readonly wish: Wish
	/** Its name, or what is said instead. */
	readonly to: string | RegExp
	readonly exit?: Exit
}

const rows: readonly Row[] = [
	{ what: 'anybody else', seen: all, wish: {}, to: 'orders-b' },
	{
		what: 'whoever is in step',
		seen: whole([well(0), well(1, { applied: 8_812_000n }), well(2)]),
		wish: {},
		to: 'orders-c',
	},
	{ what: 'a name', seen: all, wish: { to: 'orders-c' }, to: 'orders-c' },
	{ what: 'the end of a name', seen: all, wish: { to: 'c' }, to: 'orders-c' },
	{ what: 'the leader itself', seen: all, wish: { to: 'orders-a' }, to: /orders-a leads already/ },
	{
		what: 'a stranger',
		seen: all,
		wish: { to: 'orders-x' },
		to: /"orders-x" is no member of orders/,
		exit: exits.error,
	},
	{
		what: 'one that is behind',
		seen: whole([well(0), well(1, { applied: 1n })]),
		wish: { to: 'b' },
		to: /orders-b is 8812033 entries behind/,
		exit: exits.refused,
	},
	{
		what: 'one that is down',
		seen: whole([well(0), down(1)]),
		wish: { to: 'b' },
		to: /does not answer/,
		exit: exits.refused,
	},
	{
		what: 'a learner',
		seen: whole([well(0), well(1, { isLearner: true })]),
		wish: { to: 'b' },
		to: /a learner, which cannot lead/,
		exit: exits.refused,
	},
	{
		what: 'one that confirms nothing',
		seen: whole([well(0), well(1, { confirmed: false })]),
		wish: {},
		to: /nobody else can lead/,
		exit: exits.refused,
	},
	{
		what: 'a single member',
		seen: whole([well(0)]),
		wish: {},
		to: /nobody else can lead/,
		exit: exits.refused,
	},
	{ what: 'away from its node', seen: all, wish: { awayFrom: 'node-a' }, to: 'orders-b' },
	{ what: 'away from a node where it is not', seen: all, wish: { awayFrom: 'node-b' }, to: /not on node-b/ },
	{
		what: 'away from a node, and rather into another zone',
		seen: whole([well(0), well(1), well(2)], { nodes: zones }),
		wish: { awayFrom: 'node-a' },
		to: 'orders-c',
	},
	{
		what: 'away from a node that does not exist',
		seen: whole([well(0), well(1)], { nodes: zones }),
		wish: { awayFrom: 'node-x' },
		to: /there is no node "node-x"; there are node-a, node-b, node-c/,
		exit: exits.error,
	},
	{
		what: 'away from a node where all are',
		seen: whole([well(0), { ...well(1), pod: podOf('orders-b', 'node-a') }]),
		wish: { awayFrom: 'node-a' },
		to: /nobody else can lead/,
		exit: exits.refused,
	},
	{
		what: 'no leader was seen',
		seen: whole([unseen(0), well(1)]),
		wish: {},
		to: /no leader was seen/,
		exit: exits.refused,
	},
	{
		what: 'an election',
		seen: whole([well(0), well(1, { leads: true, term: 8n })]),
		wish: {},
		to: /an election is under way/,
		exit: exits.refused,
	},
	{
		what: '3.2 cannot',
		seen: whole([well(0, { version: '3.2.13' }), well(1)]),
		wish: {},
		to: /3\.2\.13/,
		exit: exits.refused,
	},
	{
		what: 'both flags',
		seen: all,
		wish: { to: 'b', awayFrom: 'node-a' },
		to: /write one of them/,
		exit: exits.error,
	},
]

for (const { what, seen, wish, to, exit } of rows)
	test(`leadership goes to ${what}`, (t) => {
		if (exit !== undefined) {
			const failure = t.throws(() => choose(seen, wish), { instanceOf: Failure, message: to as RegExp })
			return void t.is(failure?.exit, exit)
		}
		const choice = choose(seen, wish)
		if (typeof to === 'string') t.is(choice.do === 'move' ? choice.to.name : choice.why, to)
		else t.regex(choice.do === 'nothing' ? choice.why : '', to)
	})
