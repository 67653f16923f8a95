// What speaks against making a member stand still.
import test from 'ava'
import { mustWaitBecause } from '../../../plugin/gate/unwell.ts'
import type { Sight } from '../../../plugin/sight/sight.ts'
import { cluster, down, sight, well } from '../status/seen.ts'
import { listOf, whole } from '../whole.ts'

const condition = (type: string) =>
	cluster({ conditions: [{ type, status: 'True', reason: 'x', message: 'y' }] })
const alarm = (kind: string) => ({ alarms: [{ memberId: '1', kind }] })

const gates: readonly (readonly [what: string, seen: Sight, why: RegExp | undefined])[] = [
	['all are well', whole([well(0), well(1), well(2)]), undefined],
	['one of one is well', whole([well(0)]), undefined],
	['one is down', whole([well(0), well(1), down(2)]), /^orders-c does not answer \(nobody listens/],
	[
		'one knows no leader',
		whole([well(0), well(1), well(2, { hasLeader: false })]),
		/orders-c knows no leader/,
	],
	['one confirms nothing', whole([well(0), well(1, { confirmed: false })]), /read through orders-b/],
	[
		'whether it confirms is unknown',
		whole([well(0), well(1, { confirmed: undefined })]),
		/read through orders-b/,
	],
	['one catches up', whole([well(0), well(1, { applied: 1n })]), /orders-b is 8812033 entries behind/],
	['the list was not seen', sight([well(0)]), /no quorum confirmed who is a member/],
	['nobody answers', sight([down(0)]), /no member answers/],
	[
		'one learns',
		whole([well(0)], { listed: listOf([well(0)], { id: '7', isLearner: true }) }),
		/7 is a learner/,
	],
	['a ghost is listed', whole([well(0)], { listed: listOf([well(0)], { id: '7' }) }), /^7 does not answer$/],
	['members are being rolled', whole([well(0)], { cluster: condition('Upgrading') }), /being rolled \(y\)/],
	['members join or leave', whole([well(0)], { cluster: condition('Scaling') }), /join or leave/],
	['etcd is full', whole([well(0, alarm('NOSPACE'))]), undefined],
	['etcd is corrupt', whole([well(0, alarm('CORRUPT'))]), /alarm CORRUPT/],
	[
		'the release diverges',
		whole([well(0, { version: '3.5.4' })]),
		/^3\.5\.4 can diverge after a crash in defrag/,
	],
	[
		'the cluster is going',
		whole([well(0)], {
			cluster: { metadata: { name: 'orders', deletionTimestamp: '2026-03-01T14:00:00Z' } },
		}),
		/being deleted/,
	],
]

for (const [what, seen, why] of gates)
	test(`before a member stands still: ${what}`, (t) => {
		const said = mustWaitBecause(seen)
		if (why === undefined) t.is(said, undefined)
		else t.regex(said ?? '', why)
	})
