import test from 'ava'
import { createMemory } from '../../controller/memory.ts'
import type { EtcdClient } from '../../etcd/client.ts'

/** Only whether it was closed matters here; what it says is tested in test/etcd. */
function memoryAt() {
	const clock = { ms: 0 }
	const opened: string[] = []
	const closed: string[] = []
	const memory = createMemory(
		() => clock.ms,
		(ip) => {
			opened.push(ip)
			return { close: () => void closed.push(ip) } as Partial<EtcdClient> as EtcdClient
		},
	)
	return { clock, opened, closed, memory }
}

test('one connection to each process of each cluster', (t) => {
	const { memory, opened, closed } = memoryAt()
	const client = memory.clientOf('shop/a', 'uid-1', '10.0.0.1')
	t.is(memory.clientOf('shop/a', 'uid-1', '10.0.0.1'), client)
	t.not(memory.clientOf('shop/a', 'uid-2', '10.0.0.2'), client)
	t.not(memory.clientOf('shop/b', 'uid-1', '10.0.0.1'), client)
	t.deepEqual(opened, ['10.0.0.1', '10.0.0.2', '10.0.0.1'])
	t.deepEqual(closed, [])
})

test('a pod with a new address is asked there, and the old connection ends', (t) => {
	const { memory, opened, closed } = memoryAt()
	const before = memory.clientOf('shop/a', 'uid-1', '10.0.0.1')
	t.not(memory.clientOf('shop/a', 'uid-1', '10.0.0.9'), before)
	t.deepEqual({ opened, closed }, { opened: ['10.0.0.1', '10.0.0.9'], closed: ['10.0.0.1'] })
})

test('an address that went from one pod to another is another process', (t) => {
	const { memory, closed } = memoryAt()
	const before = memory.clientOf('shop/a', 'uid-1', '10.0.0.1')
	t.not(memory.clientOf('shop/a', 'uid-2', '10.0.0.1'), before)
	memory.keepOnly('shop/a', new Set(['uid-2']))
	t.deepEqual(closed, ['10.0.0.1'])
})

test('keepOnly ends the connections to all other pods of that cluster alone', (t) => {
	const { memory, closed, opened } = memoryAt()
	memory.clientOf('shop/a', 'uid-1', '10.0.0.1')
	const kept = memory.clientOf('shop/a', 'uid-2', '10.0.0.2')
	const others = memory.clientOf('shop/b', 'uid-3', '10.0.0.3')
	memory.keepOnly('shop/a', new Set(['uid-2']))
	t.deepEqual(closed, ['10.0.0.1'])
	t.is(memory.clientOf('shop/a', 'uid-2', '10.0.0.2'), kept)
	t.is(memory.clientOf('shop/b', 'uid-3', '10.0.0.3'), others)
	t.is(opened.length, 3)
})

test('silence is counted from when it was first noticed, and an answer ends it', (t) => {
	const { memory, clock } = memoryAt()
	const silent = () => memory.silentMs('shop/a', 'm1', false)
	clock.ms = 5000
	t.is(silent(), 0, 'nobody knows how long it was so before we looked')
	clock.ms = 9000
	t.is(silent(), 4000)
	t.is(memory.silentMs('shop/a', 'm2', false), 0)
	t.is(memory.silentMs('shop/b', 'm1', false), 0)
	clock.ms = 10_000
	t.is(memory.silentMs('shop/a', 'm1', true), 0)
	clock.ms = 12_000
	t.is(silent(), 0)
	clock.ms = 12_500
	t.is(silent(), 500)
})

test('who is forgotten waits longer: silence begins anew and connections end', (t) => {
	const { memory, clock, closed } = memoryAt()
	memory.clientOf('shop/a', 'uid-1', '10.0.0.1')
	memory.silentMs('shop/a', 'm1', false)
	memory.silentMs('shop/b', 'm1', false)
	clock.ms = 60_000
	memory.forget('shop/a')
	memory.forget('shop/never-seen')
	t.deepEqual(closed, ['10.0.0.1'])
	t.is(memory.silentMs('shop/a', 'm1', false), 0)
	t.is(memory.silentMs('shop/b', 'm1', false), 60_000)
})

