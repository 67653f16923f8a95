// Servers in the places of an API server and of its proxies, which write down what arrives at them.
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Authority } from '../../../runtime/pki/certificate.ts'

export interface Arrived {
	readonly method: string | undefined
	readonly url: string | undefined
	readonly tls: boolean
	readonly certificate: string | undefined
	readonly sni: string | undefined
	/** Those that matter, sorted. */
	readonly headers: readonly string[]
}

export interface Recorded {
	readonly requests: readonly Arrived[]
	readonly proxied: readonly string[]
}

const matters = /^(host|authorization|impersonate-.*|proxy-authorization)$/

function headersIn({ rawHeaders }: IncomingMessage): string[] {
	const pairs = rawHeaders.flatMap((name, index) =>
		index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
	)
	return pairs
		.filter(([name]) => matters.test(name))
		.map(([name, value]) => `${name}: ${value}`)
		.toSorted()
}

const authority = new Authority('authority')
const people = new Authority('people')
const hosts = ['127.0.0.1', '0.0.0.0', 'localhost', 'kube.example', 'api.kube.example']
const own = authority.issue({ name: 'server', hosts })

export const ca = authority.certificate
export const certificateOf = (name: string) => people.issue({ name })

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
	return (server.address() as AddressInfo).port
}

/** Reads a SOCKS 5 greeting, and says what it said. */
async function greeted(socket: Socket): Promise<{ readonly who: string; readonly to: string }> {
	const queue: Buffer[] = []
	let wake: (() => void) | undefined
	socket.on('data', (chunk: Buffer) => {
		queue.push(chunk)
		wake?.()
	})
	const some = async (): Promise<Buffer> => {
		if (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve))
		return queue.shift() ?? Buffer.alloc(0)
	}
	const methods = (await some()).subarray(2)
	let who = ''
	socket.write(Buffer.from([5, methods.includes(2) ? 2 : 0]))
	if (methods.includes(2)) {
		const login = await some()
		const length = login[1] ?? 0
		who = ` as ${String(login.subarray(2, 2 + length))}:${String(login.subarray(3 + length))}`
		socket.write(Buffer.from([1, 0]))
	}
	const wanted = await some()
	const at = wanted.subarray(4, -2)
	const host = wanted[3] === 3 ? String(at.subarray(1)) : wanted[3] === 1 ? at.join('.') : at.toString('hex')
	socket.removeAllListeners('data')
	return { who, to: `${host}:${wanted.readUInt16BE(wanted.length - 2)}` }
}

export async function recorder() {
	let requests: Arrived[] = []
	let proxied: string[] = []
	let refusing = new Set<string>()
	const record = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
		const socket = incoming.socket as TLSSocket
		const tls = typeof socket.getPeerCertificate === 'function'
		const headers = headersIn(incoming)
		requests.push({
			method: incoming.method,
			// kubectl tells the API server for how long it will wait.
			url: incoming.url?.replace(/[?]timeout=[^&]*$/, ''),
			tls,
			certificate: tls ? [socket.getPeerCertificate()?.subject?.CN].flat()[0] : undefined,
			sni: (tls && socket.servername) || undefined,
			headers,
		})
		const isRefused = headers.some((header) => refusing.has(header))
		const body = isRefused ? { kind: 'Status', message: 'who are you?' } : { kind: 'Fine' }
		outgoing.setHeader('warning', ['299 - "old \\"thing\\""', '299 - "second"'])
		outgoing
			.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' })
			.end(JSON.stringify(body))
	}
	const keys = { cert: own.certificate, key: own.key }
	const api = createTls(
		{ ...keys, requestCert: true, rejectUnauthorized: false, ca: people.certificate },
		record,
	)
	api.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
		requests.push({
			method: incoming.method,
			url: incoming.url,
			tls: true,
			certificate: undefined,
			sni: undefined,
			headers: headersIn(incoming),
		})
		if (headersIn(incoming).some((header) => refusing.has(header)))
			return void socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
		const body = '{"reason":"Forbidden","message":"you may not"}'
		if (incoming.url?.endsWith('/refused') === true)
			return void socket.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
		socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: echo\r\n\r\nhello ')
		socket.pipe(socket)
	})
	const plain = createPlain(record)
	const apiPort = await listening(api)
	const plainPort = await listening(plain)
	/** Whatever name was asked for, the port says which of ours is meant. */
	const through = (socket: Socket, to: string): void => {
		const target = connect(Number(to.split(':').at(-1)), '127.0.0.1')
		target.on('error', () => socket.destroy())
		socket.on('error', () => target.destroy())
		socket.pipe(target).pipe(socket)
	}
	const onConnect = (name: string) => (incoming: IncomingMessage, socket: Socket) => {
		proxied.push(`${name} CONNECT ${incoming.url} ${headersIn(incoming).join(', ')}`)
		if (headersIn(incoming).some((header) => refusing.has(header)))
			return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
		through(socket, incoming.url ?? '')
	}
	const httpProxy = createPlain(record).on('connect', onConnect('http'))
	const httpsProxy = createTls(keys, record).on('connect', onConnect('https'))
	const socks = createTcp((socket) => {
		socket.on('error', () => {})
		const serve = async (): Promise<void> => {
			const { who, to } = await greeted(socket)
			proxied.push(`socks5 ${to}${who}`)
			socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
			through(socket, to)
		}
		void serve()
	})
	const ports = {
		api: apiPort,
		plain: plainPort,
		http: await listening(httpProxy),
		https: await listening(httpsProxy),
		socks: await listening(socks),
	}
	return {
		ports,
		/** Answered 401, with exactly this header in it. */
		refuse: (...headers: readonly string[]): void => void (refusing = new Set(headers)),
		taken(): Recorded {
			const seen = { requests, proxied }
			;[requests, proxied] = [[], []]
			return seen
		},
		close(): void {
			for (const server of [api, plain, httpProxy, httpsProxy]) server.closeAllConnections()
			for (const server of [api, plain, httpProxy, httpsProxy, socks]) server.close()
		},
	}
}

export type Recorder = Awaited<ReturnType<typeof recorder>>
