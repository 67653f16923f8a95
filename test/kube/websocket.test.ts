// Patience and its end, with little of it.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { WebSocketEnd, type Ended } from '../../kube/websocket.ts'
import { Served } from './kubelet.ts'
import { until } from './support.ts'

const patience = { pingMs: 100, silenceMs: 400 }

async function pair(t: ExecutionContext, takes: () => boolean = () => true, head?: Buffer) {
	const server = createServer()
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	t.teardown(() => server.close())
	const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
	const served = new Served(await accepted)
	const messages: string[] = []
	const ends: Ended[] = []
	const end = new WebSocketEnd(
		socket,
		head ?? Buffer.alloc(0),
		{
			message(bytes) {
				messages.push(bytes.toString())
				return takes()
			},
			over: (how) => void ends.push(how),
		},
		patience,
	)
	t.teardown(() => {
		end.close()
		socket.destroy()
		served.socket.destroy()
	})
	return { end, served, messages, ends, socket }
}

const pings = ({ received }: Served): number => received.filter(({ opcode }) => opcode === 9).length

test('it pings, and whoever answers stays', async (t) => {
	const { served, ends } = await pair(t)
	const pongs = setInterval(() => served.frame(10, Buffer.alloc(0)), 100)
	await sleep(1000)
	clearInterval(pongs)
	t.true(pings(served) >= 5, `${pings(served)}`)
	t.deepEqual(ends, [])
})

test('whoever says nothing is given up', async (t) => {
	const { ends, socket } = await pair(t)
	const ms = await until('it is over', () => ends.length > 0)
	t.true(ms > 300 && ms < 5000, `${ms}`)
	t.regex((ends[0] as Error).message, /nothing was heard for 0\.4 s/)
	t.true(socket.destroyed)
})

test('while nobody wants to read nothing is missed', async (t) => {
	let takes = false
	const { end, served, messages, ends } = await pair(t, () => takes)
	for (const word of ['one', 'two', 'three']) served.frame(2, Buffer.from(word))
	await sleep(1000)
	t.deepEqual(messages, ['one'])
	t.deepEqual(ends, [])
	end.resume()
	await sleep(50)
	t.deepEqual(messages, ['one', 'two'])
	takes = true
	end.resume()
	await until('the rest came', () => messages.length === 3)
})

test('what came with the upgrade is read, pings are answered, and an end is', async (t) => {
	const { served, messages, ends } = await pair(t, undefined, Buffer.from([0x82, 2, 0x68, 0x69]))
	await until('the first', () => messages.length === 1)
	served.frame(9, Buffer.from('there?'))
	await until('a pong', () => served.received.some(({ opcode }) => opcode === 10))
	t.is(served.received.find(({ opcode }) => opcode === 10)?.bytes.toString(), 'there?')
	served.close(1001)
	await until('it is over', () => ends.length === 1 && served.closed())
	t.like(ends[0], { code: 1001 })
	t.deepEqual(served.received.at(-1)?.bytes, Buffer.from([3, 233]))
})

test('whoever breaks the rules is told by which code', async (t) => {
	const { served, ends } = await pair(t)
	served.frame(2, Buffer.alloc(100), false)
	served.frame(2, Buffer.alloc(100))
	await until('it is over', () => ends.length === 1 && served.closed())
	t.deepEqual(served.received.at(-1)?.bytes, Buffer.from([3, 234]))
	await sleep(50)
	t.is(ends.length, 1)
})

test('what waits to be sent is told when it never will be', async (t) => {
	const { end, served } = await pair(t)
	served.socket.pause()
	let error: Error | undefined
	const outcome = new Promise<void>((resolve) => {
		const next = (why?: Error): void => {
			error = why
			if (why) resolve()
			else setImmediate(() => end.send([Buffer.alloc(1_000_000)], next))
		}
		next()
	})
	setTimeout(() => served.socket.resetAndDestroy(), 300)
	await outcome
	t.truthy(error)
	end.send([Buffer.alloc(1)], (why) => t.regex(why?.message ?? '', /has ended/))
})

async function ended(t: ExecutionContext): Promise<Duplex> {
	const server = createServer((socket) => socket.end())
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	t.teardown(() => server.close())
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
	t.teardown(() => socket.destroy())
	await until('it has ended', () => socket.readableEnded)
	return socket
}

const ending = (): Duplex =>
	new Duplex({
		read() {
			this.push(null)
		},
		write: (_bytes, _encoding, done) => done(),
	})

const late = test.macro(async (t, made: (t: ExecutionContext) => Duplex | Promise<Duplex>) => {
	for (const [close, expected] of [
		[[0x88, 2, 3, 232], { code: 1000 }],
		[[], { message: 'it was cut without a word' }],
	] as const) {
		const socket = await made(t)
		const messages: string[] = []
		const over = new Promise<Ended>((resolve) => {
			const head = Buffer.from([0x82, 2, 0x68, 0x69, ...close])
			const message = (bytes: Buffer): boolean => messages.push(bytes.toString()) > 0
			return new WebSocketEnd(socket, head, { message, over: resolve })
		})
		t.like(await over, expected)
		t.deepEqual(messages, ['hi'])
	}
})

test('what came with the upgrade is read before the end that follows at once', late, ending)
test('and if the connection has ended since', late, ended)
