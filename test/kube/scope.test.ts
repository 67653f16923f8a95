// Whose clusters a controller looks after, by annotation and namespace, as the API server tells of them.
import test from 'ava'
import { act } from '../../controller/act.ts'
import { NotNow } from '../../controller/not-now.ts'
import { optionsOf, type Options } from '../../controller/options.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { scenes } from './meanwhile.ts'
import { until } from './support.ts'
import { everything, ground, makeCluster, small, worldOf, type Followed, type Ground } from './world.ts'

let on: Ground
test.before(async () => {
	on = await ground('scope')
})
test.after.always(async () => await on[Symbol.asyncDispose]())

const annotation = 'etcd.database.coreos.com/scope'
const marks = {
	plain: {},
	marked: { [annotation]: 'clusterwide' },
	odd: { [annotation]: 'Clusterwide' },
} as const
type Name = keyof typeof marks
const names = Object.keys(marks) as readonly Name[]

/** One of each name in each namespace. */
async function clusters(...namespaces: readonly string[]): Promise<void> {
	for (const namespace of namespaces)
		for (const name of names) await makeCluster(on.there, { namespace, name }, small, marks[name])
}

const mineIn = (watched: Followed, namespace: string): readonly string[] =>
	watched
		.keys()
		.filter((key) => key.namespace === namespace)
		.map(({ name }) => name)
		.toSorted()

type Scope = Options['scope']
const rows: readonly (readonly [Scope, 'all namespaces' | 'one', readonly Name[], readonly Name[]])[] = [
	['all', 'all namespaces', ['marked', 'odd', 'plain'], ['marked', 'odd', 'plain']],
	['all', 'one', ['marked', 'odd', 'plain'], []],
	['coreos', 'all namespaces', ['marked'], ['marked']],
	['coreos', 'one', ['odd', 'plain'], []],
]

for (const [scope, where, here, there] of rows)
	test(`--scope=${scope} for ${where}: ${here.join(', ')}`, async (t) => {
		const [shop, elsewhere] = [await on.there.namespace(), await on.there.namespace()]
		await clusters(shop, elsewhere)
		const one = where === 'one' ? ['--namespace', shop] : []
		const watched = await on.follow([`--scope=${scope}`, ...one])
		t.deepEqual(mineIn(watched, shop), here)
		t.deepEqual(mineIn(watched, elsewhere), there)
		for (const name of names) {
			const isMine = here.includes(name)
			t.is(watched.copies.clusters.get(shop, name) !== undefined, isMine, name)
			t.is(watched.isForeign({ namespace: shop, name }), !isMine, name)
		}
		t.true(here.every((name) => watched.told.some((key) => key.namespace === shop && key.name === name)))
		t.false(watched.isForeign({ namespace: shop, name: 'nobody' }))
	})

test('each cluster is somebody’s, and nobody’s else, of one controller for all namespaces and one for its own', async (t) => {
	const shop = await on.there.namespace()
	await clusters(shop)
	const both = [await on.follow(['--scope=coreos']), await on.follow(['--scope=coreos', '--namespace', shop])]
	t.deepEqual(both.flatMap((watched) => mineIn(watched, shop)).toSorted(), names.toSorted())
})

test('a cluster that is marked, and unmarked again, changes hands, and both are told', async (t) => {
	const shop = await on.there.namespace()
	const at = { namespace: shop, name: 'plain' }
	await makeCluster(on.there, at, small)
	const wide = await on.follow(['--scope=coreos'])
	const narrow = await on.follow(['--scope=coreos', '--namespace', shop])
	const has = ({ copies }: Followed): boolean => copies.clusters.get(shop, at.name) !== undefined
	const turns = [
		{ mark: 'clusterwide', to: wide, from: narrow },
		{ mark: null, to: narrow, from: wide },
	]
	for (const { mark, to, from } of turns) {
		t.true(has(from) && !from.isForeign(at))
		t.true(!has(to) && to.isForeign(at))
		const before = [to, from].map(({ told }) => told.length)
		await on.there.kube.merge(kinds.cluster, at, { metadata: { annotations: { [annotation]: mark } } })
		await until('it has changed hands', () => has(to) && !has(from))
		t.true(from.isForeign(at) && !to.isForeign(at))
		t.deepEqual(mineIn(from, shop), [])
		t.deepEqual(
			[to, from].map(({ told }, index) => told.length > (before[index] ?? 0)),
			[true, true],
		)
	}
})

test('whose pass a change starts: the cluster’s of its label, before and after it was lost', async (t) => {
	const shop = await on.there.namespace()
	const { told } = await on.follow(['--namespace', shop])
	const named = (name: string) => told.filter((key) => key.namespace === shop && key.name === name).length
	const spec = { ports: [{ port: 2379 }], clusterIP: 'None' }
	const metadata = { namespace: shop, name: 's', labels: { etcd_cluster: 'one' } }
	await on.there.kube.create(kinds.service, { metadata, spec } as KubeObject)
	await until('one hears of its Service', () => named('one') === 1)
	const label = async (value: string | null) =>
		await on.there.kube.merge(kinds.service, metadata, { metadata: { labels: { etcd_cluster: value } } })
	await label('two')
	await until('both hear that it changed', () => named('one') === 2 && named('two') === 1)
	await label(null)
	await until('two hears that it is gone', () => named('two') === 2)
	t.is(named('one'), 2)
})

test('what was decided before a cluster was handed to another operator is not done', async (t) => {
	const namespace = await on.home()
	const argv = ['--scope=coreos', '--namespace', namespace]
	const { copies } = await on.follow(argv)
	const world = { ...worldOf(on.there.api, copies), options: optionsOf(argv, {}) }
	const { key, look, next } = await scenes.deletePod(world, { namespace, name: 'c' })
	await world.kube.merge(kinds.cluster, key, { metadata: { annotations: marks.marked } })
	const before = await everything(world, namespace)
	await t.throwsAsync(act(world, key, look, next), { instanceOf: NotNow })
	t.deepEqual(await everything(world, namespace), before)
})
