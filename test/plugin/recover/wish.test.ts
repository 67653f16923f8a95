// A plan that somebody agrees to: what is sent, and what is refused with the line to run.
import test from 'ava'
import { judge } from '../../../api/judge.ts'
import { changeOf } from '../../../plugin/change/change.ts'
import { exits } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { recoveryOf, type Plan } from '../../../plugin/recover/recovery.ts'
import { lineOf, recoveringFrom, type Agreed } from '../../../plugin/recover/wish.ts'
import type { Sight } from '../../../plugin/sight/sight.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { verdictOf } from '../../../plugin/wait/verdict.ts'
import { inPods, left, nodes, seen, withoutAnything, withVolume } from './plant.ts'
import { down, unseen } from '../status/seen.ts'

const known = ['orders-a', 'orders-b', 'orders-c'].map((name) => ({ name, role: 'Voter' }))
const clusterOf = ({ cluster }: Sight, more: object = {}): Cluster => ({
	...cluster,
	spec: { ...cluster.spec, ...more },
	status: { ...cluster.status, memberStates: known },
})

function planOf(sight: Sight): Plan {
	const recovery = recoveryOf(sight)
	if (recovery.is !== 'plan') throw new Error(recovery.is)
	return recovery
}

const lost = seen([left(0), withoutAnything(1), withoutAnything(2)])
const away = seen([left(0), withVolume(unseen(1)), withVolume(unseen(2))], {
	nodes: nodes('node-b', 'node-c'),
})
const agreed: Agreed = { keep: 'orders-a', discard: [], confirm: 'orders', occasion: 'now' }

test('what is sent names all others, what was expected, and breaks no rule', (t) => {
	const cluster = clusterOf(lost)
	const asked = recoveringFrom(cluster, planOf(lost), agreed)
	const { after } = changeOf(cluster, asked)
	t.deepEqual((after as Cluster).spec?.recovery, {
		keep: 'orders-a',
		confirm: 'orders',
		discard: ['orders-b', 'orders-c'],
		revision: 1_204_551,
		occasion: 'now',
	})
	t.deepEqual(
		judge('EtcdCluster', cluster, after).filter(({ rule }) => rule.startsWith('recovery')),
		[],
	)
	t.regex(asked.lines.join(), /"keep":"orders-a"/)
})

test('nothing of an earlier one is left in it', (t) => {
	const cluster = clusterOf(lost, { recovery: { keep: 'orders-z', revision: 9, occasion: 'before' } })
	const asked = recoveringFrom(cluster, planOf(lost), agreed)
	const { recovery } = (changeOf(cluster, asked).after as Cluster).spec ?? {}
	t.is(recovery?.revision, 1_204_551)
	t.is(recovery?.occasion, 'now')
})

test('who might come back is given up by name', (t) => {
	const asked = recoveringFrom(clusterOf(away), planOf(away), {
		...agreed,
		discard: ['orders-b', 'orders-c'],
	})
	t.is(asked.verb, 'recovering')
})

const refusals: readonly (readonly [string, Sight, Partial<Agreed>, RegExp, object?])[] = [
	[
		'not the one that holds most',
		lost,
		{ keep: 'orders-b' },
		/not going on from orders-b: orders-a is the one/,
	],
	['without its name', lost, { confirm: undefined }, /not recovering orders without its name once more/],
	['with another name', lost, { confirm: 'order' }, /--confirm: "order" is not "orders"/],
	[
		'one that might come back was not named',
		away,
		{ discard: ['orders-b'] },
		/orders-c may come back, and then nothing is lost/,
	],
	['paused', lost, {}, /not recovering orders: it is paused/, { paused: true }],
	[
		'without volumes',
		seen([{ ...left(0), claim: undefined }, withoutAnything(1), withoutAnything(2)], { cluster: inPods }),
		{},
		/the data of orders-a goes with its pod/,
	],
]

for (const [what, sight, change, says, more] of refusals)
	test(`refused: ${what}`, (t) => {
		const error = t.throws(
			() => recoveringFrom(clusterOf(sight, more), planOf(sight), { ...agreed, ...change }),
			{ instanceOf: Failure, message: says },
		)
		t.is(error?.exit, exits.refused)
	})

test('the line to run is whole', (t) => {
	t.is(
		lineOf(clusterOf(lost), planOf(lost)),
		'kubectl etcd recover orders -n team-a --from-member orders-a --confirm=orders',
	)
	t.is(
		lineOf(clusterOf(away), planOf(away)),
		'kubectl etcd recover orders -n team-a --from-member orders-a --discard orders-b,orders-c --confirm=orders',
	)
	const half = seen([left(0), withVolume(down(1)), withoutAnything(2)])
	t.regex(lineOf(clusterOf(half), planOf(half)), / --discard orders-b /)
})

const answered = (recovery: object, voting = 3): Cluster => ({
	...clusterOf(lost),
	status: { recovery, memberStates: known.slice(0, voting) },
})

test('it is over when as many vote as before, and not for what another occasion left', (t) => {
	const goal = { what: 'recovered', occasion: 'now' } as const
	const state = (name: string) => ({ occasion: 'now', state: name, message: `it is ${name}` })
	t.like(verdictOf(answered({ ...state('done'), occasion: 'before' }), goal), { met: false })
	t.like(verdictOf(answered(state('stopping')), goal), { met: false, because: 'it is stopping' })
	t.like(verdictOf(answered(state('done'), 1), goal), { met: false, because: 'it is done; 1 of 3 vote' })
	t.like(verdictOf(answered(state('done')), goal), { met: true, because: 'it is done; 3 vote again' })
	const error = t.throws(() => verdictOf(answered(state('refused')), goal), { message: 'it is refused' })
	t.is((error as Failure).exit, exits.refused)
})
