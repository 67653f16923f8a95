// Whatever happens between us and the API server, the copy is the same again afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { followed, gated } from './followed.ts'
import { optionsOf } from '../../controller/options.ts'
import { Rival } from '../../controller/rival.ts'
import { watchAll } from '../../controller/watch-all.ts'
import { createLog } from '../../runtime/log.ts'
import { kinds } from '../../kube/objects.ts'
import { etcdctlPath } from '../../playground/playground.ts'
import { run } from '../../playground/run.ts'
import { configMap, stage, until, type ConfigMap, type Stage } from './support.ts'

let there: Stage
test.before(async () => {
	there = await stage('trouble')
})
test.after.always(async () => await there[Symbol.asyncDispose]())

// First and alone: the others need the API server.
test.serial(
	'the API server is killed and comes back: nothing is missed, and what changed meanwhile is told',
	async (t) => {
		const { copy, create, change, remove, names, same, told, value } = await followed(t, there)
		for (const name of ['stays', 'goes', 'changes']) await create(name)
		await until('all three are known', () => names().length === 3)
		t.is(copy.staleSince(), undefined)
		{
			await using _ = await there.playground.fault({ fault: 'stop-apiserver' })
			await until('it is noticed', () => copy.staleSince() !== undefined)
			t.deepEqual(names(), ['changes', 'goes', 'stays'], 'what was known stays known')
			told.length = 0
		}
		await remove('goes')
		await change('changes', '2')
		await create('comes')
		await create('flash')
		await remove('flash')
		await until('the copy is the same again', same, 15_000)
		t.deepEqual(names(), ['changes', 'comes', 'stays'])
		t.is(value('changes'), '2')
		t.is(copy.staleSince(), undefined)
		const lasting = told.filter((line) => !line.includes('flash'))
		t.deepEqual(lasting.toSorted(), ['- comes=1', 'changes=1 changes=2', 'goes=1 -'])
		await there.playground.fault({ fault: 'restart-apiserver' })
		await create('later')
		await until('it goes on after a second time', same, 15_000)
	},
)

test('history that is forgotten: everything is listed again at once', async (t) => {
	const { gate, api, lists, watches } = await gated(t, there)
	gate.rewrite = (path) => {
		if (!path.includes('watch=true') || watches() > 1) return path
		return path.replace(/resourceVersion=\d+/, 'resourceVersion=1')
	}
	const { create, names, same, told, copy } = await followed(t, there, api, {}, 3)
	await until('it was listed again', () => lists() === 2, 3000)
	t.deepEqual(told.toSorted(), ['- n0=1', '- n1=1', '- n2=1'], 'what has not changed is told once')
	await create('later')
	await until('it goes on', () => names().includes('later'))
	t.true(await same())
	t.is(lists(), 2)
	t.is(copy.staleSince(), undefined)
})

/** As the API server does every few minutes, but for all of the past. */
async function forgetHistory(): Promise<void> {
	const etcdctl = [`--net=/proc/${await there.playground.pid()}/ns/net`, await etcdctlPath()]
	const said = await run('nsenter', [...etcdctl, 'endpoint', 'status', '--write-out=json'])
	const [, revision = ''] = /"revision":(\d+)/.exec(said) ?? []
	await run('nsenter', [...etcdctl, 'compaction', revision])
}

/** The same place in the list, as it was at the beginning of time. */
function longAgo(path: string): string {
	const url = new URL(path, 'https://gate')
	const token = JSON.parse(
		Buffer.from(url.searchParams.get('continue') ?? '', 'base64url').toString(),
	) as object
	const old = Buffer.from(JSON.stringify({ ...token, rv: 1 })).toString('base64url')
	url.searchParams.set('continue', old)
	return url.pathname + url.search
}

test('history that is forgotten between two pages: the list is read from its beginning', async (t) => {
	const { gate, api, lists } = await gated(t, there)
	await forgetHistory()
	gate.rewrite = (path) => (path.includes('continue=') && lists() === 2 ? longAgo(path) : path)
	const { names, same, create } = await followed(t, there, api, {}, 600)
	t.is(names().length, 600)
	t.is(lists(), 4)
	await create('later')
	await until('it goes on', same)
})

test('a watch that says nothing while its connection lives is given up after silenceMs', async (t) => {
	const { gate, api, lists, watches } = await gated(t, there)
	const { create, names, copy, told } = await followed(t, there, api, { silenceMs: 1000 })
	await create('a')
	await until('it speaks', () => names().length === 1)
	gate.freeze(/watch=true/)
	await create('b')
	const ms = await until('it was listed again', () => names().includes('b'))
	t.true(ms > 500 && ms < 3000, `${ms} ms`)
	t.deepEqual(told, ['- a=1', '- b=1'])
	t.true(lists() >= 2 && watches() >= 1)
	await create('c')
	await until('one that never said anything is given up, too', () => names().includes('c'))
	gate.thaw()
	await create('d')
	await until('it goes on', () => names().includes('d'))
	await until('it is fed', () => copy.staleSince() === undefined)
})

