// What is done about a member that holds other data than the others, and what is said while etcd refuses writes. In the worlds that these
// begin with a leads.
import test from 'ava'
import type { Observed } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import { statusOf } from '../../controller/status.ts'
import { all, etcd, look, member, mute, pod, settled } from './model/look.ts'
import { wants } from './model/roll.ts'
import { planned, type Row } from './model/row.ts'
import { alarm, compacted, gaveBack, have, remembers } from './model/upkeep.ts'

type Change = (seen: Observed) => Observed

const [one, three, five] = [settled(1, 'emptyDir'), settled(3, 'emptyDir'), settled(5, 'emptyDir')]

const bad = alarm('CORRUPT', 'b1')

/** Asked for whatever the plan asks for, they say that. */
const said =
	(equal: boolean): Change =>
	(seen) => {
		const step = plan(seen)
		if (step.do !== 'compare') throw new Error(`${step.rule} asks for ${step.do}`)
		const message = 'members hold different data at revision 7 (a 1, c 2)'
		return {
			...seen,
			status: { ...seen.status, compared: { occasion: step.occasion, equal, message } },
		}
	}

const corrupt: readonly Row[] = [
	{
		what: 'the others are asked whether they hold the same',
		from: look(three, bad),
		is: { rule: 'corrupt', do: 'compare' },
	},
	{
		what: 'if they do it is replaced',
		from: look(three, bad, said(true)),
		is: { rule: 'corrupt', do: 'removeMember', name: 'b' },
		says: /^b is replaced: etcd raised CORRUPT for member b, and all others hold the same$/,
	},
	{
		what: 'if it leads another one does first',
		from: look(three, alarm('CORRUPT', 'a1'), said(true)),
		is: { rule: 'corrupt', do: 'moveLeader', toName: 'b' },
	},
	{
		what: 'it goes also where it does not answer any more',
		from: look(three, bad, said(true), member('b', { health: mute })),
		is: { rule: 'corrupt', do: 'removeMember', name: 'b' },
	},
	{
		what: 'if they do not a person decides',
		from: look(three, bad, said(false)),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /and the others differ, too: members hold different data at revision 7 \(a 1, c 2\); take snapshots/,
	},
	{
		what: 'one of them does not answer',
		from: look(three, bad, member('c', { health: mute })),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /stays for now: of the 2 that would stay 1 answer/,
	},
	{
		what: 'of four one does not answer',
		from: look(five, bad, member('c', { health: mute })),
		is: { rule: 'corrupt', do: 'wait' },
		says: /whether it is, c must say$/,
	},
	{
		what: 'who is alone cannot be disproved',
		from: look(one, alarm('CORRUPT', 'a1')),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /too few others/,
	},
	{
		what: 'etcd does not tell who it is: all are asked, so that a person may',
		from: look(three, alarm('CORRUPT', '0')),
		is: { rule: 'corrupt', do: 'compare' },
	},
	{
		what: 'what they say is told, and nothing is done',
		from: look(three, alarm('CORRUPT', '0'), said(false)),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /does not tell for which member; members hold different data .*; etcdctl member remove .* before anything else$/,
	},
	{
		what: 'nor where all hold the same by now',
		from: look(three, alarm('CORRUPT', '0'), said(true)),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /; etcdctl alarm disarm; take snapshots/,
	},
	{
		what: 'nor where they cannot be asked',
		from: look(three, alarm('CORRUPT', '0'), member('b', { health: mute })),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
	},
	{
		what: 'it names two',
		from: look(three, alarm('CORRUPT', 'b1', 'c1')),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /CORRUPT for b, c;/,
	},
	{
		what: 'it names one that we have not made',
		from: look(three, bad, member('b', { ours: false })),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
		says: /which was not made by us/,
	},
	{
		what: 'whoever it names is gone: the others are asked',
		from: look(three, alarm('CORRUPT', 'f1')),
		is: { rule: 'corrupt', do: 'compare' },
	},
	{
		what: 'they hold the same: it is over',
		from: look(three, alarm('CORRUPT', 'f1'), said(true)),
		is: { rule: 'corrupt', do: 'disarm' },
	},
	{
		what: 'they do not: it stays',
		from: look(three, alarm('CORRUPT', 'f1'), said(false)),
		is: { rule: 'corrupt', do: 'halt', reason: 'Corrupt' },
	},
	{
		what: 'it comes before a full etcd',
		from: look(
			three,
			etcd(() => ({ alarms: ['NOSPACE', 'CORRUPT'].map((kind) => ({ kind, memberId: 'b1' })) })),
			have(100, 50),
		),
		is: { rule: 'corrupt', do: 'compare' },
	},
]

