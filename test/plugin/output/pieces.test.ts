// The pieces of printing: numbers that keep their digits, JSON's letters, columns, -o itself.
import test from 'ava'
import { assert, constantFrom, jsonValue, property } from 'fast-check'
import { columnsOf, columnsOfFile, relaxedPath, rowOf } from '../../../plugin/output/columns.ts'
import { formatOf } from '../../../plugin/output/format.ts'
import { goText } from '../../../plugin/output/go-text.ts'
import { jsonText } from '../../../plugin/output/json.ts'
import { printerOf } from '../../../plugin/output/printer.ts'
import { Tabs } from '../../../plugin/output/tabs.ts'
import { byCode, readJson, type Json, type JsonObject } from '../../../plugin/output/value.ts'

test('large whole numbers keep their digits, and texts that look alike are texts', (t) => {
	const text =
		'{"a":[9007199254740993,-9223372036854775808,1e+21,1.5],"b":"9007199254740993 \\" 9007199254740993"}'
	const value = readJson(text) as JsonObject
	t.deepEqual(value['a'], [9007199254740993n, -(2n ** 63n), 1e21, 1.5])
	t.is(jsonText(value), text)
	t.is(typeof (readJson('[18446744073709551616]') as Json[])[0], 'number')
})

test('whatever is JSON comes back from being printed', (t) => {
	assert(
		property(jsonValue(), constantFrom('', '    '), (value, indent) => {
			t.deepEqual(JSON.parse(jsonText(value as Json, { indent })), JSON.parse(JSON.stringify(value)))
		}),
	)
})

test('JSON has the letters that Go writes', (t) => {
	t.is(
		jsonText('<a href="x">&\\ \u0000\u0001\b\f\n\r\t\u2028\u007f é 😀 \ud800'),
		'"\\u003ca href=\\"x\\"\\u003e\\u0026\\\\ \\u0000\\u0001\\b\\f\\n\\r\\t\\u2028\u007f é 😀 \\ufffd"',
	)
	t.deepEqual(['\uffff', '😀', 'a', 'Z', 'aa'].toSorted(byCode), ['Z', 'a', 'aa', '\uffff', '😀'])
})

test('values in columns are written as Go prints them', (t) => {
	t.is(goText({ b: [1, 'x', null], a: { c: true } }), 'map[a:map[c:true] b:[1 x <nil>]]')
	t.is(goText(1e20), '1e+20')
	t.is(goText(100000.5), '100000.5')
})

test('columns are as wide as their widest neighbour, and never narrower than before', (t) => {
	const tabs = new Tabs()
	t.is(tabs.write('A\tB\nlonger\tx\n') + tabs.flush(), 'A        B\nlonger   x\n')
	t.is(tabs.write('b\ty\n') + tabs.flush(), 'b        y\n')
	t.is(tabs.write('much longer\ty\tz\n') + tabs.flush(), 'much longer   y     z\n')
	t.is(tabs.write('one\n'), 'one\n', 'a line without columns does not wait')
	t.is(tabs.write('a\t\tb\n') + tabs.flush(), 'a                   b\n')
	t.is(tabs.write('open') + tabs.flush(), 'open')
})

test('custom columns: paths with or without braces and points', (t) => {
	for (const path of ['a.b', '.a.b', '{a.b}', '{.a.b}']) t.is(relaxedPath(path), '{.a.b}')
	t.throws(() => relaxedPath('{.a}{.b}'), { message: /^unexpected path string/ })
	const row = { a: { b: [1, 2] }, c: 'red \u001b[31m' }
	t.is(rowOf(columnsOf('X:.a.b[*],Y:c,Z:.none,L:.a.b'), row), '1,2\tred ^[[31m\t<none>\t[1 2]\n')
	t.throws(() => columnsOf('X'), {
		message: 'unexpected custom-columns spec: X, expected <header>:<json-path-expr>',
	})
	t.is(columnsOfFile('X  Y\n.a  .b\n').length, 2)
	t.throws(() => columnsOfFile('X Y\n.a\n'), { message: /number of headers \(2\)/ })
	t.throws(() => columnsOfFile('X'), { message: /missing spec line/ })
	t.throws(() => columnsOfFile(''), { message: /missing header line/ })
})

test('-o says what it does not know, and what to write instead', async (t) => {
	t.deepEqual(await formatOf(undefined, undefined), { is: 'table', wide: false })
	t.deepEqual(await formatOf('YAML', undefined), { is: 'yaml' })
	await t.throwsAsync(formatOf('xml', undefined), {
		message: /^--output: "xml" is none of wide, json, yaml, name, /,
	})
	await t.throwsAsync(formatOf('go-template={{.x}}', undefined), { message: /is a Go template, .* JSONPath/ })
	await t.throwsAsync(formatOf('jsonpath', undefined), { message: /-o jsonpath needs a template/ })
	await t.throwsAsync(formatOf('jsonpath={', undefined), {
		message: 'error parsing jsonpath {, unclosed action',
	})
	await t.throwsAsync(formatOf('jsonpath-file=/none/there', undefined), {
		message: /\/none\/there cannot be read/,
	})
})

test('objects one by one: documents are parted, titles come once, fields of others are left out', async (t) => {
	const choices = { headers: true, managedFields: false, allowsMissing: true }
	const object = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'a', managedFields: [{ manager: 'x' }] },
	}
	const of = async (format: string) =>
		printerOf((await formatOf(format, undefined)) as { is: 'json' }, choices)
	const yaml = await of('yaml')
	t.is(yaml.one(object).split('\n').length, 5)
	t.true(yaml.one(object).startsWith('---\napiVersion:'))
	const columns = await of('custom-columns=N:.metadata.name')
	t.is(columns.one(object) + columns.one(object), 'N\na\na\n')
	const name = await of('name')
	t.is(name.list([object, object]), 'etcdcluster.etcd.database.coreos.com/a\n'.repeat(2))
	t.deepEqual(JSON.parse((await of('json')).list([])), {
		apiVersion: 'v1',
		items: [],
		kind: 'List',
		metadata: { resourceVersion: '' },
	})
})
