// What lies between us and the API server, and can misbehave: a server that passes requests on, counts them, holds them back as
// a network does that forwards nothing while every connection lives, or cuts.
import { Agent, createServer, request } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Where } from '../../kube/config.ts'
import { Authority } from '../../runtime/pki/certificate.ts'

export interface Gate extends AsyncDisposable {
	readonly where: Where
	/** Method and path of whatever arrived. */
	readonly arrived: string[]
	/** Holds requests of which this is true, and the rest of their answers. */
	freeze(held?: RegExp): void
	/** What was held goes on, even if nobody waits for it any more. */
	thaw(): void
	/** Ends all connections of clients without a word. */
	cut(): void
	/** So many of the next requests are lost on their way. */
	losing: number
	/** Asks the API server for something else than the client did. */
	rewrite: (path: string) => string
}

const all = /^/

export async function gateTo({ host, port, credentials }: Where): Promise<Gate> {
	const authority = new Authority('authority of the gate')
	const { certificate, key } = authority.issue({ name: 'gate', hosts: ['127.0.0.1'] })
	const tls = await credentials()
	const agent = new Agent({ keepAlive: true })
	const arrived: string[] = []
	const sockets = new Set<Socket>()
	let frozen: { readonly held: RegExp; readonly end: PromiseWithResolvers<void> } | undefined
	const free = async (line: string): Promise<void> => {
		if (!frozen?.held.test(line)) return
		await frozen.end.promise
		await free(line)
	}

	async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const line = `${incoming.method} ${incoming.url}`
		arrived.push(line)
		if (gate.losing > 0) return void gate.losing--
		const chunks: Buffer[] = []
		for await (const chunk of incoming) chunks.push(chunk as Buffer)
		await free(line)
		const { method, headers } = incoming
		const path = gate.rewrite(incoming.url ?? '')
		const answer = await new Promise<IncomingMessage>((resolve, reject) => {
			request({ host, port, ...tls, agent, method, path, headers }, resolve)
				.on('error', reject)
				.end(Buffer.concat(chunks))
		})
		await free(line)
		outgoing.on('close', () => answer.destroy())
		outgoing.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders()
		for await (const chunk of answer) {
			await free(line)
			outgoing.write(chunk)
		}
		outgoing.end()
	}

	const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
		// When one side ends, so does the other.
		pass(incoming, outgoing).catch(() => outgoing.destroy())
	})
	server.on('connection', (socket: Socket) => {
		sockets.add(socket)
		socket.on('close', () => sockets.delete(socket))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const gate: Gate = {
		where: {
			host: '127.0.0.1',
			port: (server.address() as AddressInfo).port,
			credentials: async () => await Promise.resolve({ ca: authority.certificate }),
		},
		arrived,
		freeze(held = all) {
			gate.thaw()
			frozen = { held, end: Promise.withResolvers() }
		},
		thaw() {
			frozen?.end.resolve()
			frozen = undefined
		},
		cut() {
			for (const socket of sockets) socket.destroy()
		},
		losing: 0,
		rewrite: (path) => path,
		async [Symbol.asyncDispose]() {
			gate.thaw()
			server.close()
			gate.cut()
			agent.destroy()
			await Promise.resolve()
		},
	}
	return gate
}
