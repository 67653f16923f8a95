// What is asked of members where they are to be kept well, and what of their pods tells how they are. Members are a few lines each here;
// against the real ones it is in test/live/shared/controller-upkeep.test.ts.
import test from 'ava'
import { compare } from '../../controller/act/compare.ts'
import { compact, defragment } from '../../controller/act/upkeep.ts'
import { createMemory } from '../../controller/memory.ts'
import { NotNow } from '../../controller/not-now.ts'
import type { Look } from '../../controller/observe.ts'
import { podSeen } from '../../controller/observe/pods.ts'
import type { World } from '../../controller/world.ts'
import { defragmentMs } from '../../etcd/deadlines.ts'
import type { EtcdClient } from '../../etcd/client.ts'
import { EtcdError } from '../../etcd/errors.ts'
import type { Pod } from '../../kube/pod.ts'
import { look, settled } from './model/look.ts'
import { made } from './objects/made.ts'

const key = { namespace: 'n', name: 'c' }
const seen = look(settled(3, 'emptyDir'))

function asked(client: (name: string) => Partial<EtcdClient>) {
	const clients = new Map(['a', 'b', 'c'].map((name) => [name, client(name) as EtcdClient]))
	const memory = createMemory(() => 0)
	const world = { memory } as Partial<World> as World
	return { look: { seen, clients } as Partial<Look> as Look, world, memory }
}

const b = { do: 'defragment', id: 'b1', name: 'b' } as const

for (const [gibibytes, seconds] of [
	[0, 30],
	[2, 50],
	[8, 110],
	[100, 600],
] as const)
	test(`${gibibytes} GiB have ${seconds} s to be defragmented`, (t) => {
		t.is(defragmentMs(BigInt(gibibytes) * 2n ** 30n), seconds * 1000)
	})

test('who is defragmented is the one that was meant, and it is remembered', async (t) => {
	const names: string[] = []
	const {
		look: at,
		world,
		memory,
	} = asked((name) => ({
		defragment: async () => await Promise.resolve(void names.push(name)),
	}))
	const before = Date.now()
	await defragment(world, key, at, b)
	t.deepEqual(names, ['b'])
	t.true((memory.upkeep('n/c').seen().defragmented.get('b1') ?? 0) >= before)
	await t.throwsAsync(defragment(world, key, at, { ...b, id: 'f1', name: 'f' }), { instanceOf: NotNow })
})

test('what takes long is not waited for, goes on, and is remembered when it has ended', async (t) => {
	const work = Promise.withResolvers<void>()
	let calls = 0
	const {
		look: at,
		world,
		memory,
	} = asked(() => ({
		defragment: async () => {
			calls++
			await work.promise
		},
	}))
	for (let times = 0; times < 2; times++) await defragment(world, key, at, b)
	t.is(calls, 1)
	t.true(memory.upkeep('n/c').seen().busy)
	work.resolve()
	await defragment(world, key, at, b)
	t.true(memory.upkeep('n/c').seen().defragmented.has('b1'))
})

test('what failed was not done', async (t) => {
	const fails = async () => await Promise.reject(new EtcdError('unreachable', 'cut'))
	const { look: at, world, memory } = asked(() => ({ defragment: fails, compact: fails }))
	await t.throwsAsync(defragment(world, key, at, b), { instanceOf: EtcdError })
	await t.throwsAsync(compact(world, key, at), { instanceOf: EtcdError })
	t.is(memory.upkeep('n/c').seen().defragmented.size, 0)
	t.is(memory.upkeep('n/c').seen().compacted, undefined)
})

test('the leader is told to forget, and what somebody else had it forget is as good', async (t) => {
	const told: string[] = []
	const {
		look: at,
		world,
		memory,
	} = asked((name) => ({
		async compact(revision) {
			told.push(`${name} ${revision}`)
			await Promise.reject(new EtcdError('compacted', 'required revision has been compacted'))
		},
	}))
	await compact(world, key, at)
	t.deepEqual(told, ['a 1'])
	t.is(memory.upkeep('n/c').seen().compacted?.revision, 1n)
})

const holds = (hashes: Readonly<Record<string, number>>) =>
	asked((name) => ({
		async hashKv(revision) {
			const hash = hashes[name]
			if (hash === undefined) throw new Error(`${name} was not to be asked`)
			return await Promise.resolve({ hash, revision, compactRevision: 0n })
		},
	})).look

const all = ['a1', 'b1', 'c1']

for (const [what, hashes, among, equal, message] of [
	['all are equal', { a: 1, b: 1, c: 1 }, all, true, /^all hold the same at revision 1$/],
	['one differs', { a: 1, b: 2, c: 1 }, all, false, /\(a 1, b 2, c 1\), b other data than all others$/],
	['all differ', { a: 1, b: 2, c: 3 }, all, false, /\(a 1, b 2, c 3\)$/],
	['two differ', { a: 1, c: 3 }, ['a1', 'c1'], false, /\(a 1, c 3\)$/],
	['two are asked', { a: 1, c: 1 }, ['a1', 'c1'], true, /^all/],
] as const)
	test(`compared: ${what}`, async (t) => {
		const { compared } = await compare(holds(hashes), { do: 'compare', occasion: 'o', among })
		t.like(compared, { occasion: 'o', equal, members: among.join(' '), revision: '1' })
		t.regex(compared?.message ?? '', message)
	})

const corruptWords =
	'{"level":"fatal","msg":"discovery failed","error":"3 found data inconsistency with peers"}'

function podWith(status: object, spec: Parameters<typeof made>[0] = {}) {
	const { metadata, spec: podSpec } = made(spec)
	const pod = { metadata, spec: podSpec, status: { containerStatuses: [{ name: 'etcd', ...status }] } }
	return podSeen(pod as unknown as Pod, 'c', { sealedLongAgo: false, withdrawnLongAgo: false })
}

test('whoever ended with such words says that it is corrupt, until it runs again', (t) => {
	const ended = { terminated: { exitCode: 1, message: corruptWords } }
	t.true(podWith({ state: ended }).saysCorrupt)
	t.true(podWith({ state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: ended }).saysCorrupt)
	t.false(podWith({ state: { running: {} }, lastState: ended }).saysCorrupt)
	t.false(podWith({ state: { terminated: { exitCode: 1, message: 'killed' } } }).saysCorrupt)
})

test('a pod’s own variables say how large its database may become, the last of the name', (t) => {
	const etcdEnv = [{ name: 'ETCD_QUOTA_BACKEND_BYTES', value: '33554432' }]
	t.is(podWith({}).quotaBytes, undefined)
	t.is(podWith({}, { spec: { size: 3, quotaBackendBytes: '16Mi' } }).quotaBytes, 16 * 2 ** 20)
	t.is(podWith({}, { spec: { size: 3, quotaBackendBytes: '16Mi', pod: { etcdEnv } } }).quotaBytes, 2 ** 25)
})
