// The grammar of flags, which is that of kubectl's own.
import test from 'ava'
import type { Option } from '../../../plugin/command.ts'
import { everywhere } from '../../../plugin/line/everywhere.ts'
import { flagsOf } from '../../../plugin/line/parse.ts'
import { tokensOf } from '../../../plugin/line/tokens.ts'

const options: readonly Option[] = [
	...everywhere,
	{ name: 'output', short: 'o', value: 'FORMAT', describe: '' },
	{ name: 'watch', short: 'w', describe: '' },
	{ name: 'all-namespaces', short: 'A', describe: '' },
	{ name: 'no-headers', describe: '' },
	{ name: 'dry-run', value: 'HOW', bare: 'client', describe: '' },
	{ name: 'kind', value: 'KIND', choices: ['a', 'b'], default: 'a', describe: '' },
]

const read = (line: string) => {
	const { flags, words, rest } = tokensOf(line.split(' '), options)
	return { flags: flagsOf(flags, options), words, rest }
}

type Row = readonly [line: string, flag: string, is: string | boolean | readonly string[] | undefined]
const rows: readonly Row[] = [
	['get -o wide', 'output', 'wide'],
	['get -owide', 'output', 'wide'],
	['get -o=wide', 'output', 'wide'],
	['get --output=wide', 'output', 'wide'],
	['get --output wide', 'output', 'wide'],
	['get -o jsonpath={.a.b}', 'output', 'jsonpath={.a.b}'],
	['-n a get -n=b', 'namespace', 'b'],
	['get -Aw', 'watch', true],
	['get -Aw', 'all-namespaces', true],
	['get -Aowide', 'output', 'wide'],
	['get --watch=false', 'watch', false],
	['get --watch=true', 'watch', true],
	['get', 'watch', undefined],
	['get --no-headers', 'no-headers', true],
	['get -n -1', 'namespace', '-1'],
	['get --token=-abc', 'token', '-abc'],
	['get --token=', 'token', ''],
	['get --as-group a --as-group=b', 'as-group', ['a', 'b']],
	['get --as-user-extra a.b=c=d', 'as-user-extra', ['a.b=c=d']],
	['get --dry-run orders', 'dry-run', 'client'],
	['get --dry-run=server', 'dry-run', 'server'],
	['get', 'kind', 'a'],
	['get --kind b', 'kind', 'b'],
	['get --v=8', 'v', '8'],
	['get -v 6', 'v', '6'],
	['get -- --watch', 'watch', undefined],
]

for (const [line, flag, is] of rows)
	test(`${line}: ${flag} is ${JSON.stringify(is)}`, (t) => {
		const { flags } = read(line)
		const value = Array.isArray(is) ? flags.all(flag) : (flags.text(flag) ?? flags.truth(flag))
		t.deepEqual(value, is)
	})

test('a flag that may stand alone takes no word after it', (t) => {
	t.deepEqual(read('scale --dry-run orders').words, ['scale', 'orders'])
})

test('what stands behind "--" is nobody’s flag', (t) => {
	const { words, rest } = read('ctl orders -- get --prefix -w json')
	t.deepEqual(
		[words, rest],
		[
			['ctl', 'orders'],
			['get', '--prefix', '-w', 'json'],
		],
	)
})

test('a dash alone is a word', (t) => t.deepEqual(read('create -').words, ['create', '-']))

const refusals: readonly (readonly [line: string, says: RegExp, next?: RegExp])[] = [
	['get --namespce a', /^unknown flag: --namespce$/, /^did you mean --namespace\?$/],
	['get --zzzzzz', /^unknown flag: --zzzzzz$/],
	['get -Z', /^unknown flag: -Z in -Z$/],
	['get -o', /^flag needs a value: -o FORMAT$/],
	['get --namespace', /^flag needs a value: --namespace NAME$/],
	['get --watch=maybe', /^--watch: "maybe" is neither true nor false$/],
	['get --kind c', /^--kind: "c" is none of a, b$/],
]

for (const [line, says, next] of refusals)
	test(`${line} is refused`, (t) => {
		const error = t.throws<Error & { told: { next?: string } }>(() => read(line), { message: says })
		if (next) t.regex(error.told.next ?? '', next)
		else t.is(error.told.next, undefined)
	})

test('times are read as Go reads them, and bare numbers are seconds', (t) => {
	const { flags } = read('get --request-timeout 1m30s')
	t.is(flags.lasting('request-timeout'), 90_000)
	t.is(read('get --request-timeout 5').flags.lasting('request-timeout'), 5000)
	t.throws(() => read('get --request-timeout soon').flags.lasting('request-timeout'), {
		message: '--request-timeout: "soon" is not a time; write one such as 30s, 5m or 1h30m',
	})
})
