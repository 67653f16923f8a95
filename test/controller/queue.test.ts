// On a clock that only moves when it is told to: node's own, which replaces setTimeout.
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { Queue, type QueueOptions } from '../../controller/queue.ts'
import type { Again } from '../../controller/reconcile.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach.always(() => mock.timers.reset())

const tick = async (ms: number): Promise<void> => {
	mock.timers.tick(ms)
	for (let turns = 0; turns < 5; turns++) await turn()
}

interface Pass {
	readonly key: string
	end(again: Again): void
	fail(): void
}

/** Passes that end when the test says so. */
function queueOf(more: Partial<QueueOptions<string>> = {}) {
	const running: Pass[] = []
	const began: string[] = []
	const failures: unknown[] = []
	const queue = new Queue<string>({
		idOf: (key) => key,
		async run(key) {
			began.push(key)
			const { promise, resolve, reject } = Promise.withResolvers<Again>()
			const pass: Pass = { key, end: resolve, fail: () => reject(new Error(key)) }
			running.push(pass)
			return await promise.finally(() => running.splice(running.indexOf(pass), 1))
		},
		failed: (_key, reason) => failures.push(reason),
		workers: 2,
		resyncMs: 60_000,
		random: () => 1,
		...more,
	})
	const ended = async (key: string, again: Again | 'fails'): Promise<void> => {
		const pass = running.find((one) => one.key === key)
		if (pass === undefined) throw new Error(`no pass of ${key} runs`)
		if (again === 'fails') pass.fail()
		else pass.end(again)
		await tick(0)
	}
	return { queue, began, failures, ended, runs: () => running.map(({ key }) => key) }
}

/** How long the queue waits after each of these ends of a pass, to the millisecond. */
async function pauses(
	ends: readonly (Again | 'fails')[],
	more: Partial<QueueOptions<string>> = {},
	meanwhile: (queue: Queue<string>) => void = () => {},
): Promise<number[]> {
	const { queue, runs, ended } = queueOf(more)
	queue.open()
	queue.add('a')
	const found: number[] = []
	for (const again of ends) {
		await ended('a', again)
		let ms = 0
		for (; runs().length === 0 && ms < 100_000; ms++) {
			meanwhile(queue)
			mock.timers.tick(1)
		}
		found.push(ms)
	}
	return found
}

test.serial('nothing runs before it is opened; then as many keys at once as there are workers', async (t) => {
	const { queue, runs, ended } = queueOf()
	for (const key of ['a', 'b', 'c', 'a']) queue.add(key)
	t.deepEqual({ runs: runs(), depth: queue.depth }, { runs: [], depth: 3 })
	queue.open()
	t.deepEqual({ runs: runs(), depth: queue.depth }, { runs: ['a', 'b'], depth: 1 })
	await ended('b', 'resync')
	t.deepEqual({ runs: runs(), depth: queue.depth }, { runs: ['a', 'c'], depth: 0 })
	t.deepEqual(queue.keys(), ['a', 'b', 'c'])
})

test.serial(
	'one pass at a time per key; what changes meanwhile is looked at once more, and once only',
	async (t) => {
		const { queue, runs, ended, began } = queueOf()
		queue.open()
		queue.add('a')
		for (let times = 0; times < 5; times++) queue.add('a')
		t.deepEqual(runs(), ['a'])
		await ended('a', 'resync')
		t.deepEqual(began, ['a', 'a'])
		await ended('a', 'resync')
		t.deepEqual(runs(), [])
	},
)

test.serial("'never' forgets it, unless something changed meanwhile", async (t) => {
	const { queue, runs, ended } = queueOf()
	queue.open()
	queue.add('a')
	queue.add('a')
	await ended('a', 'never')
	t.deepEqual({ runs: runs(), keys: queue.keys() }, { runs: ['a'], keys: ['a'] })
	await ended('a', 'never')
	t.deepEqual({ runs: runs(), keys: queue.keys() }, { runs: [], keys: [] })
	await tick(1_000_000)
	t.deepEqual(runs(), [])
	queue.add('a')
	t.deepEqual(runs(), ['a'], 'one of the same name that comes later')
})

test.serial("'now' comes after those who wait already", async (t) => {
	const { queue, runs, ended } = queueOf({ workers: 1 })
	queue.open()
	for (const key of ['a', 'b', 'c']) queue.add(key)
	const order: string[] = []
	for (let times = 0; times < 6; times++) {
		const [key = ''] = runs()
		order.push(key)
		await ended(key, 'now')
	}
	t.is(order.join(''), 'abcabc')
})

test.serial('one that is slow keeps nobody else waiting', async (t) => {
	const { queue, runs, ended, began } = queueOf()
	queue.open()
	queue.add('slow')
	for (let index = 0; index < 50; index++) queue.add(`k${index}`)
	for (let index = 0; index < 50; index++) {
		queue.add('slow')
		await ended(`k${index}`, 'resync')
	}
	t.is(began.length, 51)
	t.deepEqual(runs(), ['slow'])
})

test.serial("'soon' and 'later' grow to a bound; 'now' and 'resync' begin anew", async (t) => {
	const soon = await pauses(Array.from({ length: 61 }, () => 'soon' as const))
	t.deepEqual(soon.slice(0, 4), [40, 50, 63, 79])
	t.deepEqual(
		[soon[29], soon[30], soon[59], soon[60]],
		[300, 1000, 1000, 10_000],
		'less often the longer it takes',
	)
	t.deepEqual(await pauses(['later', 'later', 'later', 'later']), [500, 750, 1125, 1688])
	t.is((await pauses(Array.from({ length: 9 }, () => 'later' as const))).at(-1), 10_000)
	t.deepEqual(await pauses(['soon', 'soon', 'now', 'soon', 'soon']), [40, 50, 0, 40, 50])
	t.deepEqual(await pauses(['later', 'later', 'resync', 'later']), [500, 750, 60_000, 500])
})

