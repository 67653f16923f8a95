// When the next backup is due: each row is a time and what was before it.
import test from 'ava'
import { dueAt, dueBetween, freshUntil, type Timing } from '../../api/due.ts'

const at = (time: string): number => Date.parse(`2026-11-19T${time}Z`)
const timing = (change: Partial<Timing>): Timing => ({
	created: at('10:00:00'),
	now: at('10:00:00'),
	policy: undefined,
	last: undefined,
	succeeded: false,
	...change,
})
const every = (seconds: number) => ({ backupIntervalInSecond: seconds })
const cron = { schedule: '*/15 * * * *' }
const ended = (due: string, end: string, failures = 0) => ({ due: at(due), ended: at(end), failures })

const rows: readonly (readonly [what: string, timing: Partial<Timing>, due: string | undefined])[] = [
	['one is due at once', {}, '10:00:00'],
	[
		'one that succeeded is never due again',
		{ succeeded: true, last: ended('10:00:00', '10:00:09') },
		undefined,
	],
	[
		'one that failed is tried again half a minute later',
		{ last: ended('10:00:00', '10:00:09', 1), now: at('10:00:10') },
		'10:00:39',
	],
	['and later each time', { last: ended('10:00:00', '10:00:09', 3), now: at('10:00:10') }, '10:02:09'],
	['but each hour', { last: ended('10:00:00', '10:00:09', 40), now: at('10:00:10') }, '11:00:09'],
	['the first of an interval is due at once', { policy: every(3600), now: at('10:00:01') }, '10:00:00'],
	[
		'the next when the interval is over, however long the first took',
		{ policy: every(3600), now: at('10:40:00'), last: ended('10:00:00', '10:30:00') },
		'11:00:00',
	],
	[
		'many that were missed are one',
		{ policy: every(60), now: at('13:07:31'), last: ended('10:03:00', '10:03:05') },
		'13:07:00',
	],
	[
		'one that failed is tried again before the next',
		{ policy: every(3600), now: at('10:00:20'), last: ended('10:00:00', '10:00:10', 1) },
		'10:00:40',
	],
	[
		'unless the next is due sooner',
		{ policy: every(20), now: at('10:00:15'), last: ended('10:00:00', '10:00:10', 1) },
		'10:00:20',
	],
	[
		'a cron line says when its first is due',
		{ policy: cron, now: at('10:03:00'), created: at('10:02:00') },
		'10:15:00',
	],
	['and what is due then', { policy: cron, now: at('10:16:00'), created: at('10:02:00') }, '10:15:00'],
	[
		'what was missed by it is one as well',
		{ policy: cron, now: at('13:16:00'), last: ended('10:15:00', '10:15:09') },
		'13:15:00',
	],
	[
		'what it had before it was created was never due',
		{ policy: { schedule: '0 3 * * *' }, now: at('10:00:01') },
		'27:00:00',
	],
	[
		'a clock that went back makes nothing due',
		{ policy: every(3600), now: at('09:00:00'), last: ended('10:00:00', '10:00:09') },
		'11:00:00',
	],
]

for (const [what, change, due] of rows)
	test(what, (t) => {
		const found = dueAt(timing(change))
		const wanted = due?.startsWith('27')
			? Date.parse('2026-11-20T03:00:00Z')
			: due === undefined
				? undefined
				: at(due)
		t.is(found && new Date(found).toISOString(), wanted && new Date(wanted).toISOString())
	})

test('whoever is late for two is told of', (t) => {
	const created = at('10:00:00')
	t.is(freshUntil({ created, policy: undefined }, undefined), undefined)
	t.is(freshUntil({ created, policy: every(600) }, undefined), at('10:21:00'))
	t.is(freshUntil({ created, policy: every(600) }, at('11:00:00')), at('11:21:00'))
	t.is(freshUntil({ created, policy: cron }, at('11:01:00')), at('11:31:00'))
})

test('at every moment of any history at most one is due, and never one of before the last', (t) => {
	let seed = 7
	const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
	for (let history = 0; history < 2000; history++) {
		const policy = [every(1 + random(4000)), cron, { schedule: '7 */3 * * *' }, undefined][random(4)]
		let last: Timing['last']
		let [now, succeeded, begun] = [at('10:00:00'), false, 0]
		for (let look = 0; look < 40; look++) {
			now += random(2_000_000)
			const due = dueAt(timing({ policy, now, last, succeeded }))
			if (due === undefined || due > now) continue
			t.true(last === undefined || due > last.due, `${due} after ${last?.due}`)
			const failed = random(3) === 0
			begun++
			now += random(60_000)
			last = { due, ended: now, failures: failed ? (last?.failures ?? 0) + 1 : 0 }
			if (!failed) succeeded = true
		}
		if (policy === undefined) t.true(begun >= 1)
	}
})

const counted: readonly (readonly [
	what: string,
	policy: Timing['policy'],
	after: string,
	until: string,
	count: number,
])[] = [
	['once', undefined, '10:00:00', '23:00:00', 0],
	['by an interval, from what was due then', every(600), '10:00:00', '11:00:00', 6],
	['and with what is due at once', every(600), '09:00:00', '10:00:00', 1],
	['and none before it was made', every(600), '08:00:00', '09:00:00', 0],
	['by a cron line', cron, '10:00:00', '11:00:00', 4],
	['between two', cron, '10:00:00', '10:14:59', 0],
	['backwards', cron, '11:00:00', '10:00:00', 0],
	['up to what anybody wants to know', { schedule: '* * * * *' }, '10:00:00', '23:00:00', 50],
]

for (const [what, policy, after, until, count] of counted)
	test(`how many are due: ${what}`, (t) => {
		t.is(dueBetween({ created: at('10:00:00'), policy }, [at(after), at(until)], 50), count)
	})
