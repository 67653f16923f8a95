// Many messages back, by what members of every minor have: their whole database, and what changes while one watches.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '../../../etcd/connection.ts'
import type { EtcdError } from '../../../etcd/errors.ts'
import { Maintenance, Watch } from '../../../etcd/rpc_pb.ts'
import type { ExecutionContext } from 'ava'
import { everyMinor } from './binaries.ts'
import { born } from './cluster.ts'
import type { MemberProcess } from './process.ts'

function connect(t: ExecutionContext, { host, ports }: MemberProcess): Connection {
	const connection = new Connection({ host, port: ports.client })
	t.teardown(() => connection.close())
	return connection
}

const everything = { key: new Uint8Array([0]), rangeEnd: new Uint8Array([0]) }

everyMinor('hands out its database, whose last 32 bytes are the hash of the rest', async (t, etcd) => {
	const seed = await born(t, etcd)
	for (let index = 0; index < 20; index++) await seed.put(`key-${index}`, 'x'.repeat(100_000))
	await using stream = await connect(t, seed).stream(Maintenance.method.snapshot, { deadlineMs: 20_000 })
	await stream.send({})
	stream.end()
	const blobs: Uint8Array[] = []
	let remaining = -1n
	for await (const { blob, remainingBytes } of stream) {
		blobs.push(blob)
		remaining = remainingBytes
	}
	const all = Buffer.concat(blobs)
	t.is(remaining, 0n)
	t.true(all.length > 2_000_000 && all.length % 512 === 32)
	t.deepEqual(createHash('sha256').update(all.subarray(0, -32)).digest(), all.subarray(-32))
})

everyMinor('tells what changes to whoever watches, until they ask it to stop', async (t, etcd) => {
	const seed = await born(t, etcd)
	await using stream = await connect(t, seed).stream(Watch.method.watch)
	const messages = stream[Symbol.asyncIterator]()
	const next = async () => (await messages.next()).value
	await stream.send({ asks: { case: 'createRequest', value: everything } })
	const created = await next()
	t.like(created, { created: true, canceled: false })
	for (const key of ['one', 'two', 'three']) {
		await seed.put(key)
		const said = await next()
		t.deepEqual(
			said?.events.map(({ kv }) => Buffer.from(kv?.key ?? []).toString()),
			[key],
		)
	}
	const { watchId } = created ?? {}
	await stream.send({ asks: { case: 'cancelRequest', value: watchId === undefined ? {} : { watchId } } })
	t.like(await next(), { canceled: true })
	// That nothing more will be asked is no reason for etcd to end it.
	stream.end()
	const last = messages.next()
	t.is(await Promise.race([last, sleep(100, 'open')]), 'open')
	stream.cancel()
	t.deepEqual(await last, { done: true, value: undefined })
})

everyMinor('what one never stops watching ends when one leaves, or when the member dies', async (t, etcd) => {
	const seed = await born(t, etcd)
	const connection = connect(t, seed)
	const watching = async (signal?: AbortSignal) => {
		const stream = await connection.stream(Watch.method.watch, signal && { signal })
		await stream.send({ asks: { case: 'createRequest', value: everything } })
		return stream
	}
	const first = await watching()
	for await (const { created } of first) {
		t.true(created)
		break
	}
	await t.throwsAsync(first.send({ asks: { case: 'progressRequest', value: {} } }), { message: /has ended/ })

	const leaving = new AbortController()
	const second = await watching(leaving.signal)
	const messages = second[Symbol.asyncIterator]()
	await messages.next()
	setTimeout(() => leaving.abort(new Error('enough')), 50)
	await t.throwsAsync(messages.next(), { message: 'enough' })

	const third = await watching()
	const last = third[Symbol.asyncIterator]()
	await last.next()
	setTimeout(() => void seed.kill(), 50)
	t.is((await t.throwsAsync<EtcdError>(last.next())).code, 'unreachable')
	// A process that is killed stops listening a moment after its connections are cut.
	await seed.kill()
	const again = await t.throwsAsync<EtcdError>(
		watching().then(async (stream) => await stream[Symbol.asyncIterator]().next()),
	)
	t.is(again.code, 'refused')
})
