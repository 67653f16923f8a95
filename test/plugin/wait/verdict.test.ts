// Whether a cluster is as it is waited for, and what it still waits for.
import test from 'ava'
import { goalOf, type Goal } from '../../../plugin/wait/goal.ts'
import { verdictOf } from '../../../plugin/wait/verdict.ts'
import { memberLines } from '../../../plugin/wait/members.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { clusterWith, degradedBy, member, noQuorum, silent } from '../change/stored.ts'

const at = (what: 'healthy' | 'quorum' | 'upgraded' | 'generation' | 'deleted'): Goal => ({ what })
const rolling = {
	type: 'Upgrading',
	status: 'True',
	reason: 'Cluster upgrading',
	message: 'members go to 3.6.16: 1 of 3 are there',
}

const rows: readonly (readonly [
	title: string,
	cluster: Cluster | undefined,
	goal: Goal,
	met: boolean,
	because: string,
])[] = [
	['well', clusterWith(), at('healthy'), true, 'healthy, 3/3 ready'],
	['not answered', clusterWith({ status: { observedGeneration: 3 } }), at('healthy'), false, 'generation 4'],
	['nothing reported', { metadata: { name: 'orders', generation: 1 } }, at('healthy'), false, 'generation 1'],
	[
		'degraded',
		clusterWith({
			conditions: [degradedBy('MemberSilent', 'orders-c does not answer')],
			status: { health: 'Degraded' },
		}),
		at('healthy'),
		false,
		'Degraded: orders-c does not answer',
	],
	[
		'scaling',
		clusterWith({
			conditions: [
				{ type: 'Scaling', status: 'True', reason: 'Scaling up', message: 'Current cluster size: 3' },
			],
			status: { health: 'Scaling' },
		}),
		at('healthy'),
		false,
		'Scaling up: Current cluster size: 3',
	],
	[
		'paused and not well',
		clusterWith({ spec: { paused: true }, status: { health: 'Scaling' } }),
		at('healthy'),
		false,
		'paused, so that nothing is changed',
	],
	['paused and well', clusterWith({ spec: { paused: true } }), at('healthy'), true, 'healthy'],
	['a quorum', clusterWith({ conditions: [degradedBy('MemberSilent')] }), at('quorum'), true, 'majority'],
	['no quorum', clusterWith({ conditions: [noQuorum] }), at('quorum'), false, 'no majority'],
	['upgraded', clusterWith(), at('upgraded'), true, 'every member runs 3.5.35'],
	[
		'one is left',
		clusterWith({ members: [member('a'), member('b'), member('c', { version: '3.5.34' })] }),
		at('upgraded'),
		false,
		'2 of 3 members run 3.5.35',
	],
	['on its way', clusterWith({ conditions: [rolling] }), at('upgraded'), false, '1 of 3 are there'],
	[
		'runs it and is not back',
		clusterWith({ members: [member('a'), member('b'), silent('c')] }),
		at('upgraded'),
		false,
		'2 of 3',
	],
	['answered', clusterWith(), at('generation'), true, 'generation 4'],
	['gone', undefined, at('deleted'), true, 'deleted'],
	['still there', clusterWith(), at('deleted'), false, 'still there'],
	['gone, though it was to be healthy', undefined, at('healthy'), false, 'no such cluster'],
	['a condition', clusterWith(), goalOf('condition=Available'), true, 'Available is True'],
	['a condition that is not', clusterWith(), goalOf('condition=Scaling'), false, 'Scaling is False'],
	['a condition said not to be', clusterWith(), goalOf('condition=Scaling=False'), true, 'Scaling is False'],
	['an unknown condition', clusterWith(), goalOf('condition=Ready'), false, 'no condition Ready'],
	['replaced', clusterWith(), { what: 'replaced', member: 'orders-z' }, true, 'healthy'],
	[
		'not replaced',
		clusterWith(),
		{ what: 'replaced', member: 'orders-a' },
		false,
		'orders-a is still a member',
	],
]

for (const [title, cluster, goal, met, because] of rows)
	test(`${title}: ${met ? 'met' : 'waits'}`, (t) => {
		const verdict = verdictOf(cluster, goal)
		t.is(verdict.met, met, verdict.because)
		t.true(verdict.because.includes(because), verdict.because)
	})

test('what is nothing to wait for is answered with what is', (t) => {
	t.throws(() => goalOf('happy'), { message: /"happy" is nothing to wait for; write healthy, quorum/ })
	t.deepEqual(goalOf('delete'), { what: 'deleted' })
})

test('a line for each member says who is there, who moves and who waits', (t) => {
	const cluster = clusterWith({
		spec: { version: '3.6.16' },
		members: [
			member('a', { role: 'Leader' }),
			member('b', { version: '3.6.16' }),
			member('c', { ready: false }),
			member('d', { role: 'Learner', version: '3.6.16' }),
		],
	})
	t.deepEqual(memberLines(cluster, { ascii: true, width: undefined }), [
		'  . orders-a   3.5.35   leader, last',
		'  + orders-b   3.6.16   voter',
		'  > orders-c   3.5.35   not ready',
		'  + orders-d   3.6.16   learner, catching up',
	])
})
