// --sort-by, and the table that the API server answers with.
import test from 'ava'
import { amountOf } from '../../../plugin/get/quantity.ts'
import { sortedBy } from '../../../plugin/get/sort.ts'
import { TablePrinter } from '../../../plugin/get/table.ts'
import type { Json } from '../../../plugin/output/value.ts'

const order = (...values: readonly (Json | undefined)[]): readonly (Json | undefined)[] =>
	sortedBy(values, '.v', (v) => (v === undefined ? {} : { v }))

test('amounts go by their value, other texts by their letters', (t) => {
	t.deepEqual(order('1Gi', '900Mi', '2k', '100m'), ['100m', '2k', '900Mi', '1Gi'])
	t.deepEqual(order('3.6.9', '3.6.16', '3.5.35'), ['3.5.35', '3.6.16', '3.6.9'])
	t.deepEqual(order('b', 'a', 'B'), ['B', 'a', 'b'])
	t.deepEqual(order(10, 9, 2n ** 62n), [9, 10, 2n ** 62n])
})

test('what lacks the field comes first, then nothing', (t) => {
	t.deepEqual(order(2, undefined, null, 1), [undefined, null, 1, 2])
})

test('what has no order is refused', (t) => {
	t.throws(() => order(1, 'a'), { message: /--sort-by: \.v cannot be put in order: it is string and int64/ })
	t.throws(() => order(undefined, undefined), { message: /couldn't find any field with path "\{\.v\}"/ })
	t.throws(() => sortedBy([1], '{.a[}', () => ({})), { message: /--sort-by/ })
})

test('amounts', (t) => {
	for (const [text, value] of Object.entries({ '1': 1, '1.5Ki': 1536, '2e3': 2000, '5m': 0.005, '.5k': 500 }))
		t.is(amountOf(text), value)
	for (const text of ['', 'a', '1x', '1 Gi', '3.6.9', 'Gi']) t.is(amountOf(text), undefined)
})

const columns = [
	{ name: 'Name', type: 'string', format: 'name' },
	{ name: 'Size', type: 'integer', priority: 1 },
	{ name: 'Age', type: 'string' },
]
const row = (name: string, namespace = 'x') => ({
	cells: [name, 3, '5m'],
	object: { metadata: { name, namespace, labels: { b: '2', 'x/a': '1' } } },
})
const plain = {
	wide: false,
	headers: true,
	withNamespace: false,
	kind: undefined,
	labelColumns: [],
	showLabels: false,
}

test('titles come before the first row, once, and again where the columns become others', (t) => {
	const printer = new TablePrinter(plain)
	const write = (...args: Parameters<TablePrinter['write']>): string =>
		printer.write(...args) + printer.flush()
	t.is(write(columns, []), '')
	t.is(write([], [row('a')]), 'NAME   AGE\na      5m\n')
	t.is(write(columns, [row('b')]), 'b      5m\n')
	t.is(write(columns.slice(0, 1), [{ cells: ['c'] }]), 'NAME\nc\n')
})

test('flags add columns before and behind', (t) => {
	const printer = new TablePrinter({
		...plain,
		wide: true,
		withNamespace: true,
		kind: 'k',
		labelColumns: ['x/a', 'none'],
		showLabels: true,
	})
	const text = printer.write(columns, [row('a')]) + printer.flush()
	t.is(
		text,
		'NAMESPACE   NAME   SIZE   AGE   A     NONE   LABELS\nx           k/a    3      5m    1            b=2,x/a=1\n',
	)
})

test('a cell cannot break its line or take over the terminal', (t) => {
	const printer = new TablePrinter({ ...plain, headers: false })
	const cells = ['two\nlines \u001b[31m', 1, '\u001b[31mred']
	t.is(printer.write(columns, [{ cells }]) + printer.flush(), 'two...   ^[[31mred\n')
})
