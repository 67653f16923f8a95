// What a terminal is shown in the place of bytes, and numbers as etcdctl writes them.
import test from 'ava'
import { goJson, some } from '../../../plugin/ctl/print/go-json.ts'
import { labelOf } from '../../../plugin/ctl/print/kubernetes.ts'
import { isPlainText, quoted } from '../../../plugin/ctl/print/quoted.ts'
import { simple } from '../../../plugin/ctl/print/simple.ts'
import { lasted, size, unused } from '../../../plugin/ctl/print/words.ts'
import { afterPrefix } from '../../../etcd/keys.ts'
import { create } from '@bufbuild/protobuf'
import { DeleteRangeResponseSchema } from '../../../etcd/rpc_pb.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const labels = [
	['text', undefined],
	['two\nlines\tof it\n', undefined],
	['', undefined],
	['k8s\0\n\x0f\n\x02v1\x12\x09ConfigMap\x12\x00', '<Kubernetes v1 ConfigMap as protobuf, 23 bytes>'],
	['k8s\0\n\x0e\n\x07apps/v1\x12\x03Foo', '<Kubernetes apps/v1 Foo as protobuf, 20 bytes>'],
	['k8s\0', '<Kubernetes object as protobuf, 4 bytes>'],
	['k8s\0\n\xff\xff\xff\xff\xff\xff\xff\xff\x7f', '<Kubernetes object as protobuf, 14 bytes>'],
	['k8s:enc:aescbc:v1:key1:\x01\x02', '<encrypted by Kubernetes (aescbc v1 key1), 25 bytes>'],
	['\x1b[2Jgone', '<no text, 8 bytes>'],
	['\xff\xfe', '<no text, 2 bytes>'],
	['a\rb', '<no text, 3 bytes>'],
] as const

for (const [value, label] of labels)
	test(`a terminal is shown ${label ?? JSON.stringify(value)}`, (t) => {
		t.is(labelOf(bytes(value)), label)
	})

test('a terminal is commanded by no key and no value, and a pipe gets every byte', (t) => {
	const kv = { key: bytes('\x1b]0;x\x07'), value: bytes('k8s\0\n\x00') }
	const told = {
		kind: 'del',
		answer: create(DeleteRangeResponseSchema, { deleted: 1n, prevKvs: [kv] }),
	} as const
	const format = { as: 'simple', hex: false, valueOnly: false } as const
	const shown = (isTerminal: boolean): string =>
		simple(told, { ...format, isTerminal })
			.map((piece) => Buffer.from(piece as string).toString('latin1'))
			.join('')
	t.is(shown(true), '1\n"\\x1b]0;x\\a"\n<Kubernetes object as protobuf, 6 bytes>\n')
	t.is(shown(false), '1\n\x1b]0;x\x07\nk8s\0\n\x00\n')
	t.true(isPlainText(Buffer.from('ключ 键 🗝')))
})

test('bytes between quotes', (t) => {
	for (const [given, expected] of [
		['a"b\\', String.raw`"a\"b\\"`],
		['\x00\x7f\x07', String.raw`"\x00\x7f\a"`],
		['\xff\xc3', String.raw`"\xff\xc3"`],
		['\xe2\x80\xa8\xc2\xa0', String.raw`"\u2028\u00a0"`],
		['\xed\xa0\x80', String.raw`"\xed\xa0\x80"`],
	] as const)
		t.is(quoted(bytes(given)), expected)
})

test('json keeps every digit, and leaves out what is empty', (t) => {
	const value = {
		id: 18446744073709551615n,
		none: some(0n),
		text: '<&>\u2028"',
		list: some([]),
		raw: bytes('\xff'),
	}
	t.is(
		goJson(value),
		String.raw`{"id":18446744073709551615,"text":"\u003c\u0026\u003e\u2028\"","raw":"/w=="}`,
	)
})

test('sizes, shares and times', (t) => {
	t.deepEqual([0n, 9n, 10n, 999n, 1000n, 9949n, 20480n, 21500n, 1_048_576n, 2_147_483_648n].map(size), [
		'0 B',
		'9 B',
		'10 B',
		'999 B',
		'1.0 kB',
		'9.9 kB',
		'20 kB',
		'22 kB',
		'1.0 MB',
		'2.1 GB',
	])
	t.deepEqual([unused(1n, 3n), unused(0n, 5n), unused(0n, 0n)], ['67%', '100%', '0%'])
	t.deepEqual([0.0125, 1.5, 1234.5, 61_000].map(lasted), ['12.5µs', '1.5ms', '1.2345s', '1m1s'])
})

test('the end of a prefix', (t) => {
	const end = (prefix: string): string => Buffer.from(afterPrefix(bytes(prefix))).toString('latin1')
	t.deepEqual(['a', 'a\xff', '\xff\xff', '\x00'].map(end), ['b', 'b', '\0', '\x01'])
	const prefix = Buffer.from('abc')
	afterPrefix(prefix)
	t.is(prefix.toString(), 'abc', 'what is given stays as it is')
})
