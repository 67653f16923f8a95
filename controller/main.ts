// The controller's process: wires, starts, ends. It is healthy and does nothing yet; observe, plan, act and report come next.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { serveHealth } from '../runtime/http.ts'
import { createLog } from '../runtime/log.ts'
import { shutdownAsked } from '../runtime/shutdown.ts'

const healthPort = 8080

async function main(): Promise<void> {
	const log = createLog('controller')
	const metrics = new Registry()
	collectDefaultMetrics({ register: metrics })
	const server = await serveHealth(healthPort, { metrics, notReadyBecause: () => undefined })
	log.info({ port: healthPort, node: process.version }, 'started')
	log.info({ signal: await shutdownAsked() }, 'ending')
	server.close()
	server.closeAllConnections()
}

main().catch((reason: unknown) => {
	console.error(reason)
	process.exitCode = 1
})
