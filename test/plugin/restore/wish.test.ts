// A cluster that is given up for a snapshot: what is sent, what is refused before, and what became of it.
import test from 'ava'
import { judge } from '../../../api/judge.ts'
import { shaping } from '../../../plugin/catalogue/shaping.ts'
import { clusterOf, commented } from '../../../plugin/create/manifest.ts'
import { wantedOf } from '../../../plugin/create/wanted.ts'
import { exits, type Exit } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { flagsOf } from '../../../plugin/line/parse.ts'
import type { Chosen } from '../../../plugin/restore/chosen.ts'
import type { Plan } from '../../../plugin/restore/plan.ts'
import {
	outcomeOf,
	refuseInPlace,
	refuseUnconfirmed,
	restoreOf,
	type Restore,
} from '../../../plugin/restore/wish.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { clusterWith } from '../change/stored.ts'

const chosen: Chosen = {
	snapshot: {
		storageType: 'PVC',
		pvc: { claimName: 'c', path: 'orders' },
		encryption: { keySecret: 'seal' },
	},
	url: 'pvc://c/orders',
	backup: 'orders',
	of: { namespace: 'team-a', name: 'orders' },
	last: { etcdVersion: '3.5.35', revision: '7' },
	etcdVersion: '3.5.35',
}

test('it names what is given up by its id, and breaks no rule', (t) => {
	const restore = restoreOf(clusterWith(), 'orders-1', chosen.snapshot)
	t.deepEqual(restore.spec as object, {
		etcdCluster: { name: 'orders' },
		backupStorageType: 'PVC',
		pvc: { claimName: 'c', path: 'orders' },
		encryption: { keySecret: 'seal' },
		confirm: 'c1',
	})
	t.deepEqual(judge('EtcdRestore', undefined, restore), [])
	const unborn = restoreOf(clusterWith({ status: { clusterID: '' } }), 'orders-1', chosen.snapshot)
	t.false('confirm' in (unborn.spec ?? {}), 'what was never formed holds nothing')
})

test('a new one begins with it, breaks no rule, and says so in its manifest', (t) => {
	const cluster = clusterOf(wantedOf('orders-2', 'team-a', flagsOf([], shaping)))
	const begun = { ...cluster, spec: { ...cluster.spec, bootstrap: { snapshot: chosen.snapshot } } }
	t.deepEqual(judge('EtcdCluster', undefined, begun), [])
	t.regex(commented(begun), /^ {2}# What it begins with; read once, at its birth\.\n {2}bootstrap:$/m)
})

const deleting: Cluster = {
	...clusterWith(),
	metadata: { ...clusterWith().metadata, deletionTimestamp: 'now' },
}
const refusals: readonly (readonly [title: string, cluster: Cluster, chosen: Chosen, says: RegExp])[] = [
	['deleted', deleting, chosen, /^not restoring orders: it is being deleted$/],
	['paused', clusterWith({ spec: { paused: true } }), chosen, /^not restoring orders: it is paused/],
	[
		'too early an etcd',
		clusterWith({ version: '3.4.45' }),
		chosen,
		/^not restoring orders: etcd 3\.4\.45 has no tool that restores/,
	],
	[
		'a later snapshot',
		clusterWith(),
		{ ...chosen, last: { etcdVersion: '3.6.1' } },
		/^not restoring: pvc:\/\/c\/orders was written by etcd 3\.6\.1, and 3\.5 may not understand it$/,
	],
]

for (const [title, cluster, one, says] of refusals)
	test(`refused: ${title}`, (t) => {
		t.is(
			t.throws(() => refuseInPlace(cluster, one), { instanceOf: Failure, message: says })?.exit,
			exits.refused,
		)
	})

test('one that is well or has lost its quorum may be given up', (t) => {
	t.notThrows(() => refuseInPlace(clusterWith(), chosen))
	t.notThrows(() => refuseInPlace(clusterWith({ status: { health: 'QuorumLost' } }), chosen))
})

test('without its name once more nothing is given up, and the line to write is there', (t) => {
	const plan: Plan = {
		inPlace: true,
		cluster: clusterWith(),
		chosen,
		live: { is: 'heard', name: 'orders', id: 'c1', revision: 9n, isAll: true },
		now: 0,
	}
	t.notThrows(() => refuseUnconfirmed(plan, 'orders/c1', 'LINE'))
	const unborn = { ...plan, cluster: clusterWith({ status: { clusterID: '' } }) }
	t.notThrows(() => refuseUnconfirmed(unborn, 'orders', 'LINE'))
	for (const [confirm, says] of [
		[undefined, /^not restoring orders without its name and its id once more: what it holds is given up$/],
		['order', /^--confirm: "order" is not "orders\/c1", which is what this is about$/],
		['', /^--confirm: "" is not "orders\/c1"/],
		['orders', /^--confirm: "orders" does not say which: .*; write orders\/c1$/],
		['orders/c0', /^--confirm: "orders\/c0" is another cluster than orders is now, which is orders\/c1/],
	] as const) {
		const error = t.throws(() => refuseUnconfirmed(plan, confirm, 'LINE'), {
			instanceOf: Failure,
			message: says,
		})
		t.is(error?.exit, exits.refused)
		t.is(error?.told.next, 'LINE')
		t.regex(error?.told.why ?? '', /2 revisions later than the snapshot are given up/)
	}
})

const restore = (status: Restore['status']): Restore => ({
	metadata: { name: 'orders-1', namespace: 'team-a', generation: 1 },
	spec: { etcdCluster: { name: 'orders' } },
	status: { observedGeneration: 1, ...status },
})

const outcomes: readonly (readonly [status: Restore['status'], says: RegExp, exit?: Exit])[] = [
	[{ observedGeneration: 0 }, /has not answered yet/],
	[{}, /has not answered yet/],
	[
		{ phase: 'Verifying', reason: 'the snapshot is being looked at' },
		/^Verifying: the snapshot is being looked at$/,
	],
	[{ phase: 'Restoring', reason: '' }, /^Restoring$/],
	[
		{ phase: 'Succeeded' },
		/^orders serves what was in pvc:\/\/c\/orders; the others join now: kubectl etcd wait orders -n team-a$/,
	],
	[{ phase: 'Refused', reason: 'it answers' }, /^orders was not restored: it answers$/, exits.refused],
	[
		{ phase: 'Failed', reason: 'it was cut' },
		/^orders was not restored from pvc:\/\/c\/orders: it was cut$/,
		exits.error,
	],
]

for (const [status, says, exit] of outcomes)
	test(`${JSON.stringify(status)}: ${exit ?? 'goes on'}`, (t) => {
		if (exit !== undefined) {
			const error = t.throws(() => outcomeOf(restore(status), 'pvc://c/orders'), {
				instanceOf: Failure,
				message: says,
			})
			t.is(error?.exit, exit)
			return
		}
		const outcome = outcomeOf(restore(status), 'pvc://c/orders')
		t.is('ended' in outcome, status?.phase === 'Succeeded')
		t.regex('ended' in outcome ? outcome.ended : outcome.waits, says)
	})
