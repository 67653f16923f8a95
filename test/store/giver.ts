// Whoever gives credentials, as a small server on loopback that checks what it is asked: the clouds' own are not within reach.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'

export interface Asked {
	readonly method: string
	readonly url: URL
	readonly headers: IncomingHttpHeaders
	readonly body: string
}

export interface Answer {
	readonly status?: number
	readonly body: string
}

export async function giver(
	t: ExecutionContext,
	answer: (asked: Asked) => Answer,
): Promise<{ readonly address: string; readonly asked: readonly Asked[] }> {
	const all: Asked[] = []
	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { method = '', url = '', headers } = request
		const one = { method, url: new URL(url, 'http://giver'), headers, body: await text(request) }
		all.push(one)
		const { status = 200, body } = answer(one)
		response.writeHead(status).end(body)
	}
	const server = createServer((request, response) => void serve(request, response))
	await once(server.listen(0, '127.0.0.1'), 'listening')
	t.teardown(() => {
		server.closeAllConnections()
		server.close()
	})
	return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: all }
}
