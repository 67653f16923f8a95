// Serves health over plain HTTP, for processes that serve nothing else.
import { createServer, type Server } from 'node:http'
import { answerHealth, type Health } from './health.ts'

export async function serveHealth(port: number, health: Health): Promise<Server> {
	const server = createServer((request, response) => {
		void answerHealth(request.method ?? '', request.url ?? '', health).then(({ status, type, body }) =>
			response.writeHead(status, { 'content-type': type }).end(body),
		)
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, resolve)
	})
	return server
}
