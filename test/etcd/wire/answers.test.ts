import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { EtcdCode, EtcdError } from '../../../etcd/errors.ts'
import { answer, client, fails, fake, fine, frame, statusOf, type Behaviour } from './server.ts'

test('ids are hex as etcd prints them, and 64 bits wide', async (t) => {
	const server = await fake(t, fine)
	const { clusterId, memberId, version, leader } = await client(t, {
		host: '127.0.0.1',
		port: server.port,
	}).status()
	t.is(clusterId, 'abc')
	t.is(memberId, 'f'.repeat(16))
	t.is(version, '3.6.16')
	t.is(leader, undefined)
})

const errs = test.macro(async (t, behave: Behaviour, code: EtcdCode, message: RegExp) => {
	const server = await fake(t, behave)
	const error = await t.throwsAsync<EtcdError>(client(t, { host: '127.0.0.1', port: server.port }).status())
	t.is(error.code, code)
	t.regex(error.message, message)
})

test(
	'an error in the trailers',
	errs,
	(stream) =>
		answer(stream, Buffer.alloc(0), { 'grpc-status': '9', 'grpc-message': 'etcdserver: not leader' }),
	'notLeader',
	/^etcdserver: not leader$/,
)
test(
	'an error in place of an answer',
	errs,
	fails(5, 'etcdserver: member not found'),
	'memberNotFound',
	/not found/,
)
test('a text in per cents', errs, fails(2, 'couldn%27t%20do%20it'), 'other', /^couldn't do it$/)
test('a text in wrong per cents', errs, fails(2, '100% lost'), 'other', /^100% lost$/)
test(
	'not gRPC',
	errs,
	(stream) => stream.respond({ ':status': 404 }, { endStream: true }),
	'other',
	/HTTP 404 .* client port/,
)
test(
	'two messages',
	errs,
	(stream) => answer(stream, Buffer.concat([statusOf('1'), statusOf('2')]), { 'grpc-status': '0' }),
	'other',
	/not one gRPC message/,
)
test(
	'no message',
	errs,
	(stream) => answer(stream, Buffer.alloc(0), { 'grpc-status': '0' }),
	'other',
	/not one gRPC message/,
)
test(
	'a compressed message, which nobody asked for',
	errs,
	(stream) => answer(stream, Buffer.from([1, 0, 0, 0, 0]), { 'grpc-status': '0' }),
	'other',
	/not one gRPC message/,
)
test(
	'no header',
	errs,
	(stream) => answer(stream, frame(Buffer.alloc(0)), { 'grpc-status': '0' }),
	'other',
	/no header/,
)

test('an answer in many pieces is one answer', async (t) => {
	const server = await fake(t, (stream) => {
		stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
		stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
		void (async () => {
			for (const byte of statusOf('3.7.3')) {
				stream.write(Buffer.from([byte]))
				await sleep(1)
			}
			stream.end()
		})()
	})
	t.is((await client(t, { host: '127.0.0.1', port: server.port }).status()).version, '3.7.3')
})

test('nobody listens: refused, whether by address or by a name with two of them', async (t) => {
	for (const host of ['127.0.0.1', 'localhost'])
		t.is((await t.throwsAsync<EtcdError>(client(t, { host, port: 1 }).status())).code, 'refused')
	t.is(
		(await t.throwsAsync<EtcdError>(client(t, { host: 'nobody.invalid', port: 1 }).status())).code,
		'unreachable',
	)
})

test('an old connection that ends late does not spoil what a new one says', async (t) => {
	const server = await fake(t, (stream, path, socket) => {
		if (path.endsWith('/Alarm'))
			setTimeout(() => fails(9, 'etcdserver: not leader')(stream, path, socket), 500)
		else {
			// Closing: this connection takes nothing more, its last call stays open, and then the process dies.
			stream.session?.goaway()
			setTimeout(() => socket?.resetAndDestroy(), 400)
		}
	})
	const etcd = client(t, { host: '127.0.0.1', port: server.port })
	const removing = t.throwsAsync<EtcdError>(etcd.removeMember('a'))
	while (server.paths.length === 0) await sleep(10)
	await sleep(200) // for the good-bye to arrive
	const asking = t.throwsAsync<EtcdError>(etcd.alarms())
	t.is((await removing).code, 'unreachable')
	t.is((await asking).code, 'notLeader')
	t.is(server.sockets.length, 2)
})
