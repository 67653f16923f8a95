import test from 'ava'
import { setCondition, type News } from '../../api/conditions.ts'
import { isCronLine } from '../../api/cron.ts'
import * as names from '../../api/names.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { read } from '../../api/judge.ts'
import { same } from '../../api/rules/finding.ts'
import { isReservedEnv } from '../../api/schema/environment.ts'
import { shapes } from '../admission/shapes.ts'

for (const { title, object, status } of shapes)
	test(`reading loses nothing: ${title}`, (t) => {
		const stored = JSON.parse(JSON.stringify({ ...object, status })) as typeof object
		const { metadata, ...rest } = read(object.kind, stored) as typeof object
		t.deepEqual({ ...rest, metadata: object.metadata }, stored)
		t.is(metadata.name, object.metadata.name)
	})

test('names are those of 2018, and the longest still fit', (t) => {
	const place = { cluster: 'example', namespace: 'default' }
	const member = names.memberName('example', 'abcdefghij')
	t.is(member, 'example-abcdefghij')
	t.is(names.memberHost(member, place), 'example-abcdefghij.example.default.svc')
	t.is(
		names.memberHost(member, { ...place, domain: '.cluster.local' }),
		'example-abcdefghij.example.default.svc.cluster.local',
	)
	t.is(names.clientHost(place), 'example-client.default.svc')
	t.deepEqual(names.podLabels('example', member), { app: 'etcd', etcd_cluster: 'example', etcd_node: member })
	t.is(names.memberName('a'.repeat(names.longestClusterName), 'b'.repeat(names.suffixLength)).length, 63)
	t.deepEqual(names.ports, { client: 2379, peer: 2380, metrics: 2381 })
	t.true(names.isReservedLabel('etcd_cluster') && names.isReservedLabel(`${names.ourPrefix}x`))
})

const available: News = {
	type: 'Available',
	status: 'True',
	reason: 'HasQuorum',
	message: '3 of 3 members answer',
}

test('a condition keeps its time until its status changes, and nothing changes without news', (t) => {
	const born = setCondition([], available, 'one')
	t.like(born[0], { ...available, lastTransitionTime: 'one', lastUpdateTime: 'one' })
	t.is(setCondition(born, available, 'two'), born)
	const told = setCondition(born, { ...available, message: '2 of 3 members answer' }, 'three')
	t.like(told[0], { lastTransitionTime: 'one', lastUpdateTime: 'three' })
	const lost = setCondition(told, { ...available, status: 'False', reason: 'QuorumLost' }, 'four')
	t.like(lost[0], { status: 'False', lastTransitionTime: 'four' })
	t.is(setCondition(lost, { ...available, type: 'Degraded' }, 'five').length, 2)
	t.is(born.length, 1)
})

for (const [text, amount] of [
	['8Gi', 2 ** 33],
	['2G', 2e9],
	['500m', 0.5],
	['1e3', 1000],
	['1E', 1e18],
	['1.5Ki', 1536],
	[7, 7],
	['+3', 3],
	['10 GB', undefined],
	['', undefined],
	['Gi', undefined],
	['1kB', undefined],
	[NaN, undefined],
] as const)
	test(`quantity ${text}`, (t) => t.is(parseQuantity(text), amount))

for (const [line, good] of [
	['30 3 * * 0', true],
	['*/5 0-6 1,15 jan-mar mon', true],
	['@daily', true],
	['0 0 * * 7', false],
	['60 * * * *', false],
	['* * * *', false],
	['* * 0 * *', false],
	['5-1 * * * *', false],
	['*/0 * * * *', false],
	['nightly', false],
	['', false],
	[' '.repeat(1_000_000), false],
] as const)
	test(`cron line "${line.slice(0, 30)}" of ${line.length}`, (t) => t.is(isCronLine(line), good))

test('reserved variables, and one with an unlucky name', (t) => {
	t.true(isReservedEnv('ETCD_INITIAL_CLUSTER_TOKEN'))
	t.false(isReservedEnv('ETCD_INITIAL_ELECTION_TICK_ADVANCE'))
	t.false(isReservedEnv('ETCD_SNAPSHOT_COUNT'))
})

test('compared by value, with an end', (t) => {
	t.true(same({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }))
	t.false(same({ a: 1, b: undefined }, { a: 1, c: undefined }))
	t.false(same([], {}))
	t.false(same(JSON.parse('{"__proto__": 1}'), {}))
	const deep = (): unknown => Array.from({ length: 100 }).reduce((inner) => [inner], 1 as unknown)
	t.false(same(deep(), deep()))
})