const odd = (name: string, change: Change = (seen) => seen): Change =>
	all(member(name, { health: mute }), pod(name, { running: false, ready: false, saysCorrupt: true }), change)

const saysSo: readonly Row[] = [
	{
		what: 'the others are asked whether they hold the same',
		from: look(three, odd('b')),
		is: { rule: 'saysCorrupt', do: 'compare' },
	},
	{
		what: 'if they do it is the odd one, and replaced',
		from: look(three, odd('b'), said(true)),
		is: { rule: 'saysCorrupt', do: 'removeMember', name: 'b' },
		says: /^b is replaced: its data is not that of the others/,
	},
	{
		what: 'if they do not it may be right: a person decides',
		from: look(three, odd('b'), said(false)),
		is: { rule: 'saysCorrupt', do: 'halt', reason: 'DataDiffers' },
		says: /^b says that it does not hold what another member holds; members hold different data .*\(a 1, c 2\)/,
	},
	{
		what: 'however long it is silent it is not lost while they differ',
		from: look(three, odd('b'), said(false), member('b', { silentMs: 600_000 })),
		is: { rule: 'saysCorrupt', do: 'halt', reason: 'DataDiffers' },
	},
	{
		what: 'two say so',
		from: look(three, odd('b'), odd('c')),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'of three others one does not answer',
		from: look(five, odd('b'), member('d', { health: mute })),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'it is running again',
		from: look(three, pod('b', { saysCorrupt: true })),
		is: { rule: 'none', do: 'rest' },
	},
]

planned(...corrupt, ...saysSo)

test('what was asked of all is no answer of the others', (t) => {
	const seen = look(three, bad, (before) => ({
		...before,
		status: { ...before.status, compared: { occasion: 'all of them', members: 'a1 c1', equal: true } },
	}))
	t.like(plan(seen), { rule: 'corrupt', do: 'compare', among: ['a1', 'c1'] })
})

test('the alarm is over by the same answer by which its member was replaced', (t) => {
	const replaced = look(three, bad, said(true), member('b', 'gone'))
	t.like(plan(replaced), { rule: 'corrupt', do: 'disarm', memberId: 'b1' })
})

const degraded = (seen: Observed): string => {
	const { conditions = [] } = statusOf(seen, plan(seen), '')
	const { reason, message } = conditions.find(({ type }) => type === 'Degraded') ?? {}
	return `${reason}: ${message}`
}

for (const [reason, seen] of Object.entries({
	NoSpace: look(three, alarm('NOSPACE', 'a1'), have(100, 90), compacted(1000), gaveBack(500, 'b1')),
	Corrupt: look(three, alarm('CORRUPT', '0')),
	NotDefragmented: look(three, wants({ spec: { defrag: {} } }), remembers({ unsafe: '3.5.4 can diverge' })),
	'NoSpace: etcd is full and takes no writes': look(three, alarm('NOSPACE', 'a1'), have(100, 50), odd('b')),
}))
	test(`degraded: ${reason}`, (t) => {
		t.true(degraded(seen).startsWith(reason), degraded(seen))
	})