test('silence that nobody watched is no silence', (t) => {
	const { memory, clock } = memoryAt()
	const silentAt = (ms: number) => {
		clock.ms = ms
		return memory.silentMs('shop/a', 'm1', false)
	}
	t.is(silentAt(0), 0)
	t.is(silentAt(100_000), 100_000)
	t.is(silentAt(300_000), 0, 'in so long a gap it may have spoken')
	t.is(silentAt(310_000), 10_000)
	memory.forgetSilence('shop/b')
	t.is(silentAt(320_000), 20_000)
	memory.forgetSilence('shop/a')
	t.is(silentAt(330_000), 0, 'nobody could be asked')
	memory.forgetAll()
	t.is(silentAt(340_000), 0, 'another led meanwhile')
})

test('that claims may not grow is known until they may, and is not tried for some minutes', (t) => {
	const { memory, clock } = memoryAt()
	const refused = () => memory.growthRefused('shop/a')
	t.is(refused(), undefined)
	memory.grew('shop/a', '2Gi', 'exceeded quota')
	const known = { size: '2Gi', because: 'exceeded quota' }
	clock.ms += 179_000
	t.deepEqual(refused(), { ...known, lately: true })
	clock.ms += 1_000
	t.deepEqual(refused(), { ...known, lately: false }, 'tried again, and still known')
	t.is(memory.growthRefused('shop/b'), undefined)
	memory.grew('shop/a', '2Gi', undefined)
	t.is(refused(), undefined)
})

test('shared objects that nobody lets us put right, or that somebody changes back, are left alone for a while', (t) => {
	const { memory, clock } = memoryAt()
	const because = () => memory.notAgainBecause('shop/a')
	t.is(because(), undefined)
	memory.putRight('shop/a', 'exceeded quota')
	t.is(because(), 'exceeded quota')
	clock.ms += 1500
	t.is(because(), undefined)
	memory.putRight('shop/a', 'exceeded quota')
	clock.ms += 1500
	t.is(because(), 'exceeded quota', 'longer each time')
	clock.ms += 1000
	t.is(because(), undefined)
	for (let times = 0; times < 11; times++) {
		t.is(because(), undefined)
		memory.putRight('shop/a', undefined)
		clock.ms += 100
	}
	t.regex(because() ?? '', /changed back/)
	t.is(memory.notAgainBecause('shop/b'), undefined)
	clock.ms += 61_000
	t.is(because(), undefined)
	memory.putRight('shop/a', undefined)
	t.is(because(), undefined, 'a quiet minute makes up for it')
})

test('what takes long and is asked for again is one call', async (t) => {
	const { memory } = memoryAt()
	const work = Promise.withResolvers<void>()
	let calls = 0
	const ask = async (what: string) =>
		await memory.upkeep('shop/a').once(what, async () => {
			calls++
			await work.promise
		})
	t.false(memory.upkeep('shop/a').seen().busy)
	const both = Promise.all([ask('defragment b2'), ask('defragment b2')])
	t.is(calls, 1)
	t.true(memory.upkeep('shop/a').seen().busy)
	t.false(memory.upkeep('shop/b').seen().busy)
	work.resolve()
	await both
	t.false(memory.upkeep('shop/a').seen().busy)
	await ask('defragment b2')
	t.is(calls, 2)
})

test('what takes long and fails is asked for anew, whether anybody waits or not', async (t) => {
	const { memory } = memoryAt()
	await t.throwsAsync(
		memory.upkeep('shop/a').once('compact', async () => await Promise.reject(new Error('no'))),
	)
	t.false(memory.upkeep('shop/a').seen().busy)
	await memory.upkeep('shop/a').once('compact', async () => await Promise.resolve())
})

test('upkeep is remembered by cluster and member', (t) => {
	const { memory } = memoryAt()
	memory.upkeep('shop/a').compacted(7n, 1000)
	memory.upkeep('shop/a').defragmented('b2', 2000)
	const { compacted, defragmented } = memory.upkeep('shop/a').seen()
	t.deepEqual(compacted, { revision: 7n, at: 1000 })
	t.deepEqual([...defragmented], [['b2', 2000]])
	memory.upkeep('shop/a').defragmented('c3', 3000)
	t.is(defragmented.size, 1, 'what was seen stays as it was')
	t.is(memory.upkeep('shop/b').seen().compacted, undefined)
})
