// A server in the place of the API server and the kubelet behind it, which upgrades to a WebSocket and then does as the test likes.
import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { kubeApi, type KubeApi } from '../../kube/api.ts'
import { handshakeGuid } from '../../kube/frames.ts'
import { Authority } from '../../runtime/pki/certificate.ts'

const authority = new Authority('authority')
const { certificate, key } = authority.issue({ name: 'kubelet', hosts: ['127.0.0.1'] })

export interface Received {
	readonly opcode: number
	readonly bytes: Buffer
}

/** The server's end. */
export class Served {
	readonly socket: Socket
	readonly received: Received[] = []
	/** Bytes of data that came, whether they are kept or not. */
	size = 0
	onData: ((bytes: Buffer) => void) | undefined
	#rest: Buffer = Buffer.alloc(0)

	constructor(socket: Socket) {
		this.socket = socket
		socket
			.on('error', () => {})
			.on('data', (bytes: Buffer) => {
				this.#rest = Buffer.concat([this.#rest, bytes])
				while (this.#take());
			})
	}

	#take(): boolean {
		const [first = 0, second = 0] = this.#rest
		const short = second & 0x7f
		const head = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0)
		if (this.#rest.length < head + 4) return false
		const length =
			short === 126
				? this.#rest.readUInt16BE(2)
				: short === 127
					? Number(this.#rest.readBigUInt64BE(2))
					: short
		if (this.#rest.length < head + 4 + length) return false
		const mask = this.#rest.subarray(head, head + 4)
		const bytes = Buffer.from(this.#rest.subarray(head + 4, head + 4 + length))
		for (let index = 0; index < length; index++) bytes[index] = (bytes[index] ?? 0) ^ (mask[index % 4] ?? 0)
		this.#rest = this.#rest.subarray(head + 4 + length)
		const opcode = first & 0x0f
		if (opcode === 2 && bytes[0] === 0) this.size += length - 1
		if (opcode === 2 && this.onData) this.onData(bytes.subarray(1))
		else this.received.push({ opcode, bytes })
		return true
	}

	/** False when more would only pile up. */
	frame(opcode: number, bytes: Uint8Array, isLast = true): boolean {
		const head = Buffer.alloc(bytes.length < 126 ? 2 : bytes.length < 65_536 ? 4 : 10)
		head[0] = (isLast ? 0x80 : 0) | opcode
		head[1] = head.length === 2 ? bytes.length : head.length === 4 ? 126 : 127
		if (head.length === 4) head.writeUInt16BE(bytes.length, 2)
		if (head.length === 10) head.writeBigUInt64BE(BigInt(bytes.length), 2)
		return this.socket.write(Buffer.concat([head, bytes]))
	}

	message(channel: number, bytes: Uint8Array): boolean {
		return this.frame(2, Buffer.concat([Buffer.from([channel]), bytes]))
	}

	/** As a kubelet begins. */
	open(port: number): void {
		const bytes = Buffer.alloc(2)
		bytes.writeUInt16LE(port)
		this.message(0, bytes)
		this.message(1, bytes)
	}

	close(code: number): void {
		const bytes = Buffer.alloc(2)
		bytes.writeUInt16BE(code)
		this.frame(8, bytes)
	}

	closed(): boolean {
		return this.received.some(({ opcode }) => opcode === 8)
	}
}

export type Kubelet = (served: Served, incoming: IncomingMessage) => void

export async function kubelet(
	t: ExecutionContext,
	behave: Kubelet,
	answer: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
): Promise<{ api: KubeApi; served: Served[]; port: number }> {
	const served: Served[] = []
	const server = createServer({ cert: certificate, key })
	server.on('upgrade', (incoming, socket: Socket) => {
		const asked = incoming.headers['sec-websocket-key'] ?? ''
		const headers = answer({
			connection: 'Upgrade',
			upgrade: 'websocket',
			'sec-websocket-accept': createHash('sha1')
				.update(asked + handshakeGuid)
				.digest('base64'),
			'sec-websocket-protocol': 'v4.channel.k8s.io',
		})
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
		// What is said at once arrives with the answer itself.
		socket.cork()
		process.nextTick(() => socket.uncork())
		socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
		const one = new Served(socket)
		served.push(one)
		behave(one, incoming)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	t.teardown(() => {
		for (const { socket } of served) socket.destroy()
		server.close()
		server.closeAllConnections()
	})
	const { port } = server.address() as AddressInfo
	const credentials = async () => await Promise.resolve({ ca: authority.certificate })
	return { api: kubeApi({ host: '127.0.0.1', port, credentials }), served, port }
}
