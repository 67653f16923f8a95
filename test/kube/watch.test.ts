// The copy that follow() keeps is the API server's own state a moment later.
import test from 'ava'
import { deaf, followed, gated } from './followed.ts'
import { configMap, stage, until, type ConfigMap, type Stage } from './support.ts'

let there: Stage
test.before(async () => {
	there = await stage('watch')
})
test.after.always(async () => await there[Symbol.asyncDispose]())

test('a list of many pages arrives whole', async (t) => {
	const { gate, api, lists } = await gated(t, there)
	const { names, same, told } = await followed(t, there, api, {}, 1001)
	t.is(names().length, 1001)
	t.true(await same())
	t.is(lists(), 3)
	t.is(gate.arrived.filter((line) => line.includes('continue=')).length, 2)
	t.is(new Set(told).size, 1001)
})

test('objects are found by their group, whatever becomes of them', async (t) => {
	const groupOf = ({ data }: ConfigMap) => data?.['value']
	const { copy, create, change, remove } = await followed(t, there, there.api, { groupOf }, 2)
	const of = (group: string) => [...copy.of(group)].map(({ metadata }) => metadata.name).toSorted()
	await create('a')
	await until('it came', () => of('1').length === 3)
	await change('a', '2')
	await until('it is in the other', () => of('2').length === 1)
	t.deepEqual([of('1'), of('2'), of('3')], [['n0', 'n1'], ['a'], []])
	await remove('n0')
	await remove('a')
	await until('they are gone', () => of('2').length === 0)
	t.deepEqual(of('1'), ['n1'])
	copy.learn(await change('n1', '3'))
	t.deepEqual([of('1'), of('3')], [[], ['n1']])
})

test('what comes, changes and goes is told, with what it was before', async (t) => {
	const { create, change, remove, told, names, value } = await followed(t, there)
	await create('a')
	await until('it came', () => names().length === 1)
	await change('a', '2')
	await until('it changed', () => value('a') === '2')
	await remove('a')
	await until('it is gone', () => names().length === 0)
	t.deepEqual(told, ['- a=1', 'a=1 a=2', 'a=2 -'])
})

test('only what bears the label is followed; what loses it is told with the label that it had', async (t) => {
	const marks: unknown[] = []
	const all = await followed(t, there, there.api, {
		selector: 'labelSelector=mark',
		changed: (before, after) => void marks.push([before?.metadata.labels, after?.metadata.labels]),
	})
	const mark = async (text: string | null) =>
		await there.kube.merge(
			configMap,
			{ namespace: all.namespace, name: 'a' },
			{ metadata: { labels: { mark: text } } },
		)
	await all.create('a')
	await mark('one')
	await until('it is followed', () => all.names().length === 1)
	await mark(null)
	await until('it is not followed', () => all.names().length === 0)
	t.deepEqual(marks, [
		[undefined, { mark: 'one' }],
		[{ mark: 'one' }, undefined],
	])
})

test('who wrote which field is most of an object and is not kept, however it came', async (t) => {
	const { create, change, copy, namespace, told } = await followed(t, there, there.api, {}, 1)
	await create('later')
	await until('the later one is there', () => copy.get(namespace, 'later'))
	copy.learn(await change('later', '2'))
	await until('its change was told', () => told.length >= 3)
	for (const object of copy.all()) {
		t.truthy(object.metadata.uid)
		t.false(Object.hasOwn(object.metadata, 'managedFields'))
	}
	t.is([...copy.all()].length, 2)
})

test('what a write was answered is known at once, and no older event takes it back', async (t) => {
	const { gate, copy, create, change, value, told, names, known } = await deaf(t, there)
	const made = await create('a')
	copy.learn(made)
	t.is(value('a'), '1')
	const second = await change('a', '2')
	const third = await change('a', '3')
	copy.learn(third)
	copy.learn(second)
	copy.learn(made)
	t.is(value('a'), '3', 'answers that come late are older')
	told.length = 0
	gate.thaw()
	await create('last')
	await until('events went on', () => names().includes('last'))
	t.deepEqual(known['a'], ['1', '3'], 'told when it was learned, and not again')
	t.deepEqual(told, ['- last=1'])
})

test('the end of an object says nothing about a later one of its name', async (t) => {
	const { gate, copy, create, remove, names, value, told, known } = await deaf(t, there)
	await remove('first')
	copy.learn(await create('first', 'young'))
	t.is(value('first'), 'young')
	gate.thaw()
	await create('last')
	await until('events went on', () => names().includes('last'))
	t.deepEqual(
		known['first'],
		['1', 'young', 'young'],
		'as it first came, as a later one was learned, as the first ended',
	)
	t.true(told.includes('first=1 -'), 'it is told all the same')
})

test('what is gone stays gone: an answer that comes after the event of its end brings nothing back', async (t) => {
	const { copy, create, remove, names, told, same } = await followed(t, there)
	const made = await create('a')
	await remove('a')
	await until('the end was told', () => told.includes('a=1 -'))
	copy.learn(made)
	t.deepEqual(names(), [])
	t.true(await same())
})

test('what is learned while a list is read is not forgotten with the list', async (t) => {
	const { gate, api, lists } = await gated(t, there)
	const all = await followed(t, there, api, {}, 600)
	gate.freeze(/continue=/)
	const before = lists()
	gate.cut()
	await until('the first page was read again and the second is asked for', () => lists() === before + 2)
	all.copy.learn(await all.create('learned'))
	t.is(all.value('learned'), '1')
	gate.thaw()
	await until('it is fed again', () => all.copy.staleSince() === undefined)
	t.is(all.value('learned'), '1')
	t.deepEqual(all.told.slice(600), ['- learned=1'])
})
