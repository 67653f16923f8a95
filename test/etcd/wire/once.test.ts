// Nothing is ever sent twice: a MemberAdd whose answer is lost may have taken effect, and a second one would add another member.
import { constants } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { EtcdError } from '../../../etcd/errors.ts'
import { answer, client, fails, fake, frame, statusOf, type Behaviour } from './server.ts'

const cut = test.macro(async (t, behave: Behaviour) => {
	const server = await fake(t, behave)
	const etcd = client(t, { host: '127.0.0.1', port: server.port })
	const error = await t.throwsAsync<EtcdError>(etcd.addLearner('http://b.test:2380'))
	t.is(error.code, 'unreachable')
	await sleep(300)
	t.deepEqual(server.paths, ['/etcdserverpb.Cluster/MemberAdd'])
	t.is(server.sockets.length, 1)
	// The next call is another one, over another connection.
	await t.throwsAsync(etcd.promote('a'))
	t.deepEqual(server.paths.slice(1), ['/etcdserverpb.Cluster/MemberPromote'])
	t.is(server.sockets.length, 2)
})

test('the connection is cut', cut, (_stream, _path, socket) => socket?.destroy())
test('the connection is reset', cut, (_stream, _path, socket) => socket?.resetAndDestroy())
test('the session says good-bye with an error', cut, (stream) =>
	stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM),
)
// gRPC's own clients repeat this one by themselves.
test('the stream is refused', cut, (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM))
test('the stream is cancelled', cut, (stream) => stream.close(constants.NGHTTP2_CANCEL))
test('half an answer comes', cut, (stream, _path, socket) => {
	stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
	stream.write(statusOf('3.6.16').subarray(0, 7), () => socket?.destroy())
})
test('an answer comes without its trailers', cut, (stream) => {
	stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
	stream.end(statusOf('3.6.16'))
})

test('silence ends at the deadline that etcd was told, and the request came once', async (t) => {
	const server = await fake(t, () => {})
	const etcd = client(t, { host: '127.0.0.1', port: server.port })
	const began = performance.now()
	const error = await t.throwsAsync<EtcdError>(etcd.addVoter('http://b.test:2380'))
	const took = performance.now() - began
	t.is(error.code, 'unreachable')
	t.true(took >= 4990 && took < 6500, `${took} ms`)
	t.deepEqual(server.timeouts, ['5000m'])
	t.deepEqual(server.paths, ['/etcdserverpb.Cluster/MemberAdd'])
})

test('an answer that says no is no reason to ask again or to connect anew', async (t) => {
	const server = await fake(t, fails(14, 'etcdserver: unhealthy cluster'))
	const etcd = client(t, { host: '127.0.0.1', port: server.port })
	for (let times = 0; times < 3; times++)
		t.is((await t.throwsAsync<EtcdError>(etcd.removeMember('a'))).code, 'unhealthy')
	t.is(server.paths.length, 3)
	t.is(server.sockets.length, 1)
})

test('calls at the same time share a connection, and a slow one holds up no other', async (t) => {
	const server = await fake(t, (stream, path) => {
		const delay = path.endsWith('/MemberRemove') ? 400 : 0
		setTimeout(() => answer(stream, statusOf('3.6.16'), { 'grpc-status': '0' }), delay)
	})
	const etcd = client(t, { host: '127.0.0.1', port: server.port })
	let removed = false
	const removing = (async () => {
		await etcd.removeMember('a').catch(() => {})
		removed = true
	})()
	await Promise.all([etcd.status(), etcd.status()])
	t.false(removed)
	await removing
	t.is(server.sockets.length, 1)
})

test('a long call outlives others over its connection that were not answered', async (t) => {
	const server = await fake(t, (stream, path) => {
		if (path.endsWith('/Defragment'))
			setTimeout(() => answer(stream, frame(Buffer.alloc(0)), { 'grpc-status': '0' }), 8500)
	})
	const etcd = client(t, { host: '127.0.0.1', port: server.port })
	const long = etcd.defragment(10_000)
	t.is((await t.throwsAsync<EtcdError>(etcd.status())).code, 'unreachable')
	await t.notThrowsAsync(long)
	t.is(server.sockets.length, 1)
})
