// What is printed of a line, of many lines, and of logs that cannot be read.
import test from 'ava'
import { KubeError } from '../../../kube/errors.ts'
import { Flags } from '../../../plugin/line/flags.ts'
import { footnoteOf, Footnotes } from '../../../plugin/logs/footnotes.ts'
import { Notes } from '../../../plugin/logs/notes.ts'
import { logPath, queryOf } from '../../../plugin/logs/query.ts'
import { lineText, type Shape } from '../../../plugin/logs/shape.ts'
import { stampedOf } from '../../../plugin/logs/stamped.ts'
import { understand } from '../../../plugin/logs/understand.ts'
import { escapeLetter, paintOf } from '../../../plugin/screen/paint.ts'
import { uncoloured } from '../../../plugin/screen/width.ts'

const shape = (colour: boolean, more: Partial<Shape> = {}): Shape => ({
	paint: paintOf(colour),
	ids: new Map([['eedd716e067716b1', 'orders-b']]),
	stamps: false,
	hues: new Map([
		['orders-a', 0],
		['orders-long', 1],
	]),
	without: new Set(),
	...more,
})

const shown = (text: string, how = shape(false)): string => {
	const line = stampedOf(`2026-11-19T08:54:32.883613123Z ${text}`)
	return line === undefined ? '' : lineText(line, 'orders-a', understand(text), how)
}

const rows: Readonly<Record<string, readonly [string, string]>> = {
	'ids have names, and texts with spaces quotes': [
		'{"level":"warn","caller":"rafthttp/stream.go:420","msg":"lost","remote-peer-id":"eedd716e067716b1","error":"unexpected EOF"}',
		'08:54:32.883 orders-a    W rafthttp: lost error="unexpected EOF" remote-peer-id=eedd716e067716b1(orders-b)',
	],
	'ids in a message, and voters in hex': [
		'2026-11-19 08:55:12.9 I | raft: 42f6aaf2e07976d3 switched to configuration voters=(4825232010898929363 17212038068248712881)',
		'08:54:32.883 orders-a    I raft: 42f6aaf2e07976d3 switched to configuration voters=(42f6aaf2e07976d3 eedd716e067716b1(orders-b))',
	],
	'no more fields than one can read': [
		`{"level":"info","caller":"e/a.go:1","msg":"m",${Array.from({ length: 11 }, (_, at) => `"f${at}":${at}`).join(',')}}`,
		'08:54:32.883 orders-a    I e: m f0=0 f1=1 f2=2 f3=3 f4=4 f5=5 f6=6 f7=7 and 3 more',
	],
	'what is no known form stands as it is': [
		'goroutine 1 [running]:',
		'08:54:32.883 orders-a      goroutine 1 [running]:',
	],
}

for (const [title, [text, wanted]] of Object.entries(rows))
	test(title, (t) => {
		t.is(shown(text), wanted)
		t.is(uncoloured(shown(text, shape(true))), wanted)
	})

