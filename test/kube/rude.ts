// A server in the API server's place that answers as the test likes.
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { kubeApi } from '../../kube/api.ts'
import type { Credentials, Where } from '../../kube/config.ts'
import { Authority } from '../../runtime/pki/certificate.ts'

const authority = new Authority('authority')
const { certificate, key } = authority.issue({ name: 'rude', hosts: ['127.0.0.1'] })
export const ca = authority.certificate
export type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void

export async function rude(t: ExecutionContext, answer: Answer) {
	const arrived: string[] = []
	const sockets: Socket[] = []
	const server: Server = createServer(
		{ cert: certificate, key, keepAliveTimeout: 0 },
		(incoming, outgoing) => {
			arrived.push(`${incoming.method} ${incoming.url}`)
			answer(incoming, outgoing)
		},
	)
	server.on('connection', (socket: Socket) => sockets.push(socket))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	t.teardown(() => {
		server.close()
		server.closeAllConnections()
	})
	const { port } = server.address() as AddressInfo
	return { arrived, sockets, server, where: whereAt(port), api: kubeApi(whereAt(port)) }
}

export const whereAt = (
	port: number,
	credentials: () => Promise<Credentials> = async () => await Promise.resolve({ ca }),
): Where => ({
	host: '127.0.0.1',
	port,
	credentials,
})

export const json = (outgoing: ServerResponse, status: number, body: unknown): void =>
	void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
