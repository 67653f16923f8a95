import test from 'ava'
import { parseFault } from '../../playground/commands/parse-fault.ts'
import { families, programs } from '../../playground/programs/families.ts'
import { parseCgroups } from '../../playground/world/cgroups.ts'
import { cut, rules } from '../../playground/world/faults/cut.ts'

const [one, other] = [{ ranges: ['10.0.0.1', '10.1.0.0/24'] }, { ranges: ['10.0.0.2'] }] as const

test('a partition drops every pair of ranges, both ways or one way', (t) => {
	t.is(cut(one, other, true).length, 2)
	t.is(cut(one, other, false).length, 4)
	t.true(cut(one, other, true).every(({ to }) => to === '10.0.0.2'))
})

test('rules are undone by the same rules', (t) => {
	const pairs = cut(one, other, false)
	t.is(rules(pairs, 'add').replaceAll('-I ', '-D '), rules(pairs, 'delete'))
	t.true(rules(pairs, 'add').includes('-I FORWARD -s 10.0.0.1 -d 10.0.0.2 -j DROP\n'))
})

const parses = test.macro((t, words: string, expected: unknown) => {
	t.deepEqual(parseFault(words.split(' '), false), expected as ReturnType<typeof parseFault>)
})
const refuses = test.macro((t, words: string) => {
	t.throws(() => parseFault(words.split(' '), false), {
		message: new RegExp(`^"${words.trim()}" is no fault; kinds of fault:`),
	})
})
test('partition a b', parses, 'partition node1 ns/pod', {
	fault: 'partition',
	from: 'node1',
	to: 'ns/pod',
	oneWay: false,
})
test('kill with a container', parses, 'kill ns/pod etcd', { fault: 'kill', pod: 'ns/pod', container: 'etcd' })
test('freeze without one', parses, 'freeze ns/pod', { fault: 'freeze', pod: 'ns/pod' })
test('stop-node', parses, 'stop-node node1', { fault: 'stop-node', node: 'node1' })
test('stop-apiserver', parses, 'stop-apiserver', { fault: 'stop-apiserver' })
test('a partition needs two places', refuses, 'partition node1')
test('a node fault takes one node', refuses, 'lose-node node1 node2')
test('an API fault takes nothing', refuses, 'stop-apiserver node1')
test('an unknown fault', refuses, 'meteor')

test('cgroups: version 1 has a tree per controller; a place that is mounted twice counts once', (t) => {
	const line = 'cgroup /sys/fs/cgroup/cpu cgroup rw,relatime,cpu 0 0'
	const memory = 'cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0'
	const { version, trees } = parseCgroups(
		[line, memory, 'cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0', line].join('\n'),
	)
	t.is(version, 1)
	t.deepEqual(
		trees.map(({ options }) => options),
		['cpu', 'memory'],
	)
})

test('cgroups: version 2 is one tree', (t) => {
	const found = parseCgroups('proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0')
	t.deepEqual(found, { version: 2, trees: [{ mountPoint: '/sys/fs/cgroup', options: '' }] })
})

test('every program has a package and a time', (t) => {
	const all = programs(...(Object.keys(families) as (keyof typeof families)[]))
	t.true(all.length > 20)
	t.is(new Set(all.map(({ id }) => id)).size, all.length)
	t.true(all.every(({ package: from, seconds }) => from !== '' && seconds > 0))
})
