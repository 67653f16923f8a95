// Logs whose streams are cut, in the middle of a line, too, by a server in the API server's place: no line is lost and none is doubled.
import type { ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { followAll } from '../../../plugin/logs/follow.ts'
import { Footnotes } from '../../../plugin/logs/footnotes.ts'
import { readAll } from '../../../plugin/logs/read.ts'
import { Resume } from '../../../plugin/logs/resume.ts'
import { memberSource } from '../../../plugin/logs/source.ts'
import { until } from '../../kube/support.ts'
import { json, rude } from '../../kube/rude.ts'

const pod = (name: string, resourceVersion: string, more: object = {}) => ({
	metadata: { namespace: 'n', name, uid: `uid-${name}`, resourceVersion, ...more },
	spec: { containers: [{ name: 'etcd' }] },
})
const stamp = (second: number, text: string, fraction = '.5'): string =>
	`2026-11-19T08:00:0${second}${fraction}Z ${text}\n`
const previous = { message: 'previous terminated container "etcd" in pod "a" not found' }

type Log = (query: URLSearchParams, outgoing: ServerResponse) => void

/** What each log answers is scripted; a request beyond the script is held open, as a process that says nothing is. */
async function serve(t: ExecutionContext, logs: Readonly<Record<string, Log[]>>, pods = ['a']) {
	let watch: ServerResponse | undefined
	const asked: string[] = []
	const { api } = await rude(t, (incoming, outgoing) => {
		const { pathname, searchParams: query } = new URL(incoming.url ?? '', 'https://n')
		const [, name] = /\/pods\/(\w+)\/log$/.exec(pathname) ?? []
		if (name !== undefined) {
			asked.push(`${name} ${query.get('previous') ? 'previous' : 'now'} ${query.get('sinceTime') ?? '-'}`)
			const script = logs[query.get('previous') ? `${name} before` : name]?.shift()
			if (script === undefined && query.get('previous')) return json(outgoing, 400, previous)
			if (logs[name] === undefined) return json(outgoing, 403, { message: 'no' })
			outgoing.flushHeaders()
			return script?.(query, outgoing)
		}
		if (query.get('watch') === null)
			return json(outgoing, 200, {
				metadata: { resourceVersion: '10' },
				items: pods.map((one) => pod(one, '1')),
			})
		watch = outgoing
		outgoing.flushHeaders()
	})
	const [taken, told]: [string[], string[]] = [[], []]
	const stop = new AbortController()
	const resumes = new Map<string, Resume>()
	const reading = {
		api,
		query: {},
		footnotes: new Footnotes((text) => void told.push(text)),
		stop: stop.signal,
		resumes,
	}
	const following = followAll({
		...reading,
		namespace: 'n',
		selector: 'labelSelector=x',
		sourceOf: memberSource,
		take: ({ text }) => void taken.push(text),
	})
	return {
		asked,
		taken,
		told,
		reading,
		send: (type: string, object: object) => watch?.write(`${JSON.stringify({ type, object })}\n`),
		async end() {
			stop.abort()
			await following
		},
	}
}

test('a stream that is cut is read on, and what comes again is not printed again', async (t) => {
	const on = await serve(t, {
		a: [
			(_, out) => {
				out.write(stamp(1, 'one') + stamp(2, 'two') + stamp(2, 'two') + stamp(2, 'half a li', '.6').trimEnd())
				setTimeout(() => out.destroy(), 50)
			},
			// From the second of the last line on, as the API server understands it.
			(_, out) =>
				void out.write(stamp(2, 'two') + stamp(2, 'two') + stamp(2, 'half a line', '.6') + stamp(3, 'three')),
		],
	})
	await until('all lines are there', () => on.taken.includes('three'))
	await on.end()
	t.deepEqual(on.taken, ['one', 'two', 'two', 'half a line', 'three'])
	t.deepEqual(on.told, ['a: the stream of its log was cut'])
	t.deepEqual(on.asked, ['a now -', 'a previous 2026-11-19T08:00:02Z', 'a now 2026-11-19T08:00:02Z'])
})

test('what a process said last before it was started again is read from the log of before', async (t) => {
	const on = await serve(t, {
		a: [
			(_, out) => {
				out.write(stamp(1, 'one'))
				setTimeout(() => out.destroy(), 50)
			},
			(_, out) => void out.write(stamp(5, 'begun anew')),
		],
		'a before': [(_, out) => void out.end(stamp(1, 'one') + stamp(2, 'last words'))],
	})
	await until('all lines are there', () => on.taken.includes('begun anew'))
	await on.end()
	t.deepEqual(on.taken, ['one', 'last words', 'begun anew'])
})

test('a pod that comes is read from its beginning, and one that goes is left', async (t) => {
	const on = await serve(t, {
		a: [(_, out) => void out.end(stamp(1, 'bye'))],
		b: [(_, out) => void out.write(stamp(3, 'hello'))],
	})
	await until('the first is read', () => on.taken.includes('bye'))
	on.send('ADDED', pod('b', '11'))
	await until('the second is read', () => on.taken.includes('hello'))
	on.send('DELETED', pod('a', '12'))
	await until('the first was asked for the last time', () => on.asked.length > 3)
	await on.end()
	t.deepEqual(on.taken, ['bye', 'hello'])
	t.deepEqual(on.told, [])
})

test('lines of two members come in the order of time although one is late', async (t) => {
	const on = await serve(
		t,
		{
			a: [(_, out) => void out.write(stamp(1, 'a1') + stamp(3, 'a3'))],
			b: [(_, out) => void setTimeout(() => out.write(stamp(2, 'b2') + stamp(4, 'b4')), 150)],
		},
		['a', 'b'],
	)
	await until('all lines are there', () => on.taken.length === 4)
	await on.end()
	t.deepEqual(on.taken, ['a1', 'b2', 'a3', 'b4'])
})

test('a log that is forbidden is asked for once', async (t) => {
	const on = await serve(t, { b: [(_, out) => void out.write(stamp(1, 'b1'))] }, ['a', 'b'])
	await until('the other is read', () => on.taken.length === 1)
	await on.end()
	t.deepEqual(on.told, ['a: you may not read logs in n (get pods/log)'])
	t.is(on.asked.filter((one) => one.startsWith('a ')).length, 1)
})

test('logs with an end: one that breaks is a footnote, the others are merged', async (t) => {
	const { api } = await rude(t, ({ url = '' }, out) => {
		if (url.includes('/pods/a/')) return void out.end(stamp(1, 'a1') + stamp(4, 'a4'))
		if (url.includes('/pods/b/'))
			return void out.end(stamp(2, 'b2') + 'unable to retrieve container logs for x\n')
		if (url.includes('/pods/c/')) return json(out, 403, { message: 'no' })
		json(out, 400, { message: 'container "etcd" in pod "d" is waiting to start: PodInitializing' })
	})
	const [footnotes, resumes] = [new Footnotes(), new Map<string, Resume>()]
	const sources = ['a', 'b', 'c', 'd'].map((name) => memberSource(pod(name, '1')))
	const stop = new AbortController().signal
	const texts: string[] = []
	for await (const { text } of readAll(sources, () => new Resume(), {
		api,
		query: {},
		footnotes,
		stop,
		resumes,
	}))
		texts.push(text)
	t.deepEqual(texts, ['a1', 'b2', 'a4'])
	t.deepEqual(footnotes.lines().toSorted(), [
		'b: unable to retrieve container logs for x',
		'c: you may not read logs in n (get pods/log)',
		'd: no log yet, its container waits: PodInitializing',
	])
	t.deepEqual([...resumes.keys()].toSorted(), ['uid-a', 'uid-b'])
})
