// Streams to pods, of a kubelet that behaves as the real one does, and of some that do not.
import { once } from 'node:events'
import { connect as connectPlainly } from 'node:http2'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { forwardTo } from '../../kube/forward.ts'
import type { ForwardCode, ForwardError } from '../../kube/forward-error.ts'
import { kubelet, type Kubelet, type Served } from './kubelet.ts'
import { rude } from './rude.ts'
import { until } from './support.ts'

const target = { namespace: 'shop', pod: 'db-a', port: 2379 }
const never = new AbortController().signal

async function forwarded(t: ExecutionContext, behave: Kubelet): Promise<{ stream: Duplex; end: Served }> {
	const { api, served } = await kubelet(t, behave)
	const stream = await forwardTo(api, target, never)
	t.teardown(() => stream.destroy())
	const [end] = served
	if (end === undefined) throw new Error('nobody came')
	return { stream, end }
}

/** Not before it has begun. */
async function standsStill(count: () => number): Promise<void> {
	for (let before = -1; count() === 0 || count() !== before; await sleep(200)) before = count()
}

const all = async (stream: Duplex): Promise<Buffer> => {
	const chunks: Buffer[] = []
	for await (const chunk of stream) chunks.push(chunk as Buffer)
	return Buffer.concat(chunks)
}

const echo: Kubelet = (end) => {
	end.open(2379)
	end.onData = (bytes) => void end.message(0, bytes)
}

test('it asks for the pod and the port in the words of Kubernetes', async (t) => {
	let seen: unknown
	const { api } = await kubelet(t, (end, { method, url, headers }) => {
		seen = [method, url, headers['sec-websocket-protocol'], headers['sec-websocket-version']]
		end.open(2379)
	})
	const stream = await forwardTo(api, target, never)
	t.deepEqual(seen, [
		'GET',
		'/api/v1/namespaces/shop/pods/db-a/portforward?ports=2379',
		'v4.channel.k8s.io',
		'13',
	])
	stream.destroy()
})

test('what is written comes back, in order and whatever its size', async (t) => {
	const { stream } = await forwarded(t, echo)
	const sent: Buffer[] = []
	for (const size of [1, 0, 100, 65_535, 65_536, 65_537, 1_000_000, 3]) {
		const chunk = Buffer.alloc(size, size % 251)
		sent.push(chunk)
		stream.write(chunk)
	}
	const expected = Buffer.concat(sent)
	let got = Buffer.alloc(0)
	for await (const chunk of stream) {
		got = Buffer.concat([got, chunk as Buffer])
		if (got.length >= expected.length) break
	}
	t.true(got.equals(expected))
})

test('a reader that is slow holds the other side back', async (t) => {
	const piece = Buffer.alloc(32_768, 'x')
	const count = 2000
	let written = 0
	const { stream } = await forwarded(t, (end) => {
		end.open(2379)
		void (async () => {
			for (; written < count; written++) if (!end.message(0, piece)) await once(end.socket, 'drain')
			end.close(1000)
		})()
	})
	await standsStill(() => written)
	t.true(written < count / 2, `${written} of ${count} pieces`)
	t.true(stream.readableLength < 200_000)
	t.is((await all(stream)).length, piece.length * count)
})

test('a kubelet that does not read holds the writer back', async (t) => {
	const { stream, end } = await forwarded(t, (one) => {
		one.open(2379)
		one.socket.pause()
	})
	let written = 0
	const writing = (async () => {
		for (; written < 1000; written++) if (!stream.write(Buffer.alloc(65_536))) await once(stream, 'drain')
	})()
	await standsStill(() => written)
	t.true(written < 900, `${written} pieces`)
	end.socket.resume()
	await writing
	await until('all came', () => end.size === 65_536_000, 30_000)
})

test('it ends with what the process wrote last, and then takes no more', async (t) => {
	const { stream, end } = await forwarded(t, (one) => {
		one.open(2379)
		one.message(0, Buffer.from('good'))
		one.message(0, Buffer.from('bye'))
		one.close(1000)
	})
	t.is((await all(stream)).toString(), 'goodbye')
	await until('it is gone', () => stream.destroyed)
	await until('the kubelet is told', () => end.closed())
})

test('what came before a cut is heard before it', async (t) => {
	const piece = Buffer.alloc(60_000, 'x')
	const { stream } = await forwarded(t, (end) => {
		end.open(2379)
		for (let index = 0; index < 20; index++) end.message(0, piece)
		end.socket.end()
	})
	let size = 0
	stream.on('data', (bytes: Buffer) => (size += bytes.length))
	const [error] = (await once(stream, 'error')) as [ForwardError]
	t.is(error.code, 'ECONNRESET')
	t.is(size, 20 * piece.length)
})

test('who has ended still hears the answer', async (t) => {
	const { stream } = await forwarded(t, (end) => {
		end.open(2379)
		end.onData = () =>
			void (async () => {
				for (const word of ['a', 'late', 'answer']) {
					await sleep(100)
					end.message(0, Buffer.from(word))
				}
				end.close(1000)
			})()
	})
	stream.end('question')
	t.is((await all(stream)).toString(), 'alateanswer')
})

