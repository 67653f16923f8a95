// kubectl's dialect of JSONPath: what each template prints, and what is said of one that is wrong.
import test from 'ava'
import { PathError } from '../../../plugin/output/jsonpath/nodes.ts'
import { parseTemplate } from '../../../plugin/output/jsonpath/parse.ts'
import { printPath } from '../../../plugin/output/jsonpath/print.ts'
import { readJson } from '../../../plugin/output/value.ts'

const value = readJson(`{
	"name": "orders", "size": 3, "ratio": 1234567.5, "large": 9223372036854775807, "on": true, "none": null,
	"dotted": {"a.b/c": "deep"}, "list": ["a", "b", "c", "d"], "empty": [],
	"items": [{"n": "x", "v": 1, "w": 1.5}, {"n": "y", "v": 2, "t": ["p", "q"]}, {"n": "z", "v": 3, "html": "<&>"}]
}`)

const print = (template: string, asJson = false, allowsMissing = true): string =>
	printPath(parseTemplate(template), value, { asJson, allowsMissing })

const prints: Readonly<Record<string, string>> = {
	'{.name}': 'orders',
	'{.name}{.size}': 'orders3',
	'{@.name} {$.size}': 'orders 3',
	'{.ratio} {.large} {.on} {.none}': '1.2345675e+06 9223372036854775807 true null',
	'text, {.missing}, more': 'text, , more',
	'{"quoted\\t\\"text\\" \\u00e9\\x41\\101\\n"}': 'quoted\t"text" éAA\n',
	"{'it\\'s'}": "it's",
	"{.dotted['a\\.b/c']}": 'deep',
	'{.dotted.a\\.b/c}': 'deep',
	"{['name','size']}": 'orders 3',
	'{.list}': '["a","b","c","d"]',
	'{.list[*]}': 'a b c d',
	'{.list[0]}{.list[-1]}': 'ad',
	'{.list[1:3]}': 'b c',
	'{.list[:2]}|{.list[2:]}|{.list[-2:]}': 'a b|c d|c d',
	'{.list[::2]}|{.list[0:4:3]}': 'a c|a d',
	'{.list[0,2]}': 'a c',
	'{.list[1:1]}': '',
	'{.empty}{.empty[*]}': '[]',
	'{.items[*].n}': 'x y z',
	'{.items[*].t}': '["p","q"]',
	'{.items[*].t[0]}': 'p',
	"{.items[*]['n','v']}": 'x y z 1 2 3',
	'{.items[2]}': '{"html":"\\u003c\\u0026\\u003e","n":"z","v":3}',
	'{.items[?(@.v>1)].n}': 'y z',
	'{.items[?(@.v >= 2)].n}': 'y z',
	'{.items[?(@.n=="y")].v}': '2',
	"{.items[?(@.n!='y')].v}": '1 3',
	'{.items[?(@.n<"y")].v}': '1',
	'{.items[?(@.w==1.5)].n}': 'x',
	'{.items[?(@.t)].n}': 'y',
	'{.items[?(@.none)].n}': '',
	'{.items[?(@.n==")")].v}': '',
	'{.items.*.n}': 'x y z',
	'{.dotted.*}': 'deep',
	'{..n}': 'x y z',
	'{..t[*]}': 'p q',
	'{range .items[*]}{.n}={.v};{end}': 'x=1;y=2;z=3;',
	'{range .items[*]}{.n}{range .t[*]}[{@}]{end} {end}end': 'x y[p][q] z end',
	'{range .empty[*]}{.n}{end}after': 'after',
	'{range .missing[*]}{.n}{range .t[*]}{@}{end}{end}after': 'after',
	'{range .items[*].n}{@},{end}': 'x,y,z,',
	'{true}{-3}{1.5}': 'true-31.5',
	'.name': '.name',
	'{.name}}': 'orders}',
	'{ .name }': 'orders',
}

for (const [template, expected] of Object.entries(prints))
	test(`${template} prints ${JSON.stringify(expected)}`, (t) => {
		t.is(print(template), expected)
	})

const refuses: Readonly<Record<string, string>> = {
	'{.name': 'unclosed action',
	'{.name\n}': 'unclosed action',
	'{#}': "unrecognized character in action: U+0023 '#'",
	'{"open}': 'unterminated quoted string',
	'{"wrong \\q"}': 'unquote string "wrong \\q" error invalid syntax',
	'{.list[0}': 'unterminated array',
	'{.list[x]}': 'invalid array index x',
	'{.list[-]}': 'array index - is not a number',
	'{.list[?(@.a}': 'unterminated filter',
	'{.list[?(@.a)x}': 'unclosed array expect ]',
	'{....a}': 'invalid multiple recursive descent',
	'{1.2.3}': 'cannot parse number 1.2.3',
	'{.list[4]}': 'array index out of bounds: index 4, length 4',
	'{.list[-5]}': 'array index out of bounds: index -1, length 4',
	'{.list[1:9]}': 'array index out of bounds: index 8, length 4',
	'{.list[3:1]}': 'starting index 3 is greater than ending index 1',
	'{.list[::0]}': 'step must be > 0',
	'{.empty[0]}': 'array index out of bounds: index 0, length 0',
	'{.name[0]}': 'string is not array or slice',
	'{.dotted[0]}': 'map[string]interface {} is not array or slice',
	'{.name[?(@.a)]}': 'orders is not array or slice and cannot be filtered',
	'{.items[?(@.v=="1")].n}': 'incompatible types for comparison',
	'{.items[?(@.v>1.5)].n}': 'incompatible types for comparison',
	'{.items[?(@.t=="p")].n}': 'invalid type for comparison',
	'{.items[?(@.v=<1)].n}': 'unrecognized filter operator =<',
	'{.items[?(@.t[*]=="p")].n}': 'can only compare one element at a time',
	'{end}': 'not in range, nothing to end',
	'{other}': 'unrecognized identifier other',
}

for (const [template, message] of Object.entries(refuses))
	test(`${JSON.stringify(template)} is refused: ${message}`, (t) => {
		t.throws(() => print(template), { instanceOf: PathError, message })
	})

test('a field that is not there is an error where that was asked for', (t) => {
	t.throws(() => print('{.missing}', false, false), { message: 'missing is not found' })
})

test('as JSON each part is a list of its own', (t) => {
	t.is(print('{.list[0,1]}', true), '[\n    "a",\n    "b"\n]\n')
	t.is(print('{.missing}{.size}', true), '[]\n[\n    3\n]\n')
})
