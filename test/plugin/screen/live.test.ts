// What is written to a terminal for a screen that is drawn again and again, and the live frame for terminals of any height.
import test from 'ava'
import { LiveScreen } from '../../../plugin/screen/live.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { uncoloured } from '../../../plugin/screen/width.ts'
import { noHistory, withSight, withSilence, type History } from '../../../plugin/status/history.ts'
import { liveFrame } from '../../../plugin/status/live.ts'
import { verdictOf } from '../../../plugin/status/verdict.ts'
import { down, sight, well } from '../status/seen.ts'

const told = (text: string): string => text.replaceAll('\u001b[', '<')

interface Row {
	readonly what: string
	readonly frames: readonly (readonly string[])[]
	/** Of the last frame. */
	readonly written: string
}

const rows: readonly Row[] = [
	{ what: 'nothing changed', frames: [['one'], ['one']], written: '' },
	{
		what: 'the second line changed',
		frames: [
			['one', 'two'],
			['one', 'six'],
		],
		written: '<2;1Hsix',
	},
	{ what: 'a line is shorter', frames: [['eleven'], ['ten']], written: '<1;1Hten<K' },
	{
		what: 'a line is as wide as it was and has colours',
		frames: [['0123456789'], ['\u001b[31m9876543210\u001b[0m']],
		written: '<1;1H<31m9876543210<0m',
	},
	{ what: 'a line went', frames: [['one', 'two'], ['one']], written: '<2;1H<K' },
	{
		what: 'more lines than rows',
		frames: [['one'], ['one', 'two', 'three', 'four']],
		written: '<2;1Htwo<3;1Hthree',
	},
]

for (const { what, frames, written } of rows)
	test(`a live screen writes what changed: ${what}`, (t) => {
		const texts: string[] = []
		const screen = new LiveScreen((text) => void texts.push(text))
		for (const lines of frames) {
			texts.length = 0
			screen.draw(lines, 3)
		}
		t.is(told(texts.join('')), written)
		screen.end()
	})

test('a live screen counts every byte, and leaves the last frame behind', (t) => {
	const texts: string[] = []
	const screen = new LiveScreen((text) => void texts.push(text))
	screen.draw(['● well', 'two'], 24)
	screen.draw(['● well', 'two'], 24)
	screen.forget()
	screen.draw(['● well', 'three'], 24)
	screen.end()
	t.is(screen.bytes, Buffer.byteLength(texts.join('')))
	t.is(screen.frames, 2)
	t.is(told(texts.at(-1) ?? ''), '<?25h<?1049l● well\nthree\n')
	screen.end()
	t.is(screen.bytes, Buffer.byteLength(texts.join('')))
})

const seen = sight([well(0), well(1), down(2)])
const history = withSight(noHistory, seen, verdictOf(seen))

test('a live frame fits, and says what there is below it', (t) => {
	const whole = liveFrame(history, lookOf({ colour: false, ascii: false, width: 100 }), 2000, 1000)
	for (const width of [20, 80, 100, 160])
		for (const height of [2, 10, whole.length - 1, whole.length, 40]) {
			const frame = liveFrame(history, lookOf({ colour: true, ascii: false, width }), 2000, height)
			t.true(frame.length <= height)
			for (const line of frame) t.true(Array.from(uncoloured(line)).length <= width, line)
			t.regex(uncoloured(frame.at(-1) ?? ''), /^every 2\.0s {3}q /)
		}
	const cutOff = liveFrame(
		history,
		lookOf({ colour: false, ascii: false, width: 100 }),
		2000,
		whole.length - 1,
	)
	t.is(cutOff.at(-1), 'every 2.0s   q quit   1 more line below')
	t.deepEqual(cutOff.slice(0, -1), whole.slice(0, cutOff.length - 1))
})

test('what others write moves no cursor', (t) => {
	for (const ascii of [false, true])
		t.is(
			lookOf({ colour: true, ascii, width: 80 }).letters('disk \u001b[2Jswap\nnow\u009b1A'),
			'disk \\x1b[2Jswap\\nnow\\x9b1A',
		)
})

test('what happened is told once, though a member is silent between two versions', (t) => {
	const looks = [
		sight([well(0), well(1), well(2)]),
		sight([well(0), well(1), down(2)]),
		sight([well(0), well(1), well(2, { version: '3.7.3' })]),
		sight([well(0), well(1), well(2, { version: '3.7.3' })]),
	]
	const { happenings } = looks.reduce((before, one) => withSight(before, one, verdictOf(one)), noHistory)
	t.deepEqual(
		happenings.map(({ what }) => what),
		[
			'Degraded → Healthy',
			'orders-c 3.6.16 → 3.7.3',
			'orders-c answers again',
			'Healthy → Degraded',
			'orders-c does not answer',
		],
	)
})

test('an API server that is away is told once, and that it is back', (t) => {
	const one = sight([well(0), well(1), well(2)])
	const look = (before: History): History => withSight(before, one, verdictOf(one))
	const away = withSilence(withSilence(look(noHistory), one.at + 1, 'refused'), one.at + 2, 'refused again')
	t.deepEqual(
		look(look(away)).happenings.map(({ what }) => what),
		[
			'the API server answers again',
			'the API server does not answer, what is above was seen before: refused',
		],
	)
	const frame = liveFrame(away, lookOf({ colour: false, ascii: false, width: 100 }), 2000, 40)
	t.regex(
		frame.join('\n'),
		/● Healthy[^]*SINCE\n\S+ {2}the API server does not answer, what is above was seen before: refused\n/,
	)
})
