// Which alarms there are, and when NOSPACE may be taken back.
import test from 'ava'
import { raisedIn, refuseFull } from '../../../plugin/alarms/alarms.ts'
import { exits } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import type { Sight } from '../../../plugin/sight/sight.ts'
import { cluster, down, sight, unseen, well } from '../status/seen.ts'

const gibi = 2 ** 30
const full = { dbSize: 1.95 * gibi, alarms: [{ memberId: '1', kind: 'NOSPACE' }] }

test('an alarm that all tell of is one alarm, with the name of whom it is for', (t) => {
	const { alarms } = full
	t.deepEqual(raisedIn(sight([well(0, { alarms }), well(1, { alarms })])), [
		{ memberId: '1', kind: 'NOSPACE', name: 'orders-a' },
	])
	t.deepEqual(raisedIn(sight([well(0, { alarms: [{ memberId: '0', kind: 'CORRUPT' }] })])), [
		{ memberId: '0', kind: 'CORRUPT', name: undefined },
	])
})

test('none is not the same as not having seen', (t) => {
	t.deepEqual(raisedIn(sight([well(0), unseen(1)])), [])
	t.is(raisedIn(sight([unseen(0), unseen(1)])), undefined)
	t.is(raisedIn(sight([well(0, { term: undefined })])), undefined)
})

const rows: readonly (readonly [what: string, seen: Sight, refused: RegExp | undefined, next?: RegExp])[] = [
	['there is room', sight([well(0), well(1)]), undefined],
	[
		'one is full, and most of it is free',
		sight([well(0), well(1, full)]),
		/orders-b still has 98% of its quota \(1\.9Gi of 2Gi\)|orders-b still has 98% of its quota \(2Gi of 2Gi\)/,
		/^kubectl etcd defrag orders -n team-a, then kubectl etcd alarm disarm/,
	],
	[
		'one is full of what is in use',
		sight([well(0, { ...full, dbInUse: 1.9 * gibi })]),
		/orders-a still has 98%/,
		/^etcdctl compact .*spec\.quotaBackendBytes/,
	],
	['one is silent', sight([well(0), down(1)]), /whether orders-b has room is not known/],
	[
		'nobody tells the quota, and the spec does',
		sight([well(0, { quota: 0, dbSize: 0.95 * gibi })], {
			cluster: cluster({}, { quotaBackendBytes: '1Gi' }),
		}),
		/95% of its quota/,
	],
	[
		'nobody tells the quota: it is etcd’s own',
		sight([well(0, { quota: 0, dbSize: 0.95 * gibi })]),
		undefined,
	],
]

for (const [what, seen, refused, next] of rows)
	test(`NOSPACE when ${what}`, (t) => {
		if (refused === undefined) return void t.notThrows(() => refuseFull(seen))
		const failure = t.throws(() => refuseFull(seen), { instanceOf: Failure, message: refused })
		t.is(failure?.exit, exits.refused)
		if (next) t.regex(failure?.told.next ?? '', next)
	})
