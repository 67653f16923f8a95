// What the kubelet and Prometheus ask of every long-running process: /livez, /readyz and /metrics.
import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

export interface Health {
	/** Why this process cannot serve now, or nothing when it can. */
	notReadyBecause(): string | undefined
	readonly metrics: Registry
}

export async function serveHealth(port: number, health: Health): Promise<Server> {
	const server = createServer((request, response) => {
		const answer = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
			response.writeHead(status, { 'content-type': type }).end(body)
		const failed = (reason: unknown) => answer(500, `${String(reason)}\n`)
		if (request.method !== 'GET') answer(405, 'only GET is answered here\n')
		else if (request.url === '/livez') answer(200, 'ok\n')
		else if (request.url === '/readyz') {
			const because = health.notReadyBecause()
			answer(because === undefined ? 200 : 503, `${because ?? 'ok'}\n`)
		} else if (request.url === '/metrics')
			health.metrics.metrics().then((text) => answer(200, text, health.metrics.contentType), failed)
		else answer(404, 'nothing is here: ask for /livez, /readyz or /metrics\n')
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, resolve)
	})
	return server
}
