// Lines of several logs in one order, and a log that is read on without repeating a line.
import test from 'ava'
import { Hold } from '../../../plugin/logs/hold.ts'
import { merged } from '../../../plugin/logs/merge.ts'
import { Resume } from '../../../plugin/logs/resume.ts'
import { dayOf, stampedOf, timeOfDay } from '../../../plugin/logs/stamped.ts'

test('a line is its time and its text', (t) => {
	const rows = [
		['2026-11-19T08:54:32.883613123Z a b', 1795078472883613, 'a b'],
		['2026-11-19T09:54:32.883613123+01:00 a', 1795078472883613, 'a'],
		['2026-11-19T08:54:32Z ', 1795078472000000, ''],
		['2026-11-19T08:54:32.5Z', 1795078472500000, ''],
	] as const
	for (const [raw, at, text] of rows) {
		const { at: found, text: said, stamp } = stampedOf(raw) ?? { at: 0, text: '', stamp: '' }
		t.true(Math.abs(found - at) < 1, raw)
		t.is(said, text)
		t.is(stamp, raw.split(' ')[0] ?? '')
	}
	t.is(stampedOf('unable to retrieve container logs'), undefined)
	t.is(timeOfDay(1795078472883613), '08:54:32.883')
	t.is(dayOf(1795078472883613), '2026-11-19')
})

interface One {
	readonly at: number
	readonly of: string
}

async function* from(of: string, ...times: readonly number[]): AsyncGenerator<One> {
	for (const at of times) yield await Promise.resolve({ at, of })
}

test('several are merged in the order of time, and each keeps its own', async (t) => {
	const found: string[] = []
	// The second goes back in time once: its lines stay as they were written.
	for await (const { at, of } of merged([from('a', 1, 4, 9), from('b', 2, 8, 3), from('c')]))
		found.push(`${of}${at}`)
	t.deepEqual(found, ['a1', 'b2', 'a4', 'b8', 'b3', 'a9'])
})

test('who stops reading closes all', async (t) => {
	const closed: string[] = []
	async function* noting(of: string): AsyncGenerator<One> {
		try {
			for (let at = 0; ; at++) yield await Promise.resolve({ at, of })
		} finally {
			closed.push(of)
		}
	}
	for await (const { at } of merged([noting('a'), noting('b')])) if (at > 2) break
	t.deepEqual(closed.toSorted(), ['a', 'b'])
})

test('what comes late is put before what is held still', (t) => {
	const hold = new Hold<One>(400)
	const names = (lines: readonly One[]): string => lines.map(({ of }) => of).join('')
	t.is(hold.waitMs(0), undefined)
	hold.push({ at: 20, of: 'b' }, 1000)
	hold.push({ at: 30, of: 'd' }, 1100)
	hold.push({ at: 10, of: 'a' }, 1300)
	hold.push({ at: 20, of: 'c' }, 1310)
	t.is(hold.waitMs(1310), 90)
	t.is(names(hold.take(1399)), '')
	t.is(names(hold.take(1400)), 'ab') // a is older than b, and does not wait on its own
	t.is(names(hold.take(1500)), 'cd')
	hold.push({ at: 1, of: 'e' }, 1600)
	t.is(names(hold.all()), 'e')
	t.is(hold.waitMs(1600), undefined)
})

const line = (time: string, text: string): string => `2026-11-19T08:54:${time}Z ${text}`

test('a log is read on from the second of its newest line, without those that were read', (t) => {
	const resume = new Resume()
	t.is(resume.since(), undefined)
	t.false(resume.repeats()(line('01', 'x')))
	for (const raw of [line('01.1', 'a'), line('02.1', 'b'), line('02.1', 'b'), line('02.9', 'c')])
		resume.note(raw)
	t.is(resume.since(), '2026-11-19T08:54:02Z')
	const again = [
		line('02.1', 'b'),
		line('02.1', 'b'),
		line('02.1', 'b'),
		line('02.9', 'c'),
		line('02.95', 'd'),
	]
	const repeats = resume.repeats()
	// The third of the same line is a new one.
	t.deepEqual(again.map(repeats), [true, true, false, true, false])
	// Another stream from there begins to count anew.
	t.true(resume.repeats()(line('02.9', 'c')))
	resume.note(line('03', 'e'))
	t.is(resume.since(), '2026-11-19T08:54:03Z')
	t.false(resume.repeats()(line('02.9', 'c')))
})

test('what is older than the first line that was asked for does not come with its second', (t) => {
	const resume = new Resume()
	resume.note(line('02.5', 'the only one of --tail 1'))
	const again = [
		line('02.1', 'a'),
		line('02.4', 'b'),
		line('02.5', 'the only one of --tail 1'),
		line('02.5', 'c'),
	]
	t.deepEqual(again.map(resume.repeats()), [true, true, true, false])
})

test('a node in another time zone is asked in UTC', (t) => {
	const resume = new Resume()
	resume.note('2026-11-19T09:54:32.5+01:00 a')
	t.is(resume.since(), '2026-11-19T08:54:32Z')
})
