// YAML letter by letter. What is here was compared with kubectl's own in test/plugin/compared.
import test from 'ava'
import { parse } from 'yaml'
import { documentText } from '../../../plugin/output.ts'
import { yamlText } from '../../../plugin/output/yaml.ts'
import { compareKeys } from '../../../plugin/output/yaml-keys.ts'

const texts: Readonly<Record<string, string>> = {
	plain: 'plain',
	'': '""',
	' ': "' '",
	true: '"true"',
	Yes: '"Yes"',
	yEs: 'yEs',
	'~': '"~"',
	'.inf': '".inf"',
	'-.Inf': '"-.Inf"',
	'<<': '<<',
	'1': '"1"',
	'1.5': '"1.5"',
	'1_000': '"1_000"',
	'0x1F': '"0x1F"',
	'0xG': '0xG',
	'09': '"09"',
	'1e3': '"1e3"',
	'12:30:45': '"12:30:45"',
	'12:60:45': '12:60:45',
	'2024-02-29': '"2024-02-29"',
	'2023-02-29': '2023-02-29',
	'2024-01-02T03:04:05Z': '"2024-01-02T03:04:05Z"',
	'2024-01-02T25:04:05Z': '2024-01-02T25:04:05Z',
	'3.6.16': '3.6.16',
	'18446744073709551615': '"18446744073709551615"',
	'18446744073709551616': '"18446744073709551616"',
	'-': "'-'",
	'- a': "'- a'",
	'-a': '-a',
	'?': "'?'",
	'?a': '?a',
	'a: b': "'a: b'",
	'a:b': 'a:b',
	'a #b': "'a #b'",
	'a#b': 'a#b',
	"it's": "it's",
	"'quoted'": "'''quoted'''",
	'"quoted"': '\'"quoted"\'',
	'[a]': "'[a]'",
	'---x': "'---x'",
	'tail ': "'tail '",
	'a\tb': '"a\\tb"',
	'😀': '"\\U0001F600"',
	é: 'é',
	'one\ntwo': '|-\n  one\n  two',
	'one\ntwo\n': '|\n  one\n  two',
	'one\n\n': '|+\n  one',
	' one\ntwo': '|2-\n   one\n  two',
	'one \ntwo': '"one \\ntwo"',
	'one\n two': '|-\n  one\n   two',
}

for (const [text, written] of Object.entries(texts))
	test(`${JSON.stringify(text)} is written as ${written}`, (t) => {
		const yaml = yamlText({ key: text })
		t.is(yaml.trimEnd(), `key: ${written}`)
		t.deepEqual(parse(yaml, { version: '1.1', schema: 'core' }), { key: text })
	})

test('long texts are folded behind the eightieth column and come back as they were', (t) => {
	const plain = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')
	for (const text of [plain, `${plain}: 'x'`, `${plain}\\ \t  ${plain}`]) {
		const yaml = yamlText({ list: [{ deep: { text } }] })
		t.true(yaml.split('\n').length > 4)
		t.true(yaml.split('\n').every((line) => line.length < 100))
		t.deepEqual(parse(yaml, { version: '1.1' }), { list: [{ deep: { text } }] })
	}
})

test('lists stand under their key, and in one another further in', (t) => {
	t.is(
		yamlText({ b: [1, [2, [3]], { d: [], c: { e: null } }], a: {} }),
		'a: {}\nb:\n- 1\n- - 2\n  - - 3\n- c:\n    e: null\n  d: []\n',
	)
	t.is(yamlText([]), '[]\n')
	t.is(yamlText('text'), 'text\n')
})

test('a key that is too long, or has lines, has a sign of its own', (t) => {
	const long = 'k'.repeat(129)
	t.is(yamlText({ [long]: { a: 1 } }), `? ${long}\n: a: 1\n`)
	t.is(yamlText({ 'a\nb': [1] }), '? |-\n  a\n  b\n: - 1\n')
})

test('numbers have an exponent where Go gives them one', (t) => {
	t.is(
		yamlText([1, -2.5, 1234567.25, 1e21, 1e-7, 0.0001, 2n ** 63n - 1n]),
		['- 1', '- -2.5', '- 1.23456725e+06', '- 1e+21', '- 1e-07', '- 0.0001', '- 9223372036854775807\n'].join(
			'\n',
		),
	)
})

test('keys: signs, numbers by their value, then letters', (t) => {
	const inOrder = ['', '-a', '1', '2', '10', 'A', 'B1', 'a', 'a-1', 'a1', 'a2', 'a02', 'a10', 'aa', 'b']
	t.deepEqual(inOrder.toReversed().toSorted(compareKeys), inOrder)
})

test('documents of our own keep their order in JSON', async (t) => {
	const document = { kind: 'Status', apiVersion: 'v1', at: undefined, items: [{ b: '<1>', a: 2 }] }
	t.is(
		await documentText('json', document),
		'{\n    "kind": "Status",\n    "apiVersion": "v1",\n    "items": [\n        {\n            "b": "\\u003c1\\u003e",\n            "a": 2\n        }\n    ]\n}\n',
	)
	t.is(await documentText('yaml', document), 'apiVersion: v1\nitems:\n- a: 2\n  b: <1>\nkind: Status\n')
	await t.throwsAsync(documentText('xml', document), { message: '--output: "xml" is none of json, yaml' })
})