test('who has ended and hears nothing is let go', async (t) => {
	const { stream, end } = await forwarded(t, (one) => one.open(2379))
	const began = performance.now()
	stream.end('question')
	t.is((await all(stream)).length, 0)
	t.true(performance.now() - began < 6500)
	await until('the kubelet knows', () => end.closed())
})

test('what is thrown away is closed at the other side', async (t) => {
	const { stream, end } = await forwarded(t, (one) => one.open(2379))
	stream.destroy()
	await until('it is told', () => end.closed() && end.socket.readableEnded)
	t.deepEqual(end.received.at(-1)?.bytes, Buffer.from([3, 232]))
})

const breaks = test.macro(async (t, behave: Kubelet, code: ForwardCode, message: RegExp) => {
	const { stream } = await forwarded(t, behave)
	const began = performance.now()
	const error = await t.throwsAsync<ForwardError>(all(stream))
	t.is(error.code, code)
	t.regex(error.message, message)
	t.regex(error.message, /^port 2379 of pod shop\/db-a: /)
	t.true(performance.now() - began < 2000)
	t.true(stream.destroyed)
	t.notDeepEqual(await new Promise((resolve) => stream.write('more', resolve)), null)
})

function sayTo(end: Served, text: string): void {
	end.open(2379)
	end.message(1, Buffer.from(text))
	end.close(1000)
}

const said =
	(text: string): Kubelet =>
	(end) =>
		sayTo(end, text)
const refused =
	'error forwarding port 2379 to pod 1f, uid : failed to execute portforward in network namespace "/run/netns/x": failed to connect to localhost:2379 inside namespace "1f", IPv4: dial tcp4 127.0.0.1:2379: connect: connection refused IPv6 dial tcp6 [::1]:2379: connect: connection refused '

test('nobody listens', breaks, said(refused), 'ECONNREFUSED', /nobody listens there/)
test(
	'the pod went',
	breaks,
	said('container not running (1f)'),
	'ENOENT',
	/does not run any more: container not/,
)
test(
	'the process was killed',
	breaks,
	said('readfrom tcp4: read: connection reset by peer'),
	'ECONNRESET',
	/cut inside of the pod: its process has ended, or/,
)
test('something else', breaks, said('disk on fire'), 'ECONNRESET', /the kubelet says: disk on fire/)
test(
	'cut',
	breaks,
	(end) => {
		end.open(2379)
		setTimeout(() => end.socket.destroy(), 50)
	},
	'ECONNRESET',
	/connection was lost/,
)
test('ended before it began', breaks, (end) => end.close(1000), 'ECONNRESET', /closed with 1000/)
test(
	'ended by an error',
	breaks,
	(end) => {
		end.open(2379)
		end.close(1011)
	},
	'ECONNRESET',
	/closed with 1011/,
)
test('another port', breaks, (end) => end.open(80), 'EPROTO', /did not confirm port 2379/)
test('an unknown channel', breaks, (end) => end.message(7, Buffer.from('x')), 'EPROTO', /channel 7/)
test('no channel', breaks, (end) => end.frame(2, Buffer.alloc(0)), 'EPROTO', /channel -1/)
test('a text', breaks, (end) => end.frame(1, Buffer.from('hi')), 'ECONNRESET', /a text came/)
test('a frame that is none', breaks, (end) => end.frame(3, Buffer.from('hi')), 'ECONNRESET', /3 is no kind/)

test('whoever upgrades to something else is not believed', async (t) => {
	for (const wrong of [{ 'sec-websocket-accept': 'x' }, { 'sec-websocket-protocol': 'v5.channel.k8s.io' }]) {
		const { api } = await kubelet(
			t,
			(end) => end.open(2379),
			(headers) => ({ ...headers, ...wrong }),
		)
		t.is((await t.throwsAsync<ForwardError>(forwardTo(api, target, never))).code, 'EPROTO')
	}
})

test('the opening can be given up, and what is open stays', async (t) => {
	const { api } = await rude(t, () => {})
	const began = performance.now()
	await t.throwsAsync(forwardTo(api, target, AbortSignal.timeout(200)), { any: true })
	t.true(performance.now() - began < 5000)
	const giving = new AbortController()
	const { api: other } = await kubelet(t, echo)
	const stream = await forwardTo(other, target, giving.signal)
	giving.abort()
	stream.write('still')
	t.is(String(await new Promise((resolve) => stream.once('data', resolve))), 'still')
	stream.destroy()
	await t.throwsAsync(forwardTo(other, target, giving.signal), { any: true })
})

const ends: Readonly<Record<string, (end: Served) => void>> = {
	'is cut': (end) => void end.socket.destroy(),
	'is closed': (end) => end.close(1000),
	'is closed by an error': (end) => end.close(1011),
}

for (const [how, ending] of Object.entries(ends))
	test(`calls over one that ${how} end with it`, async (t) => {
		const { stream, end } = await forwarded(t, (one) => one.open(2379))
		const session = connectPlainly('http://member', { createConnection: () => stream })
		session.on('error', () => {})
		const call = session.request({ ':path': '/' })
		const over = new Promise((resolve) => call.on('error', () => {}).once('close', resolve))
		setTimeout(() => ending(end), 200)
		t.not(await Promise.race([over, sleep(3000, 'hangs')]), 'hangs')
		await until('the session is gone, too', () => session.destroyed)
	})
