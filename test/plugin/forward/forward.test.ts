// A port of this machine that leads elsewhere: bytes both ways, ends and failures, and which member it is.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { serve } from '../../../plugin/forward/serve.ts'
import { podsInOrder } from '../../../plugin/forward/target.ts'
import { cluster, podOf } from '../status/seen.ts'

async function listening(t: ExecutionContext, hear: (socket: Socket) => void): Promise<number> {
	const server = createServer({ allowHalfOpen: true }, hear)
	await once(server.listen(0, '127.0.0.1'), 'listening')
	t.teardown(() => server.close())
	return (server.address() as AddressInfo).port
}

async function through(t: ExecutionContext, hear: (socket: Socket) => void) {
	const port = await listening(t, hear)
	const failures: unknown[] = []
	const served = await serve(0, {
		dial: async () => await Promise.resolve(connect({ port, host: '127.0.0.1', allowHalfOpen: true })),
		failed: (reason) => failures.push(reason),
	})
	t.teardown(async () => await served.close().catch(() => {}))
	return { served, failures }
}

async function textOf(socket: Socket): Promise<string> {
	let all = ''
	// A loop over it would destroy it at its end, before anything is answered.
	await once(
		socket.setEncoding('utf8').on('data', (chunk) => (all += String(chunk))),
		'end',
	)
	return all
}

test('what is said there is heard here, also after this side has ended', async (t) => {
	const { served, failures } = await through(t, (far) => {
		void textOf(far).then((text) => far.end(`${text.length} heard`))
	})
	const near = connect(served.port, '127.0.0.1')
	near.end('x'.repeat(1_000_000))
	t.is(await textOf(near), '1000000 heard')
	t.deepEqual(failures, [])
})

test('many at once do not mix', async (t) => {
	const { served } = await through(t, (far) => void far.pipe(far))
	const texts = Array.from({ length: 20 }, (_, at) => `${at}:`.repeat(1000))
	const heard = await Promise.all(
		texts.map(async (text) => {
			const near = connect(served.port, '127.0.0.1')
			near.end(text)
			return await textOf(near)
		}),
	)
	t.deepEqual(heard, texts)
})

test('what cannot be dialled is told, and the connection ends', async (t) => {
	const failures: unknown[] = []
	const served = await serve(0, {
		dial: async () => await Promise.reject(new Error('no way there')),
		failed: (reason) => failures.push(String(reason)),
	})
	t.teardown(async () => await served.close())
	const near = connect(served.port, '127.0.0.1')
	near.on('error', () => {})
	await once(near, 'close')
	t.deepEqual(failures, ['Error: no way there'])
})

test('closing ends what is open', async (t) => {
	const { served } = await through(t, (far) => void far.on('error', () => {}).pipe(far))
	const near = connect(served.port, '127.0.0.1').on('error', () => {})
	near.write('x')
	await once(near, 'data')
	await Promise.all([served.close(), once(near, 'close')])
	t.pass()
})

test('a port that is taken is a sentence', async (t) => {
	const port = await listening(t, () => {})
	await t.throwsAsync(
		async () => await serve(port, { dial: async () => await Promise.reject(new Error()), failed: () => {} }),
		{
			message: `port ${port} is in use on this machine`,
		},
	)
})

test('it leads to whoever is ready, and to the leader last', (t) => {
	const pods = [podOf('orders-a', 'n'), podOf('orders-b', 'n', false), podOf('orders-c', 'n')]
	const led = cluster({ leader: 'orders-a' })
	t.deepEqual(podsInOrder(led, pods), ['orders-c', 'orders-a'])
	t.deepEqual(podsInOrder(led, pods, 'orders-b'), ['orders-b'])
	t.deepEqual(podsInOrder(led, pods, 'b'), ['orders-b'])
	t.throws(() => podsInOrder(led, pods, 'x'), {
		message: '"x" is no member of orders: orders-a, orders-b, orders-c',
	})
	t.throws(() => podsInOrder(led, [podOf('orders-b', 'n', false)]), {
		message: 'no member of orders is ready',
	})
})
