// Which connection begins to speak another protocol: one that is there already, unless the other side has closed it.
import type { Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { KubeError } from '../../kube/errors.ts'
import { json, rude } from './rude.ts'

type Upgrading = (socket: Socket, isFirst: boolean) => void

const accept = (socket: Socket): void =>
	void socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: echo\r\n\r\nhello')

async function upgradedBy(t: ExecutionContext, upgrading: Upgrading) {
	const { api, server, sockets } = await rude(t, (_, outgoing) => json(outgoing, 200, {}))
	let asked = 0
	server.on('upgrade', (_, socket: Socket) => {
		t.teardown(() => socket.destroy())
		socket.on('error', () => {})
		upgrading(socket, asked++ === 0)
	})
	const signal = AbortSignal.timeout(5000)
	return {
		api,
		sockets,
		upgrade: async () => await api.upgrade('/', { upgrade: 'echo' }, signal),
		asked: () => asked,
	}
}

test('a connection that is kept is taken, and is nobody else’s any more', async (t) => {
	const { api, sockets, upgrade } = await upgradedBy(t, accept)
	await api.ask('GET', '/')
	const { socket } = await upgrade()
	t.is(sockets.length, 1)
	await api.ask('GET', '/')
	t.is(sockets.length, 2)
	socket.destroy()
})

test('one that the other side has closed meanwhile is no reason to fail', async (t) => {
	const { api, sockets, upgrade, asked } = await upgradedBy(t, (socket, isFirst) =>
		isFirst ? socket.destroy() : accept(socket),
	)
	await api.ask('GET', '/')
	const { socket } = await upgrade()
	t.deepEqual([asked(), sockets.length], [2, 2])
	socket.destroy()
})

test('who closes each of them is not asked for ever', async (t) => {
	const { api, upgrade, asked } = await upgradedBy(t, (socket) => socket.destroy())
	await api.ask('GET', '/')
	const reason = await t.throwsAsync(upgrade(), { instanceOf: KubeError })
	t.is(reason.status, 0)
	t.is(asked(), 2)
})

test('a refusal is taken for one', async (t) => {
	const { api, upgrade, asked } = await upgradedBy(t, (socket) => {
		socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
	})
	await api.ask('GET', '/')
	t.is((await t.throwsAsync(upgrade(), { instanceOf: KubeError })).status, 403)
	t.is(asked(), 1)
})