test('no log moves the cursor or changes the colours', (t) => {
	const evil = `{"level":"info","caller":"e/a.go:1","msg":"a\\u001b[2Jb\\u009bc\\nd","key":"\\u001b]0;x\\u0007"}`
	t.false(shown(evil).includes(escapeLetter))
	t.regex(shown(evil), /a\\x1b\[2Jb\\x9bc\\nd/)
	t.false(shown(`x${escapeLetter}[31mred\r`).includes(escapeLetter))
})

test('the node’s time in full, when asked for', (t) => {
	t.regex(shown('x', shape(false, { stamps: true })), /^2026-11-19T08:54:32\.883613123Z orders-a/)
})

test('what lines mean is counted, with who and when', (t) => {
	const notes = new Notes()
	const say = (time: string, who: string, text: string): void =>
		notes.add(stampedOf(`2026-11-19T${time}Z`)?.at ?? 0, who, understand(text))
	const slow =
		'{"level":"warn","caller":"txn/util.go:93","msg":"apply request took too long","took":"1.2s","request":"x"}'
	say('14:01:02', 'b', slow)
	for (let count = 0; count < 310; count++) say('14:05:00', 'a', slow)
	say(
		'14:09:59',
		'a',
		'2026-11-19 14:09:59.1 W | etcdserver: apply entries took too long [1.2s for 1 entries]',
	)
	say('14:02:00', 'a', '2026-11-19 14:02:00.1 W | wal: sync duration of 1.3s, expected less than 1s')
	say('14:02:00', 'a', '{"level":"info","logger":"raft","msg":"a1 is starting a new election at term 1"}')
	say(
		'14:02:00',
		'a',
		'{"level":"warn","caller":"a/b.go:1","msg":"failed","error":"etcdserver: mvcc: database space exceeded"}',
	)
	t.deepEqual(notes.lines(true), [
		'database full x1 at 14:02 UTC on a: an alarm is raised, and writes may be refused; kubectl etcd alarm ls',
		'slow fdatasync x1 at 14:02 UTC on a: the disk is slow to make writes last',
		'apply request took too long x312 between 14:01 and 14:09 UTC on a, b: disk or processor are slow, or requests are large',
	])
	t.regex(notes.lines(false)[2] ?? '', /×312/)
	say('14:02:01', 'b', '2026-11-19 08:53:43.560607 I | raft: a1 is starting a new election at term 3')
	say('14:02:02', 'c', 'raft2026/11/19 08:55:29 INFO: a1 is starting a new election at term 2')
	t.is(notes.lines(true).length, 4)
})

test('notes of more than one day say so', (t) => {
	const notes = new Notes()
	for (const day of ['18', '19'])
		notes.add(stampedOf(`2026-11-${day}T23:00:00Z`)?.at ?? 0, 'a', understand('panic: x'))
	t.regex(notes.lines(true)[0] ?? '', /between 2026-11-18 23:00 and 2026-11-19 23:00/)
})

const source = { who: 'orders-a', namespace: 'team-a', pod: 'orders-a', container: 'etcd' }
const refusals: readonly (readonly [number, string, string])[] = [
	[
		403,
		'pods "orders-a" is forbidden: User "eve" cannot get resource "pods/log"',
		'orders-a: you may not read logs in team-a (get pods/log)',
	],
	[
		400,
		'container "etcd" in pod "orders-a" is waiting to start: ContainerCreating',
		'orders-a: no log yet, its container waits: ContainerCreating',
	],
	[
		400,
		'previous terminated container "etcd" in pod "orders-a" not found',
		'orders-a: its container has not been restarted, so there is no log before this one',
	],
	[400, 'container etcd is not valid for pod orders-a', 'orders-a: pod orders-a has no container etcd'],
	[0, 'the node sends no log', 'orders-a: the node sends no log'],
]

for (const [status, message, wanted] of refusals)
	test(`a footnote: ${message}`, (t) => {
		t.is(footnoteOf(source, new KubeError(status, 'Because', message)), wanted)
	})

test('each footnote is told once', (t) => {
	const told: string[] = []
	const footnotes = new Footnotes((text) => void told.push(text))
	for (const text of ['a', 'b', 'a']) footnotes.add(text)
	t.deepEqual(told, ['a', 'b'])
	t.deepEqual(footnotes.lines(), ['a', 'b'])
})

const flags = (given: Readonly<Record<string, string | boolean>>): Flags =>
	new Flags(new Map(Object.entries(given)))

test('flags become a question to the API server', (t) => {
	t.deepEqual(queryOf(flags({ since: '90s', tail: '5' })), { sinceSeconds: 90, tailLines: 5 })
	t.deepEqual(queryOf(flags({ since: '300ms', tail: '-1' })), { sinceSeconds: 1 })
	t.deepEqual(queryOf(flags({ previous: true })), { previous: true })
	t.is(
		logPath(source, { sinceTime: '2026-11-19T08:00:00Z', follow: true }),
		'/api/v1/namespaces/team-a/pods/orders-a/log?container=etcd&timestamps=true&sinceTime=2026-11-19T08%3A00%3A00Z&follow=true',
	)
	t.throws(() => queryOf(flags({ since: '1h', 'since-time': '2026-11-19T08:00:00Z' })), {
		message: /leave one/,
	})
	t.throws(() => queryOf(flags({ 'since-time': 'yesterday' })), { message: /"yesterday" is not a time/ })
	t.throws(() => queryOf(flags({ previous: true, follow: true })), { message: /leave out --follow/ })
	t.throws(() => queryOf(flags({ tail: 'x' })), { message: /--tail: "x"/ })
})
