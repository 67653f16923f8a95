// Streams of a member that misbehaves, that is too quick for us, or that has gone.
import { create, toBinary } from '@bufbuild/protobuf'
import type { ServerHttp2Stream } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Connection } from '../../../etcd/connection.ts'
import type { EtcdCode, EtcdError } from '../../../etcd/errors.ts'
import { Maintenance, SnapshotResponseSchema, Watch } from '../../../etcd/rpc_pb.ts'
import type { StreamOptions } from '../../../etcd/streaming.ts'
import { dialer } from './dialer.ts'
import { answer, fails, fake, frame, type Behaviour } from './server.ts'

const blob = (size: number): Buffer =>
	frame(toBinary(SnapshotResponseSchema, create(SnapshotResponseSchema, { blob: new Uint8Array(size) })))

const respond = (stream: ServerHttp2Stream): void => {
	stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
	stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
}

/** Not before it has begun. */
async function standsStill(count: () => number): Promise<void> {
	for (let before = -1; count() === 0 || count() !== before; await sleep(200)) before = count()
}

async function snapshot(t: ExecutionContext, behave: Behaviour, options: StreamOptions = {}) {
	const server = await fake(t, behave)
	const connection = new Connection({ host: '127.0.0.1', port: server.port })
	t.teardown(() => connection.close())
	const stream = await connection.stream(Maintenance.method.snapshot, options)
	await stream.send({})
	stream.end()
	return { server, connection, stream }
}

test('whoever does not read is sent no more than the window, and loses nothing', async (t) => {
	const [count, size] = [400, 65_536]
	let written = 0
	const { stream } = await snapshot(t, (to) => {
		respond(to)
		void (async () => {
			for (let index = 0; index < count; index++) {
				if (!to.write(blob(size))) await new Promise((resolve) => to.once('drain', resolve))
				written++
			}
			to.end()
		})()
	})
	await standsStill(() => written)
	t.true(written * size > 4_000_000 && written * size < 9_000_000, `${written * size} bytes`)
	let got = 0
	for await (const message of stream) got += message.blob.length
	t.is(got, count * size)
})

test('messages in single bytes, and several in one piece', async (t) => {
	const { stream } = await snapshot(t, (to) => {
		respond(to)
		void (async () => {
			for (const byte of Buffer.concat([blob(3), blob(0), blob(20)])) {
				to.write(Buffer.from([byte]))
				await sleep(1)
			}
			to.end(Buffer.concat([blob(5), blob(6), blob(7)]))
		})()
	})
	const sizes: number[] = []
	for await (const message of stream) sizes.push(message.blob.length)
	t.deepEqual(sizes, [3, 0, 20, 5, 6, 7])
})

const errs = test.macro(async (t, behave: Behaviour, code: EtcdCode, message: RegExp, messages: number) => {
	const { stream } = await snapshot(t, behave, { deadlineMs: 1500 })
	let count = 0
	const error = await t.throwsAsync<EtcdError>(
		(async () => {
			for await (const _ of stream) count++
		})(),
	)
	t.is(error.code, code)
	t.regex(error.message, message)
	t.is(count, messages)
	await t.throwsAsync(stream.send({}))
})

test('a refusal', errs, fails(9, 'etcdserver: not leader'), 'notLeader', /^etcdserver: not leader$/, 0)
test('not gRPC', errs, (to) => to.respond({ ':status': 404 }, { endStream: true }), 'other', /HTTP 404/, 0)
test(
	'an error after the first messages',
	errs,
	(to) =>
		answer(to, Buffer.concat([blob(1), blob(2)]), {
			'grpc-status': '14',
			'grpc-message': 'etcdserver: no leader',
		}),
	'noLeader',
	/no leader/,
	2,
)
test(
	'half a message',
	errs,
	(to) => answer(to, Buffer.concat([blob(1), blob(9).subarray(0, 8)]), { 'grpc-status': '0' }),
	'other',
	/in the middle of a message/,
	1,
)
test(
	'a message that says it is endless',
	errs,
	(to) => answer(to, Buffer.from([0, 255, 255, 255, 255, 1]), { 'grpc-status': '0' }),
	'other',
	/no plain gRPC message/,
	0,
)
test(
	'a connection that is cut',
	errs,
	(to, _path, socket) => {
		respond(to)
		to.write(blob(1), () => setTimeout(() => socket?.destroy(), 50))
	},
	'unreachable',
	/./,
	1,
)
test(
	'no trailers',
	errs,
	(to) => {
		to.respond({ ':status': 200, 'content-type': 'application/grpc' })
		to.end(blob(1))
	},
	'unreachable',
	/cut in the middle/,
	1,
)
test(
	'one that never ends',
	errs,
	(to) => {
		respond(to)
		to.write(blob(1))
	},
	'timedOut',
	/within 1500 ms/,
	1,
)

test('a stream outlives calls over its connection that were not answered', async (t) => {
	const server = await fake(t, (to, path) => {
		if (!path.endsWith('/Snapshot')) return
		respond(to)
		to.write(blob(1))
		setTimeout(() => to.end(blob(2)), 2500)
	})
	const connection = new Connection({ host: '127.0.0.1', port: server.port })
	t.teardown(() => connection.close())
	const stream = await connection.stream(Maintenance.method.snapshot)
	await stream.send({})
	stream.end()
	const messages = stream[Symbol.asyncIterator]()
	t.like((await messages.next()).value, { blob: { length: 1 } })
	await t.throwsAsync(connection.call(Maintenance.method.status, {}, 200))
	t.like((await messages.next()).value, { blob: { length: 2 } })
	t.true((await messages.next()).done)
	t.is(server.sockets.length, 1)
	t.is(server.timeouts[0], 'undefined')
})

test('whoever sends to one that does not read is held back', async (t) => {
	const server = await fake(t, () => {}, undefined, 'unread')
	const connection = new Connection({ host: '127.0.0.1', port: server.port })
	t.teardown(() => connection.close())
	const stream = await connection.stream(Watch.method.watch)
	let sent = 0
	const sending = (async () => {
		const key = new Uint8Array(1000)
		for (; sent < 10_000; sent++) await stream.send({ asks: { case: 'createRequest', value: { key } } })
	})()
	const stopped = t.throwsAsync(sending)
	await standsStill(() => sent)
	t.true(sent < 200, `${sent}`)
	stream.cancel()
	await stopped
})

test('a member that was cut off is found out within half a minute, and one that is only quiet is not', async (t) => {
	const server = await fake(t, (to) => {
		respond(to)
		to.write(blob(1))
	})
	const { dial, streams } = dialer(server.port)
	const connections = [1, 2].map(() => new Connection({ host: 'member.invalid', port: 2379, dial }))
	const [quiet, cut] = await Promise.all(
		connections.map(async (connection) => {
			t.teardown(() => connection.close())
			const stream = await connection.stream(Maintenance.method.snapshot)
			await stream.send({})
			stream.end()
			const messages = stream[Symbol.asyncIterator]()
			t.like((await messages.next()).value, { blob: { length: 1 } })
			return messages
		}),
	)
	const [, second] = streams
	if (quiet === undefined || cut === undefined || second === undefined) return t.fail()
	const still = quiet.next()
	second.isFrozen = true
	const began = performance.now()
	const error = await t.throwsAsync<EtcdError>(cut.next())
	t.is(error.code, 'unreachable')
	t.regex(error.message, /has not answered for 30000 ms/)
	const seconds = (performance.now() - began) / 1000
	t.true(seconds > 25 && seconds < 40, `${seconds} s`)
	t.is(await Promise.race([still, sleep(10_000, 'waits')]), 'waits')
})
