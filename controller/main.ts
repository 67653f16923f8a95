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
	let ending: string | undefined
	const server = await serveHealth(healthPort, { metrics, notReadyBecause: () => ending })
	log.info({ port: healthPort, node: process.version }, 'started')
	ending = `ending: ${await shutdownAsked()}`
	log.info({ ending }, 'ending')
	server.close()
	server.closeAllConnections()
}

main().catch((reason: unknown) => {
	console.error(reason)
	process.exitCode = 1
})
