// The small pieces that screens are drawn with.
import test from 'ava'
import { age, bytes, grouped, lasting } from '../../../plugin/screen/amount.ts'
import { gauge } from '../../../plugin/screen/gauge.ts'
import { glyphsOf, plainLetters } from '../../../plugin/screen/glyphs.ts'
import { paintOf } from '../../../plugin/screen/paint.ts'
import { table, type Column } from '../../../plugin/screen/table.ts'
import { cut, padLeft, padded, widthOf } from '../../../plugin/screen/width.ts'

test('sizes take three digits at most', (t) => {
	const Mi = 2 ** 20
	t.deepEqual([0, 1023, 1024, 1536, 412 * Mi, 1.4 * 1024 * Mi, 2048 * Mi].map(bytes), [
		'0',
		'1023',
		'1Ki',
		'1.5Ki',
		'412Mi',
		'1.4Gi',
		'2Gi',
	])
})

test('ages are written as kubectl writes them', (t) => {
	const s = 1000
	const rows: readonly (readonly [number, string])[] = [
		[0, '0s'],
		[119 * s, '119s'],
		[120 * s, '2m'],
		[150 * s, '2m30s'],
		[600 * s, '10m'],
		[179 * 60 * s, '179m'],
		[180 * 60 * s, '3h'],
		[200 * 60 * s, '3h20m'],
		[9 * 3600 * s, '9h'],
		[47 * 3600 * s, '47h'],
		[49 * 3600 * s, '2d1h'],
		[41 * 86_400 * s, '41d'],
		[800 * 86_400 * s, '2y70d'],
	]
	for (const [ms, text] of rows) t.is(age(ms), text)
})

test('long numbers are grouped, short times have their unit', (t) => {
	t.deepEqual([0, 999, 1000, 8_812_034n].map(grouped), ['0', '999', '1,000', '8,812,034'])
	t.deepEqual([0.0031, 0.048, 1.2].map(lasting), ['3.1ms', '48ms', '1.2s'])
})

test('a gauge shows what is used, what could be given back, and what is left', (t) => {
	const glyphs = glyphsOf(false)
	t.is(gauge({ used: 20, allocated: 50, of: 100 }, glyphs), '██▓▓▓░░░░░')
	t.is(gauge({ used: 1, allocated: 1, of: 1000 }, glyphs), '█░░░░░░░░░')
	t.is(gauge({ used: 0, allocated: 0, of: 1000 }, glyphs), '░░░░░░░░░░')
	t.is(gauge({ used: 200, allocated: 300, of: 100 }, glyphs), '██████████')
	t.is(gauge({ used: 20, allocated: 50, of: 100 }, glyphsOf(true)), '##===.....')
	t.is(gauge({ used: 1, allocated: 1, of: 0 }, glyphs), '')
})

test('colours take no room', (t) => {
	const { bad } = paintOf(true)
	t.is(widthOf(bad('✖ lost')), 6)
	t.is(widthOf(padded(bad('x'), 5)), 5)
	t.is(padLeft('x', 3), '  x')
	t.is(cut('abcdef', 4), 'abc…')
	t.is(cut('abcdef', 4, '...'), 'a...')
	t.is(cut(bad('abcdef'), 6), bad('abcdef'))
	t.is(paintOf(false).bad('x'), 'x')
})

test('ASCII is ASCII', (t) => {
	// eslint-disable-next-line no-control-regex
	const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
	for (const glyph of Object.values(glyphsOf(true))) t.true(isAscii(glyph), glyph)
	t.true(isAscii(plainLetters('etcd’s “alarm” → x … 3×')))
})

interface Member {
	readonly name: string
	readonly db: string
	readonly node: string
}
const columns: readonly Column<Member>[] = [
	{ title: 'NAME', of: ({ name }) => name },
	{ title: 'DB', of: ({ db }) => db, right: true, dropped: 1 },
	{ title: 'NODE', of: ({ node }) => node, dropped: 2 },
]
const rows = [
	{ name: 'a', db: '412Mi', node: 'node-a' },
	{ name: 'longer', db: '1Gi', node: 'b' },
]

test('columns stand under their titles, numbers to the right, nothing after the last', (t) => {
	t.deepEqual(table(rows, columns), [
		'NAME        DB   NODE',
		'a        412Mi   node-a',
		'longer     1Gi   b',
	])
})

test('a narrow screen has fewer columns, and never a broken line', (t) => {
	t.deepEqual(table(rows, columns, { width: 20, headers: true }), [
		'NAME        DB',
		'a        412Mi',
		'longer     1Gi',
	])
	t.deepEqual(table(rows, columns, { width: 8, headers: false }), ['a', 'longer'])
})