test.serial('everything is looked at within resyncMs, not all at once', async (t) => {
	t.deepEqual(await pauses(['resync'], { resyncMs: 1000, random: () => 1 }), [1000])
	t.deepEqual(await pauses(['resync'], { resyncMs: 1000, random: () => 0 }), [800])
})

test.serial('a change cuts a pause short, and the pause does not come on top', async (t) => {
	for (const again of ['soon', 'later', 'resync'] as const) {
		const { queue, runs, ended, began } = queueOf({ resyncMs: 1000 })
		queue.open()
		queue.add('a')
		await ended('a', again)
		queue.add('a')
		t.deepEqual(runs(), ['a'])
		await ended('a', 'never')
		await tick(100_000)
		t.is(began.length, 2, again)
	}
})

test.serial(
	'failures double the pause up to a minute, with jitter; a pass that works begins anew',
	async (t) => {
		const fails = (times: number) => Array.from({ length: times }, () => 'fails' as const)
		t.deepEqual(await pauses(fails(4)), [200, 400, 800, 1600])
		t.deepEqual(await pauses(fails(4), { random: () => 0 }), [160, 320, 640, 1280])
		t.is((await pauses(fails(11))).at(-1), 60_000)
		t.deepEqual(await pauses([...fails(3), 'now', 'fails']), [200, 400, 800, 0, 200])
	},
)

test.serial('events do not hammer one that fails, and none of them is lost', async (t) => {
	t.deepEqual(await pauses(['fails', 'fails', 'fails'], {}, (queue) => queue.add('a')), [200, 400, 800])
	const { queue, runs, ended, failures } = queueOf()
	queue.open()
	queue.add('a')
	queue.add('a')
	await ended('a', 'fails')
	t.deepEqual(runs(), [], 'what changed during a pass that failed waits, too')
	await tick(200)
	t.deepEqual(runs(), ['a'])
	t.is(failures.length, 1)
	queue.add('b')
	t.deepEqual(runs(), ['a', 'b'], 'others go on')
})

test.serial(
	'what changes while a long pause after failures lasts is looked at within a second',
	async (t) => {
		const fails = Array.from({ length: 8 }, () => 'fails' as const)
		t.deepEqual((await pauses(fails, {}, (queue) => queue.add('a'))).slice(-3), [1000, 1000, 1000])
	},
)

test.serial(
	'one that failed often and changes is looked at within a second, and no more often than that',
	async (t) => {
		const fails = Array.from({ length: 10 }, () => 'fails' as const)
		const each = [200, 400, 800, 1000, 1000, 1000, 1000, 1000, 1000, 1000]
		t.deepEqual(await pauses(fails, {}, (queue) => queue.add('a')), each)
	},
)

test.serial(
	'what changes during a pass that fails is not worth less than what changes after it',
	async (t) => {
		const { queue, runs, ended } = queueOf()
		queue.open()
		queue.add('a')
		for (let failures = 0; failures < 10; failures++) {
			await ended('a', 'fails')
			await tick(60_000)
		}
		t.deepEqual(runs(), ['a'])
		queue.add('a')
		await ended('a', 'fails')
		await tick(1000)
		t.deepEqual(runs(), ['a'])
	},
)

test.serial('shut: passes that run end, and no other begins', async (t) => {
	const { queue, runs, ended, began } = queueOf({ workers: 1 })
	queue.open()
	queue.add('a')
	queue.add('b')
	queue.shut()
	await ended('a', 'soon')
	queue.add('c')
	await tick(100_000)
	t.deepEqual({ runs: runs(), began }, { runs: [], began: ['a'] })
})

/** Numbers that are the same in each run. */
function chance(seed: number) {
	let state = seed
	return (below: number): number => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
		return Math.floor((state / 2_147_483_648) * below)
	}
}

test.serial(
	'whatever happens: no key twice at once, no more than workers, each change followed by a pass',
	async (t) => {
		for (let seed = 1; seed <= 20; seed++) {
			const random = chance(seed)
			const { queue, runs, ended, began } = queueOf({ workers: 3, resyncMs: 5000 })
			const unseen = new Map<string, number>()
			queue.open()
			for (let step = 0; step < 300; step++) {
				const key = `k${random(6)}`
				if (random(2) === 0) {
					const before = began.length
					queue.add(key)
					if (!began.slice(before).includes(key)) unseen.set(key, step)
				}
				const [oldest] = runs()
				const before = began.length
				if (random(3) > 0 && oldest !== undefined)
					await ended(
						oldest,
						(['now', 'soon', 'later', 'resync', 'never', 'fails'] as const)[random(6)] ?? 'now',
					)
				await tick(random(200))
				for (const seen of began.slice(before)) unseen.delete(seen)
				t.true(runs().length <= 3)
				t.is(new Set(runs()).size, runs().length)
			}
			// Failures make one wait for up to a minute.
			for (let step = 0; step < 200 && unseen.size > 0; step++) {
				const before = began.length
				for (const key of runs()) await ended(key, 'never')
				await tick(1000)
				for (const seen of began.slice(before)) unseen.delete(seen)
			}
			t.deepEqual([...unseen.keys()], [], `seed ${seed}`)
		}
	},
)

test.serial('whose every step somebody undoes at once is looked at less often', async (t) => {
	const found = await pauses(Array.from({ length: 102 }, () => 'now'))
	t.deepEqual([...new Set(found.slice(0, 100))], [0])
	t.deepEqual(found.slice(100), [500, 750])
})
