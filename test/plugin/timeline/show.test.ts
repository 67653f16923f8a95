// The timeline on a screen, and for a program.
import test from 'ava'
import { paintOf } from '../../../plugin/screen/paint.ts'
import { uncoloured } from '../../../plugin/screen/width.ts'
import { timelineDocument } from '../../../plugin/timeline/document.ts'
import type { Entry } from '../../../plugin/timeline/entry.ts'
import { entryLine, stripLines } from '../../../plugin/timeline/show.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}Z`)
const one = (time: string, more: Partial<Entry>): Entry => ({
	at: at(time),
	first: at(time),
	count: 1,
	sort: 'event',
	kind: 'Pod',
	name: 'orders-a',
	reason: 'Started',
	text: 'Started container etcd',
	...more,
})
const entries = [
	one('19T08:00:00', {
		sort: 'upgrade',
		text: 'Member orders-a upgraded from 3.5.35 to 3.6.16',
		kind: 'EtcdCluster',
		name: 'orders',
	}),
	one('19T09:00:00', {}),
	one('19T10:00:00', {
		sort: 'warning',
		reason: 'Unhealthy',
		text: 'probe\nfailed',
		count: 4,
		first: at('19T09:30:00'),
		who: 'kubelet',
	}),
	one('19T11:00:00', {
		sort: 'edit',
		text: 'wrote spec.size',
		kind: 'EtcdCluster',
		name: 'orders',
		who: 'kubectl-edit',
	}),
]
const window = { from: at('19T08:00:00'), to: at('19T14:00:00') }
const screen = { paint: paintOf(false), width: 60, ascii: true }
const lines = { ...window, cluster: 'orders', nameWidth: 8 }

test('the strip, its legend, and a line for each', (t) => {
	t.deepEqual(stripLines(entries, window, screen).slice(1), [
		'! warning  U upgrade  E edit   times are UTC',
		'',
	])
	t.regex(stripLines(entries, window, screen)[0] ?? '', /^08:00 U-+!-+E-+ 14:00$/)
	t.is(stripLines(entries, window, screen)[0]?.length, 60)
	t.deepEqual(
		entries.map((entry) => entryLine(entry, lines, screen)),
		[
			'08:00:00  upgrade              Member orders-a upgraded from 3.5.35 to 3.6.16',
			'09:00:00  event      orders-a  Started: Started container etcd',
			'10:00:00  warning    orders-a  Unhealthy: probe failed x4 since 09:30:00',
			'11:00:00  edit                 wrote spec.size by kubectl-edit',
		],
	)
})

test('colours and other letters change nothing but themselves', (t) => {
	const rich = { ...screen, paint: paintOf(true), ascii: false }
	t.deepEqual(
		entries.map((entry) => uncoloured(entryLine(entry, lines, rich)).replace('×', 'x')),
		entries.map((entry) => entryLine(entry, lines, screen)),
	)
	t.regex(stripLines(entries, window, rich)[0] ?? '', /U─+!─/)
})

test('more than a day has dates, more than most of a year has years', (t) => {
	const days = { ...lines, from: at('17T08:00:00') }
	t.regex(entryLine(entries[1] ?? one('01T00:00:00', {}), days, screen), /^11-19 09:00:00 /)
	t.regex(stripLines(entries, days, screen)[0] ?? '', /^11-17 08:00 -+.* 11-19 14:00$/)
	const year = { ...lines, from: Date.parse('2025-01-01T00:00:00Z') }
	t.regex(entryLine(entries[1] ?? one('01T00:00:00', {}), year, screen), /^2026-11-19 09:00:00 /)
	// What began on another day says which, although the window is within one.
	t.regex(
		entryLine(one('19T10:00:00', { count: 2, first: at('18T10:00:00') }), lines, screen),
		/x2 since 11-18 10:00:00$/,
	)
})

test('a screen without room has no strip, and a pipe has one', (t) => {
	t.deepEqual(stripLines(entries, window, { ...screen, width: 20 }), [])
	t.is(stripLines(entries, window, { ...screen, width: undefined })[0]?.length, 100)
})

test('a document for programs', (t) => {
	const document = timelineDocument({ metadata: { name: 'orders', namespace: 'n' } }, window, entries, ['x'])
	t.like(document, { kind: 'EtcdTimeline', from: '2026-11-19T08:00:00.000Z', missing: ['x'] })
	t.deepEqual(document.entries[2], {
		time: '2026-11-19T10:00:00.000Z',
		first: '2026-11-19T09:30:00.000Z',
		count: 4,
		sort: 'warning',
		kind: 'Pod',
		name: 'orders-a',
		reason: 'Unhealthy',
		text: 'probe\nfailed',
		who: 'kubelet',
	})
})
