// When members give free space back, who is first, and what is noted of it. In the worlds that these begin with a leads.
import test from 'ava'
import type { Observed } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import { statusOf } from '../../controller/status.ts'
import { all, but, latch, look, member, mute, pod, settled } from './model/look.ts'
import { wants } from './model/roll.ts'
import { planned, type Row } from './model/row.ts'
import { gaveBack, have, minutes, names, now, remembers } from './model/upkeep.ts'

type Change = (seen: Observed) => Observed

const [three, onClaims] = [settled(3, 'emptyDir'), settled(3, 'claims')]

const defrag = (spec: { schedule?: string; fragmentationPercent?: number }): Change =>
	all(but({ now }), wants({ spec: { defrag: spec } }))
const weekly = defrag({ schedule: '30 11 * * *' })
const half = defrag({ fragmentationPercent: 50 })
const noted = (text: string): Change => all(...names.map((name) => latch(name, { defragmented: text })))

const fragmented: readonly Row[] = [
	{
		what: 'half an hour after it was due, followers first',
		from: look(three, weekly, have(100, 80, 200)),
		is: { rule: 'fragmented', do: 'defragment', name: 'b' },
		says: /^spec\.defrag\.schedule is due: b gives space back to the disk$/,
	},
	{
		what: 'the leader last, and it hands over before',
		from: look(three, weekly, have(100, 80, 200), gaveBack(1000, 'b1', 'c1')),
		is: { rule: 'fragmented', do: 'moveLeader', toName: 'b' },
	},
	{
		what: 'once for each time',
		from: look(three, weekly, have(100, 80, 200), noted('2026-11-18T11:30:20Z')),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'what was done the time before is done again',
		from: look(three, weekly, have(100, 80, 200), noted('2026-11-17T11:30:20Z')),
		is: { rule: 'fragmented', do: 'defragment' },
	},
	{
		what: 'what could not be done within an hour waits for the next time',
		from: look(three, defrag({ schedule: '30 10 * * *' }), have(100, 80, 200)),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'who is younger than that is not due',
		from: look(three, weekly, have(100, 80, 200), pod('b', { createdAt: now - minutes(5) })),
		is: { rule: 'fragmented', do: 'defragment', name: 'c' },
	},
	{
		what: 'where less than a tenth and less than 10 MiB is free it is left out',
		from: look(three, weekly, have(100, 91, 200)),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: '10 MiB are worth it in a large one',
		from: look(three, weekly, have(1000, 989, 4000)),
		is: { rule: 'fragmented', do: 'defragment' },
	},
	{
		what: 'a few pages are not, in however small a one',
		from: look(three, half, have(1, 0.125)),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'half of the file is free',
		from: look(three, half, have(40, 20)),
		is: { rule: 'fragmented', do: 'defragment', name: 'b' },
		says: /^spec\.defrag\.fragmentationPercent is reached: b gives/,
	},
	{
		what: 'less is not',
		from: look(three, half, have(40, 21)),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'not again within ten minutes',
		from: look(three, half, have(40, 20), noted('2026-11-18T11:51:00Z')),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'after them it is',
		from: look(three, half, have(40, 20), noted('2026-11-18T11:49:00Z')),
		is: { rule: 'fragmented', do: 'defragment' },
	},
	{
		what: 'where nobody tells what is in use nothing is known to be free',
		from: look(three, half, have(40, 0)),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'not while a pod is not ready',
		from: look(three, half, have(40, 20), pod('c', { ready: false })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'not while a member does not answer',
		from: look(three, half, have(40, 20), member('c', { health: mute })),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'not while another gives space back',
		from: look(three, half, have(40, 20), remembers({ busy: true })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'not on a release that does not survive a crash in it',
		from: look(three, half, have(40, 20), remembers({ unsafe: '3.5.4 can diverge' })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'members are rolled before',
		from: look(onClaims, half, have(40, 20), wants({ template: 'another' })),
		is: { rule: 'rolls', do: 'withdraw' },
	},
]

planned(...fragmented)

test('when a member last gave space back is noted, and kept', (t) => {
	const before = noted('2026-11-11T11:30:20Z')
	const seen = look(three, before, gaveBack(1000, 'b1'))
	const { memberStates } = statusOf(seen, plan(seen), '')
	t.deepEqual(
		memberStates?.map(({ defragmented }) => defragmented),
		['2026-11-11T11:30:20Z', '2026-11-18T11:59:59Z', '2026-11-11T11:30:20Z'],
	)
})
