// Two that want to lead, through gates of their own, on short times: 3 s until it may be taken, 2 s of holding on without an answer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { kubeApi } from '../../kube/api.ts'
import { kubeClient } from '../../kube/client.ts'
import { elect, type Election, type Leadership } from '../../kube/lease.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import type { Gate } from './gate.ts'
import { stage, until, type Stage } from './support.ts'

let there: Stage
test.before(async () => {
	there = await stage('lease')
})
test.after.always(async () => await there[Symbol.asyncDispose]())

const timing = {
	durationMs: 3000,
	renewDeadlineMs: 2000,
	pauseMs: { renewed: 300, looked: 300, failed: 300 },
}

interface Candidate extends Leadership {
	readonly gate: Gate
	readonly told: boolean[]
	readonly stop: () => void
}

async function candidate(
	t: ExecutionContext,
	namespace: string,
	identity: string,
	more: Partial<Election> = {},
): Promise<Candidate> {
	const gate = await there.gate()
	const told: boolean[] = []
	const stop = new AbortController()
	t.teardown(async () => {
		stop.abort()
		await gate[Symbol.asyncDispose]()
	})
	const changed = (held: boolean) => void told.push(held)
	const election = { namespace, name: 'leader', identity, changed, ...timing, ...more }
	const leadership = elect(kubeClient(kubeApi(gate.where)), election, stop.signal)
	return { ...leadership, gate, told, stop: () => stop.abort() }
}

interface LeaseObject extends KubeObject {
	readonly spec: { readonly holderIdentity?: string; readonly leaseTransitions?: number }
}

const leaseIn = async (namespace: string) =>
	await there.kube.get<LeaseObject>(kinds.lease, { namespace, name: 'leader' })

interface Two {
	readonly namespace: string
	readonly one: Candidate
	readonly other: Candidate
}

/** The first leads, the second waits; that both do is looked for every 5 ms, to the end of the test. */
const two =
	(body: (t: ExecutionContext, both: Two) => Promise<void>) =>
	async (t: ExecutionContext): Promise<void> => {
		const namespace = await there.namespace()
		const one = await candidate(t, namespace, 'one')
		await until('the first leads', () => one.held())
		const other = await candidate(t, namespace, 'other')
		let looks = 0
		let bothLead = 0
		const looking = setInterval(() => {
			looks++
			if (one.held() && other.held()) bothLead++
		}, 5)
		t.teardown(() => clearInterval(looking))
		await until('the second looks', () => other.gate.arrived.length > 2)
		await body(t, { namespace, one, other })
		t.is(bothLead, 0)
		t.true(looks > 10)
	}

test(
	'one of two leads, as long as it goes on',
	two(async (t, { namespace, one, other }) => {
		await sleep(3000)
		t.true(one.held())
		t.deepEqual({ one: one.told, other: other.told }, { one: [true], other: [] })
		t.like((await leaseIn(namespace))?.spec, { holderIdentity: 'one', leaseTransitions: 0 })
	}),
)

test('of many that begin at once, one leads', async (t) => {
	const namespace = await there.namespace()
	const names = ['a', 'b', 'c', 'd', 'e']
	const all = await Promise.all(names.map(async (name) => await candidate(t, namespace, name)))
	await until('somebody leads', () => all.some((each) => each.held()))
	await sleep(1000)
	t.is(all.filter((each) => each.held()).length, 1)
})

test(
	'a renewal is one request',
	two(async (t, { one }) => {
		one.gate.arrived.length = 0
		await sleep(2000)
		const [first, ...rest] = new Set(one.gate.arrived)
		t.regex(first ?? '', /^PATCH .*\/leases\/leader\?/)
		t.deepEqual(rest, [])
		t.true(one.gate.arrived.length >= 3 && one.gate.arrived.length <= 9, String(one.gate.arrived.length))
	}),
)

test(
	'given back it is taken at once, and who gave it back may act no more',
	two(async (t, { namespace, one, other }) => {
		const sent = one.gate.arrived.length
		await until('a renewal was sent', () => one.gate.arrived.length > sent)
		await sleep(100) // it is answered, and the next one is not due
		const release = one.release()
		t.false(one.held())
		await release
		one.stop()
		const ms = await until('the second leads', () => other.held())
		t.true(ms < 2000, `${ms} ms`)
		t.like((await leaseIn(namespace))?.spec, { holderIdentity: 'other' })
		await other.release()
		t.is((await leaseIn(namespace))?.spec.holderIdentity, undefined)
	}),
)

test(
	'given back while a renewal is on its way it is given back all the same',
	two(async (t, { one, other }) => {
		one.gate.freeze(/^PATCH/)
		const sent = one.gate.arrived.length
		await until('a renewal is on its way', () => one.gate.arrived.length > sent)
		setTimeout(() => one.gate.thaw(), 100)
		await one.release()
		// What main.ts does; the renewal that is on its way is answered after it.
		one.stop()
		await sleep(200)
		t.false(one.held(), 'who gave it back holds it')
		const ms = await until('the second leads', () => other.held())
		t.true(ms < 2000, `${ms} ms`)
	}),
)