test('a list that is never answered in full is asked for again', async (t) => {
	const { gate, api, lists } = await gated(t, there)
	gate.freeze(/continue=/)
	const following = followed(t, there, api, {}, 600)
	await until('the second page is asked for', () => lists() === 2, 20_000)
	gate.cut()
	gate.thaw()
	const { names } = await following
	t.is(names().length, 600)
	t.true(lists() >= 4)
})

test('whatever is cut, whenever: no object goes back, and the copy ends up the same', async (t) => {
	const { gate, api, lists } = await gated(t, there)
	const { kube } = there
	const newest = new Map<string, bigint>()
	const wentBack: string[] = []
	const look = (all: Iterable<ConfigMap>) => {
		for (const { metadata } of all) {
			const { uid = '', resourceVersion = '0' } = metadata
			if (BigInt(resourceVersion) < (newest.get(uid) ?? 0n)) wentBack.push(metadata.name)
			newest.set(uid, BigInt(resourceVersion))
		}
	}
	const { namespace, copy, same } = await followed(t, there, api, {
		changed: (_, after) => after && look([after]),
		silenceMs: 2000,
	})
	const cuts = setInterval(() => gate.cut(), 400)
	t.teardown(() => clearInterval(cuts))
	const end = performance.now() + 4000
	for (let step = 0; performance.now() < end; step++) {
		const at = { namespace, name: `n${(step * 7) % 13}` }
		const found = await kube.get<ConfigMap>(configMap, at)
		if (found === undefined) copy.learn(await kube.create<ConfigMap>(configMap, { metadata: at }))
		else if (step % 3 > 0) copy.learn(await kube.merge(configMap, at, { data: { value: String(step) } }))
		else await kube.remove(configMap, { ...at, uid: found.metadata.uid ?? '' })
		look(copy.all())
	}
	clearInterval(cuts)
	t.true(lists() > 1)
	t.deepEqual(wentBack, [])
	await until('the copy is the same', same, 15_000)
})

test('who stops it hears nothing more, and nothing more is asked', async (t) => {
	for (const frozen of [/never/, /watch=true/]) {
		const { gate, api, watches } = await gated(t, there)
		const { stop, create, told } = await followed(t, there, api)
		await until('the watch is open', () => watches() === 1)
		gate.freeze(frozen)
		stop()
		const { length } = gate.arrived
		await create('a')
		gate.thaw()
		await sleep(500)
		t.is(gate.arrived.length, length)
		t.deepEqual(told, [])
	}
})

test('a watch that worked for a while before it was cut is not waited for any longer than the first time', async (t) => {
	const { gate, api } = await gated(t, there)
	const { create, names } = await followed(t, there, api)
	const waited: number[] = []
	for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
		await create(name)
		await until('it is heard of', () => names().includes(name))
		await sleep(1100)
		gate.cut()
		await create(`${name}2`)
		waited.push(Math.round(await until('it is heard of again', () => names().includes(`${name}2`))))
	}
	t.true(Math.max(...waited) < 2000, waited.join(' '))
})

// A watch may be silent for 100 s before it is distrusted, and the rival's last renewal was 10 s before at most.
test('a rival that renews its lock is not thought dead because our watch of the lock hears nothing', async (t) => {
	const { gate, api } = await gated(t, there)
	const { kube } = there
	const clock = { ms: 0 }
	const rival = new Rival(
		() => clock.ms,
		() => 0,
	)
	const at = { namespace: await there.namespace(), name: 'etcd-operator' }
	const renewed = (time: string) => ({
		metadata: {
			...at,
			annotations: { 'control-plane.alpha.kubernetes.io/leader': `{"renewTime":"${time}"}` },
		},
	})
	const stop = new AbortController()
	t.teardown(() => stop.abort())
	const options = optionsOf(['--namespace', at.namespace], {})
	const told = { changed: () => {}, backupChanged: () => {}, restoreChanged: () => {} }
	watchAll(api, { options, log: createLog('test'), rival, ...told }, stop.signal)
	await kube.create(kinds.endpoints, renewed('00:00'))
	await until('the rival is seen', () => rival.because())
	gate.freeze(/endpoints.*watch=true/)
	for (let ms = 10_000; ms <= 110_000; ms += 10_000) {
		await kube.merge(kinds.endpoints, at, renewed(String(ms)))
		clock.ms = ms
		await sleep(20)
		t.truthy(rival.because(), `${ms} ms`)
	}
})
