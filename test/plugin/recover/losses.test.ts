// Planted losses: what is said about each, and from whom the cluster would go on.
import test from 'ava'
import { recoveryOf, type Recovery } from '../../../plugin/recover/recovery.ts'
import type { Sight } from '../../../plugin/sight/sight.ts'
import { cluster, down, sight, unseen, well } from '../status/seen.ts'
import {
	broken,
	corrupt,
	emptied,
	ended,
	inMemory,
	inPods,
	learner,
	left,
	nodes,
	seen,
	textOf,
	withVolume,
	withoutAnything,
} from './plant.ts'

interface Row {
	readonly what: string
	readonly seen: Sight
	readonly is: Recovery['is']
	readonly keeps?: string
	readonly discards?: readonly string[]
	readonly waitsFor?: readonly string[]
	readonly says?: RegExp
}

const rows: readonly Row[] = [
	{
		what: 'two of three are gone with their volumes',
		seen: seen([left(0), withoutAnything(1), withoutAnything(2)]),
		is: 'plan',
		keeps: 'orders-a',
		discards: ['orders-b', 'orders-c'],
		waitsFor: [],
		says: /acknowledged by orders-b, orders-c and not by orders-a, after revision 1,204,551, are lost/,
	},
	{
		what: 'two of three are on nodes that are away, and their volumes are kept: waiting is right',
		seen: seen([left(0), withVolume(unseen(1)), withVolume(unseen(2))], { nodes: nodes('node-b', 'node-c') }),
		is: 'plan',
		keeps: 'orders-a',
		waitsFor: ['orders-b', 'orders-c'],
		says: /Waiting is right/,
	},
	{
		what: 'one node is away and one volume is gone: the node alone brings the quorum back',
		seen: seen([left(0), withVolume(unseen(1)), withoutAnything(2)], { nodes: nodes('node-b') }),
		is: 'plan',
		keeps: 'orders-a',
		waitsFor: ['orders-b'],
	},
	{
		what: 'two processes end again and again on volumes that are there',
		seen: seen([left(0), broken(1), broken(2)]),
		is: 'plan',
		waitsFor: ['orders-b', 'orders-c'],
		says: /its container does not run; its volume orders-b is kept/,
	},
	{
		what: 'two find their volumes empty: they do not come back',
		seen: seen([left(0), emptied(broken(1)), emptied(broken(2))]),
		is: 'plan',
		keeps: 'orders-a',
		waitsFor: [],
		says: /orders-b: its data is gone: its volume orders-b is there, and its process finds nothing in it/,
	},
	{
		what: 'two were emptied in their pods',
		seen: seen([left(0), emptied(down(1)), emptied(down(2))], { cluster: inPods }),
		is: 'plan',
		waitsFor: [],
		says: /orders-c: its data is gone: its pod is there, and its process finds nothing in it/,
	},
	{
		what: 'a claim of the same name is another volume',
		seen: seen([
			left(0),
			withVolume(down(1), { metadata: { name: 'orders-b', uid: 'new' } }),
			withoutAnything(2),
		]),
		is: 'plan',
		waitsFor: [],
		says: /orders-b: its claim orders-b is a new one/,
	},
	{
		what: 'the disk behind a claim is lost',
		seen: seen([left(0), withVolume(down(1), { status: { phase: 'Lost' } }), withoutAnything(2)]),
		is: 'plan',
		waitsFor: [],
		says: /the disk behind its volume orders-b is gone/,
	},
	{
		what: 'of five, three are lost, and one of the two that answer is behind',
		seen: seen([
			left(0, { applied: 900n, committed: 900n, revision: 700n }),
			left(1, { applied: 950n, committed: 950n, revision: 740n }),
			withoutAnything(2),
			withoutAnything(3),
			withoutAnything(4),
		]),
		is: 'plan',
		keeps: 'orders-b',
		discards: ['orders-a', 'orders-c', 'orders-d', 'orders-e'],
		says: /it holds most: revision 740, index 950; orders-a has revision 700, index 900/,
	},
	{
		what: 'the one that is behind has the later term, since it asked for votes',
		seen: seen([
			left(0, { applied: 900n, committed: 900n, revision: 700n, term: 12n }),
			left(1, { applied: 950n, committed: 950n, revision: 740n, term: 7n }),
			withoutAnything(2),
			withoutAnything(3),
			withoutAnything(4),
		]),
		is: 'plan',
		keeps: 'orders-b',
		says: /orders-a is in a later term \(12\) and holds no more/,
	},
	{
		what: 'one knows of more that is committed than it has applied yet',
		seen: seen([
			left(0, { applied: 900n, committed: 960n }),
			left(1, { applied: 950n, committed: 950n }),
			withoutAnything(2),
			withoutAnything(3),
			withoutAnything(4),
		]),
		is: 'plan',
		keeps: 'orders-a',
	},
	{
		what: 'only a learner is left',
		seen: seen([withoutAnything(0), withoutAnything(1), learner(left(2, { isLearner: true }))]),
		is: 'restore',
		says: /only orders-c would be left, a learner, which never voted/,
	},
	{
		what: 'a learner and a voter are left',
		seen: seen([left(0), withoutAnything(1), withoutAnything(2), learner(left(3, { isLearner: true }))]),
		is: 'plan',
		keeps: 'orders-a',
		discards: ['orders-b', 'orders-c', 'orders-d'],
	},
	{
		what: 'the operator had only named who was to come when the quorum was lost',
		seen: seen([
			left(0),
			withoutAnything(1),
			withoutAnything(2),
			{ ...withoutAnything(3), state: { name: 'orders-d', role: 'Joining' } },
		]),
		is: 'plan',
		keeps: 'orders-a',
		discards: ['orders-b', 'orders-c'],
	},
	{
		what: 'nobody is left',
		seen: seen([withoutAnything(0), withoutAnything(1), withoutAnything(2)]),
		is: 'restore',
		says: /nobody is left who holds the data.*no verified backup is known.*kubectl etcd restore/s,
	},
	{
		what: 'nobody is left, and there is a backup',
		seen: seen([withoutAnything(0)], {
			cluster: cluster(
				{
					lastBackup: {
						name: 'nightly-7',
						time: '2026-03-01T13:00:00Z',
						revision: '1203112',
						location: 's3://b/o',
					},
				},
				{ pod: { persistentVolumeClaimSpec: {} } },
			),
		}),
		is: 'restore',
		says: /newest verified backup is nightly-7 of 2026-03-01T13:00:00Z, revision 1203112, s3:\/\/b\/o/,
	},
	{
		what: 'nobody answers, and all nodes are away',
		seen: seen(
			[0, 1, 2].map((index) => withVolume(unseen(index))),
			{ nodes: nodes('node-a', 'node-b', 'node-c') },
		),
		is: 'wait',
		waitsFor: ['orders-a', 'orders-b', 'orders-c'],
	},
	{
		what: 'the only one left is corrupt',
		seen: seen([left(0, corrupt('1')), withoutAnything(1), withoutAnything(2)]),
		is: 'restore',
		says: /only orders-a would be left, and etcd has raised CORRUPT/,
	},
	{
		what: 'the one that holds most of two is corrupt',
		seen: seen([
			left(0, { applied: 950n, committed: 950n, ...corrupt('1') }),
			left(1, { applied: 900n, committed: 900n }),
			withoutAnything(2),
			withoutAnything(3),
			withoutAnything(4),
		]),
		is: 'plan',
		keeps: 'orders-b',
		says: /orders-a is left out: etcd has raised CORRUPT for it/,
	},
	{
		what: 'CORRUPT was raised for nobody in particular',
		seen: seen([left(0, corrupt('0')), withoutAnything(1), withoutAnything(2)]),
		is: 'restore',
	},
	{
		what: 'without a certificate only metrics tell how far one is',
		seen: seen([left(0, { revision: undefined, term: undefined }), withoutAnything(1), withoutAnything(2)]),
		is: 'plan',
		keeps: 'orders-a',
		says: /whether etcd has raised CORRUPT could not be read.*its revision could not be read/s,
	},
	{
		what: 'one runs and could not be asked: it may hold more',
		seen: seen([left(0), withVolume(unseen(1)), withoutAnything(2)]),
		is: 'blind',
	},
	{
		what: 'nobody could be asked',
		seen: seen([0, 1, 2].map((index) => withVolume(unseen(index)))),
		is: 'blind',
	},
	{
		what: 'pods could not be listed',
		seen: seen([left(0), withoutAnything(1), withoutAnything(2)], { pods: undefined }),
		is: 'blind',
	},
	{
		what: 'claims could not be listed: whether volumes are kept is not known',
		seen: seen([left(0), withoutAnything(1), withoutAnything(2)], { claims: undefined }),
		is: 'blind',
	},
	{
		what: 'nodes could not be listed: whether one is away is not known',
		seen: seen([left(0), withVolume(unseen(1)), withVolume(unseen(2))], { nodes: undefined }),
		is: 'blind',
	},
	{
		what: 'without volumes data is gone with the pod',
		seen: seen([left(0), withoutAnything(1), ended(down(2))], { cluster: inPods }),
		is: 'plan',
		waitsFor: [],
		says: /orders-c: it kept its data in its pod, which has ended \(Evicted\)/,
	},
	{
		what: 'without volumes data stays on a node that is away',
		seen: seen([left(0), unseen(1), unseen(2)], { cluster: inPods, nodes: nodes('node-b', 'node-c') }),
		is: 'plan',
		waitsFor: ['orders-b', 'orders-c'],
	},
	{
		what: 'in memory it does not',
		seen: seen([left(0), unseen(1), unseen(2)], { cluster: inMemory, nodes: nodes('node-b', 'node-c') }),
		is: 'plan',
		waitsFor: [],
	},
	{ what: 'there is a quorum', seen: seen([well(0), well(1), down(2)]), is: 'quorum' },
	{ what: 'a single member answers', seen: seen([well(0)]), is: 'quorum' },
	{ what: 'all run and none knows a leader', seen: seen([left(0), left(1), left(2)]), is: 'divided' },
	{
		what: 'it was never formed',
		seen: sight([], { cluster: { metadata: { name: 'orders', namespace: 'team-a' } } }),
		is: 'unborn',
	},
]

for (const { what, seen: shown, is, keeps, discards, waitsFor, says } of rows)
	test(what, (t) => {
		const recovery = recoveryOf(shown)
		t.is(recovery.is, is)
		if (keeps !== undefined) t.is(recovery.is === 'plan' ? recovery.survivor.member.name : '', keeps)
		if (discards !== undefined)
			t.deepEqual(recovery.is === 'plan' ? recovery.discarded.map(({ member }) => member.name) : [], discards)
		if (waitsFor !== undefined)
			t.deepEqual(
				recovery.is === 'plan' || recovery.is === 'wait'
					? recovery.waitFor.map(({ member }) => member.name)
					: [],
				waitsFor,
			)
		if (says !== undefined) t.regex(textOf(shown, recovery), says)
		for (const line of textOf(shown, recovery, 80).split('\n')) t.true(line.length <= 80, line)
	})
