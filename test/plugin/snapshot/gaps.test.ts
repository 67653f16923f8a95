// Where snapshots are missing by a schedule: rows of times at which they were taken, and what that lacks.
import test from 'ava'
import { gapsOf, mostMissed, type Schedule } from '../../../plugin/snapshot/gaps.ts'

const at = (time: string): number => Date.parse(`2026-03-${time}Z`)
const created = at('01T00:00:00')
const cron = (schedule: string): Schedule => ({ created, policy: { schedule } })
const every = (seconds: number): Schedule => ({ created, policy: { backupIntervalInSecond: seconds } })
const once: Schedule = { created, policy: undefined }

type Row = readonly [
	what: string,
	schedule: Schedule,
	taken: readonly string[],
	now: string,
	/** After, until, how many. */
	gaps: readonly (readonly [string | undefined, string | undefined, number])[],
]

const rows: readonly Row[] = [
	['one that is to be one never lacks any', once, [], '20T00:00:00', []],
	['none is due yet', cron('0 * * * *'), [], '01T01:30:00', []],
	['one was missed, and the next is not late', cron('0 * * * *'), ['01T01:00:05'], '01T03:00:30', []],
	[
		'two were missed, and more than a minute ago',
		cron('0 * * * *'),
		['01T01:00:05'],
		'01T03:01:30',
		[['01T01:00:05', undefined, 2]],
	],
	['none ever came', cron('0 * * * *'), [], '01T05:10:00', [[undefined, undefined, 5]]],
	[
		'a night without any, caught up in the morning',
		cron('0 */6 * * *'),
		['01T06:00:03', '01T12:00:03', '02T07:30:00', '02T12:00:04'],
		'02T13:00:00',
		[['01T12:00:03', '02T07:30:00', 2]],
	],
	[
		'in whatever order they are told',
		cron('0 */6 * * *'),
		['02T12:00:04', '01T06:00:03', '02T07:30:00', '01T12:00:03'],
		'02T13:00:00',
		[['01T12:00:03', '02T07:30:00', 2]],
	],
	['by an interval, one late', every(3600), ['01T01:00:01', '01T03:00:40'], '01T03:30:00', []],
	[
		'by an interval, some missed twice',
		every(3600),
		['01T01:00:01', '01T05:00:01'],
		'01T09:30:00',
		[
			['01T01:00:01', '01T05:00:01', 3],
			['01T05:00:01', undefined, 4],
		],
	],
	[
		'what is older than the first that is kept is nobody’s business',
		cron('0 * * * *'),
		['09T01:00:05'],
		'09T01:30:00',
		[],
	],
	[
		'many are not counted to the end',
		every(1),
		['01T01:00:00'],
		'09T00:00:00',
		[['01T01:00:00', undefined, mostMissed]],
	],
	['a line that is none says nothing', cron('every day'), ['01T01:00:00'], '09T00:00:00', []],
]

for (const [what, schedule, taken, now, gaps] of rows)
	test(what, (t) => {
		const time = (text: string | undefined): number | undefined => (text === undefined ? undefined : at(text))
		t.deepEqual(
			gapsOf(taken.map(at), schedule, at(now)),
			gaps.map(([after, until, missed]) => ({ after: time(after), until: time(until), missed })),
		)
	})
