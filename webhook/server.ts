// Listens: HTTP/1.1 over TLS, with a certificate that can be swapped while connections stay.
import { createServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import type { Pair } from './certificate.ts'

export async function listen(app: RequestListener, { cert, key }: Pair, port: number): Promise<Server> {
	// No HTTP/2: express 5 on it ends the process at the first request.
	const server = createServer({ cert, key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] }, app)
	// Go's clients keep idle connections for 90 s. Who closes first must be they: a request on a connection that is being
	// closed is a refusal to whoever sent it.
	server.keepAliveTimeout = 120_000
	server.headersTimeout = 32_000
	server.requestTimeout = 30_000
	server.maxConnections = 1024
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, resolve)
	})
	return server
}

export const showCertificate = (server: Server, { cert, key }: Pair): void =>
	server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' })