test(
	'who does not lead has nothing to give back',
	two(async (t, { namespace, one, other }) => {
		await other.release()
		t.true(one.held())
		t.like((await leaseIn(namespace))?.spec, { holderIdentity: 'one' })
	}),
)

test(
	'cut off, it stops before the other begins, which waits until the lease has run out; back, it finds that out',
	two(async (t, { namespace, one, other }) => {
		one.gate.freeze()
		const stopped = await until('the first stops', () => !one.held())
		t.true(stopped > 1000 && stopped < 2100, `stopped after ${stopped} ms`)
		const free = await until('the second leads', () => other.held())
		t.true(stopped + free > 2300 && stopped + free < 4500, `${stopped + free} ms after the cut`)
		one.gate.thaw() // the renewal that was on its way arrives now
		await sleep(1500)
		t.false(one.held())
		t.true(other.held())
		t.deepEqual({ one: one.told, other: other.told }, { one: [true, false], other: [true] })
		t.like((await leaseIn(namespace))?.spec, { holderIdentity: 'other', leaseTransitions: 1 })
	}),
)

test(
	'an API server that is away for less than the deadline changes nothing',
	two(async (t, { one, other }) => {
		one.gate.freeze()
		other.gate.freeze()
		await sleep(1000)
		one.gate.thaw()
		other.gate.thaw()
		await sleep(1500)
		t.deepEqual({ one: one.told, other: other.told }, { one: [true], other: [] })
	}),
)

test(
	'one request that is lost is sent again before the deadline',
	two(async (t, { one }) => {
		one.gate.losing = 1
		await sleep(3500)
		t.is(one.gate.losing, 0)
		t.deepEqual(one.told, [true])
	}),
)

test("another's clock means nothing: it is taken when it was seen unchanged for its duration", async (t) => {
	for (const renewTime of ['2001-01-01T00:00:00.000000Z', '2101-01-01T00:00:00.000000Z']) {
		const namespace = await there.namespace()
		await there.kube.create(kinds.lease, {
			metadata: { namespace, name: 'leader' },
			spec: { holderIdentity: 'stranger', leaseDurationSeconds: 1, renewTime, leaseTransitions: 6 },
		} as KubeObject)
		const one = await candidate(t, namespace, 'one')
		const ms = await until('it leads', () => one.held())
		t.true(ms > 900 && ms < 4000, `${renewTime}: ${ms} ms`)
		t.like((await leaseIn(namespace))?.spec, { holderIdentity: 'one', leaseTransitions: 7 })
	}
})

test('a lease that was deleted is made anew', async (t) => {
	const namespace = await there.namespace()
	const one = await candidate(t, namespace, 'one')
	await until('it leads', () => one.held())
	const uid = (await leaseIn(namespace))?.metadata.uid ?? ''
	await there.kube.remove(kinds.lease, { namespace, name: 'leader', uid })
	await until('the lease is there again', async () => await leaseIn(namespace))
	await sleep(500)
	t.deepEqual(one.told, [true])
	t.true(one.held())
})

// The holder may act until its deadline, so that whoever saw it hold should wait as for a lease that is there.
test(
	'a lease that was deleted while one leads is no invitation to the other, which has just seen it held',
	two(async (t, { namespace, one, other }) => {
		one.gate.freeze() // one may act until its deadline, and cannot make the lease anew
		const uid = (await leaseIn(namespace))?.metadata.uid ?? ''
		await there.kube.remove(kinds.lease, { namespace, name: 'leader', uid })
		await until('the other leads', () => other.held())
		await sleep(100)
		t.false(one.held())
	}),
)

test('a process that is frozen and wakes up does not believe for a moment that it still leads', async (t) => {
	const namespace = await there.namespace()
	const child = spawn(process.execPath, [join(import.meta.dirname, 'elector.ts'), namespace, 'frozen'], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, KUBECONFIG: there.playground.files.kubeconfig },
	})
	t.teardown(() => child.kill('SIGKILL'))
	const said: { readonly held: boolean; readonly at: number }[] = []
	createInterface({ input: child.stdout }).on('line', (line) => {
		const [held, at] = line.split(' ')
		said.push({ held: held === 'true', at: Number(at) })
	})
	await until('the process leads', () => said.at(-1)?.held)
	const other = await candidate(t, namespace, 'other')
	await sleep(500)
	child.kill('SIGSTOP')
	const frozenAt = Date.now()
	await until('the other leads', () => other.held())
	const takenAt = Date.now()
	t.true(takenAt - frozenAt > 2300, `${takenAt - frozenAt} ms`)
	child.kill('SIGCONT')
	await until('the process speaks again', () => (said.at(-1)?.at ?? 0) > takenAt + 300)
	t.deepEqual(
		said.filter(({ held, at }) => held && at >= takenAt),
		[],
	)
	t.true(other.held())
})
