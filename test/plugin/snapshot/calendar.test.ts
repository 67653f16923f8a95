// Snapshots as a calendar: each row is what was taken, and the picture of it.
import test from 'ava'
import { calendarLines } from '../../../plugin/snapshot/calendar.ts'
import { gapsOf, type Schedule } from '../../../plugin/snapshot/gaps.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { uncoloured, widthOf } from '../../../plugin/screen/width.ts'

const at = (time: string): number => Date.parse(`2026-${time}Z`)
const cron = (schedule: string, created: string): Schedule => ({ created: at(created), policy: { schedule } })

interface Asked {
	readonly taken: readonly string[]
	/** Those that nobody read back. */
	readonly doubtful?: readonly string[]
	readonly schedule?: Schedule
	readonly now: string
}

interface Drawn {
	readonly width?: number
	readonly ascii?: boolean
	readonly colour?: boolean
}

function draw(
	{ taken, doubtful = [], schedule = cron('0 */6 * * *', '03-01T00:00:00'), now }: Asked,
	{ width, ascii = false, colour = false }: Drawn = {},
): readonly string[] {
	const all = [
		...taken.map((time) => ({ at: at(time), isVerified: true })),
		...doubtful.map((time) => ({ at: at(time), isVerified: false })),
	]
	const gaps = gapsOf(
		all.map((one) => one.at),
		schedule,
		at(now),
	)
	return calendarLines(all, { schedule, gaps, now: at(now) }, lookOf({ colour, ascii, width }))
}

const night: Asked = {
	taken: ['03-01T06:00:03', '03-01T12:00:03', '03-02T12:00:04', '03-02T18:00:01'],
	doubtful: ['03-02T07:30:00'],
	now: '03-02T19:10:00',
}

const rows: readonly (readonly [what: string, asked: Asked, drawn: Drawn, lines: readonly string[]])[] = [
	[
		'an hour a cell, where it is often: what is missed is marked, and what was not read back',
		night,
		{},
		[
			'UTC         0     6     12    18',
			'2026-03-01  ······▒·····▒·····✖·····',
			'2026-03-02  ✖·····✖?····▒·····▒·',
			'▒ 1   ? not verified   ✖ missed   · none',
		],
	],
	[
		'with ASCII alone',
		night,
		{ ascii: true },
		[
			'UTC         0     6     12    18',
			'2026-03-01  ......:.....:.....X.....',
			'2026-03-02  X.....X?....:.....:.',
			': 1   ? not verified   X missed   . none',
		],
	],
	[
		'narrower, a cell is of two hours',
		night,
		{ width: 30 },
		[
			'UTC         0  6  12 18',
			'2026-03-01  ···▒··▒··✖··',
			'2026-03-02  ✖··?··▒··▒',
			'▒ 1   ? not verified   ✖ missed   · none',
		],
	],
	[
		'how many is how dark',
		{
			taken: [
				'03-01T00:00:00',
				'03-01T01:00:00',
				'03-01T01:30:00',
				...['00', '10', '20', '30'].map((minute) => `03-01T02:${minute}:00`),
			],
			schedule: cron('*/10 * * * *', '03-01T02:00:00'),
			now: '03-01T02:35:00',
		},
		{},
		['UTC         0     6     12    18', '2026-03-01  ▒▓█', '▒ 1   ▓ 2-3   █ 4 or more'],
	],
	[
		'a day a cell, where it is daily',
		{
			taken: ['02-26T03:00:04', '02-27T03:00:04', '03-03T03:00:04', '03-04T03:00:05'],
			schedule: cron('0 3 * * *', '02-20T00:00:00'),
			now: '03-04T09:00:00',
		},
		{},
		[
			'UTC         Mo Tu We Th Fr Sa Su',
			'2026-02-23  ·  ·  ·  ▒  ▒  ✖  ✖',
			'2026-03-02  ✖  ▒  ▒',
			'▒ 1   ✖ missed   · none',
		],
	],
	[
		'none ever came',
		{ taken: [], schedule: cron('0 3 * * *', '03-01T12:00:00'), now: '03-04T09:00:00' },
		{},
		[
			'UTC         Mo Tu We Th Fr Sa Su',
			'2026-02-23  ·  ·  ·  ·  ·  ·  ·',
			'2026-03-02  ✖  ✖  ✖',
			'✖ missed   · none',
		],
	],
	['nothing was taken, and nothing was due', { taken: [], now: '03-01T00:30:00' }, {}, []],
	['without room there is none', night, { width: 15 }, []],
]

for (const [what, asked, drawn, lines] of rows) test(what, (t) => t.deepEqual(draw(asked, drawn), lines))

test('colours change nothing but colours, and no line is wider than the screen', (t) => {
	for (let width = 16; width < 60; width++) {
		const plain = draw(night, { width })
		t.deepEqual(draw(night, { width, colour: true }).map(uncoloured), plain)
		for (const line of plain.slice(0, -1)) t.true(widthOf(line) <= width, line)
	}
})

test('years are cut to what is late', (t) => {
	const taken = Array.from({ length: 200 }, (_, day) =>
		new Date(at('01-01T03:00:00') + day * 86_400_000).toISOString().slice(5, 19),
	)
	const lines = draw({ taken, schedule: cron('0 3 * * *', '01-01T00:00:00'), now: taken.at(-1) ?? '' })
	t.is(lines.length, 16)
	t.regex(lines.at(-2) ?? '', /^2026-07-13 {2}▒/)
})
