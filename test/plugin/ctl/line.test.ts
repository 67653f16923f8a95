// What a line means, and what is said of one that means nothing.
import test from 'ava'
import { ctl } from '../../../plugin/catalogue/ctl.ts'
import { againWith } from '../../../plugin/ctl/again.ts'
import { lineOf } from '../../../plugin/ctl/line.ts'
import { requireWrite } from '../../../plugin/ctl/run.ts'
import { getOf } from '../../../plugin/ctl/ranges.ts'
import { verbNames } from '../../../plugin/ctl/verbs.ts'
import { Failure } from '../../../plugin/failure.ts'
import { everywhere } from '../../../plugin/line/everywhere.ts'
import { flagsOf } from '../../../plugin/line/parse.ts'
import { tokensOf } from '../../../plugin/line/tokens.ts'

const options = [...ctl.options, ...everywhere]

/** As run.ts reads what stands behind "kubectl etcd ctl". */
function read(written: string) {
	const argv = (written.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''))
	const { flags, words, rest } = tokensOf(argv, options)
	return lineOf(words, rest, flagsOf(flags, options))
}

const understood = [
	['orders get a', 'orders', 'get', ['a']],
	['get a', undefined, 'get', ['a']],
	['-- get a', undefined, 'get', ['a']],
	['orders -- get a --prefix', 'orders', 'get', ['a']],
	['orders -- get -- --a', 'orders', 'get', ['--a']],
	['orders --prefix get a', 'orders', 'get', ['a']],
	['orders put a -- -v', 'orders', 'put', ['a', '-v']],
	['orders put -- -k -v', 'orders', 'put', ['-k', '-v']],
	['etcdcluster/get get a', 'etcdcluster/get', 'get', ['a']],
	['team/orders member list', 'team/orders', 'member list', []],
	['orders lease timetolive 12', 'orders', 'lease timetolive', ['12']],
	['orders endpoint status -w table', 'orders', 'endpoint status', []],
	['orders -- endpoint status --cluster', 'orders', 'endpoint status', []],
	['orders watch a b', 'orders', 'watch', ['a', 'b']],
	['orders put a -', 'orders', 'put', ['a', '-']],
] as const

for (const [written, cluster, verb, args] of understood)
	test(`understands ${written}`, (t) => {
		const line = read(written)
		t.is(line.cluster, cluster)
		t.is(line.verb.name, verb)
		t.deepEqual(line.args, args)
	})

const refused = [
	['orders', /ctl is not told what to do/, /write one of get, put/],
	['', /ctl is not told what to do/, /write one of/],
	['orders gett a', /knows no "gett a"/, /did you mean get\?/],
	['orders lease', /lease is not a whole command/, /lease grant/],
	['orders lease foo 1', /knows no "lease foo"/, undefined],
	['orders defrag', /ctl does not defrag/, /kubectl etcd defrag CLUSTER/],
	['orders member remove 12', /ctl does not member remove/, /kubectl etcd scale/],
	['orders snapshot save a.db', /ctl does not snapshot/, /kubectl etcd snapshot save CLUSTER FILE/],
	['orders txn', /knows no "txn"/, /port-forward/],
	['orders user add x', /knows no "user add"/, /port-forward/],
	['orders get', /get takes KEY \[RANGE_END\], and was given nothing/, undefined],
	['orders get a b c', /was given a b c/, undefined],
	['orders member list x', /member list takes no arguments, and was given x/, undefined],
	['orders get a --lease 12', /get takes no --lease/, /--prefix/],
	['orders alarm list --rev 1', /alarm list takes no --rev/, undefined],
	['orders watch a -- echo', /starts no programs/, /while read/],
	['orders -- watch a -- echo', /starts no programs/, undefined],
	['orders -- get a --endpoints=x', /--endpoints: ctl finds the members/, undefined],
	['orders -- get a --user root:secret', /seen by everybody on the machine/, /--credentials-secret=NAME/],
	['orders -- get a --nonsense', /unknown flag: --nonsense/, undefined],
	['orders -- get a -w yaml', /"yaml" is none of simple, json, fields, table/, undefined],
] as const

for (const [written, what, next] of refused)
	test(`refuses ${written}`, (t) => {
		const { told } = t.throws(() => read(written), { instanceOf: Failure })
		t.regex(told.what, what)
		if (next !== undefined) t.regex(told.next ?? '', next)
	})

const badRanges = [
	['get a --prefix --from-key', /--prefix and --from-key/],
	['get a b --prefix', /with --prefix there is one key/],
	['get ""', /no key is empty/],
	['get a --keys-only --count-only', /--keys-only and --count-only/],
	['get a --limit=-1', /--limit: "-1" is not a whole number/],
	['get a --rev=9223372036854775808', /is not a whole number/],
	['get a --order up', /--order: "up" is none of ASCEND, DESCEND/],
	['get a --sort-by name', /--sort-by: "name" is none of KEY, VERSION/],
	['get a --consistency x', /--consistency: "x" is none of l, s/],
	['get a --min-mod-rev 5 --max-mod-rev 4', /--min-mod-rev is 5, and --max-mod-rev only 4/],
	['get a\ufffd', /has bytes that are no text/],
	['get zz --input=hex', /"zz" is not hex/],
	['get a* --input=base64', /"a\*" is not base64/],
] as const

for (const [written, what] of badRanges)
	test(`refuses ${written}`, (t) => {
		const { args, asked } = read(written)
		t.regex(t.throws(() => getOf(args, asked), { instanceOf: Failure }).told.what, what)
	})

test('keys are read as bytes, however they are written', (t) => {
	const key = (written: string): string => {
		const { args, asked } = read(written)
		return Buffer.from(getOf(args, asked).key).toString('latin1')
	}
	t.is(key(String.raw`get \x00\xff --input=hex`), '\0\xff')
	t.is(key('get 00FF --input hex'), '\0\xff')
	t.is(key('get AP8= --input base64'), '\0\xff')
	t.is(key('get AP8 --input base64'), '\0\xff')
	t.is(key('get ÿ'), '\xc3\xbf')
})

test('what changes something is refused without --write, and says how to do it', (t) => {
	for (const verb of verbNames) {
		const changes = /^(put|del|lease (grant|revoke|keep-alive))$/.test(verb)
		const args = { get: 'a', watch: 'a', del: 'a', put: 'a b', 'user get': 'u', 'role get': 'r' }[
			verb as string
		]
		const line = read(`orders ${verb} ${args ?? (/lease (?!list)/.test(verb) ? '12' : '')}`)
		if (changes) {
			const { exit, told } = t.throws(() => requireWrite(line, false, 'again'), { instanceOf: Failure })
			t.is(exit, 7)
			t.is(told.next, 'again')
		} else t.notThrows(() => requireWrite(line, false, 'again'))
		t.notThrows(() => requireWrite(line, true, 'again'))
	}
	t.is(
		againWith('--write', ['ctl', 'orders', 'put', 'a key', "it's", '-n', 'team']),
		String.raw`kubectl etcd ctl orders put 'a key' 'it'\''s' -n team --write`,
	)
	t.is(
		againWith('--write', ['ctl', 'orders', '--', 'del', '', '--prefix']),
		"kubectl etcd ctl orders --write -- del '' --prefix",
	)
})
