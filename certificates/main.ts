// The process that keeps the webhook's certificate where no cert-manager does: looks, takes a step, waits.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { kubeApi } from '../kube/api.ts'
import { whereIsKubernetes } from '../kube/config.ts'
import { serveHealth } from '../runtime/http.ts'
import { createLog } from '../runtime/log.ts'
import { shutdownAsked } from '../runtime/shutdown.ts'
import { nextStep } from './plan.ts'
import { certificateWorld } from './world.ts'

const { values } = parseArgs({
	options: {
		namespace: { type: 'string', default: 'kubectl-etcd' },
		'life-hours': { type: 'string', default: '2160' },
		'publish-seconds': { type: 'string', default: '60' },
		'spread-seconds': { type: 'string', default: '600' },
		port: { type: 'string', default: '8080' },
	},
})

const seconds = (text: string): number => Number(text) * 1000
const afterFailureMs = 2000
const afterStepMs = 200
/** A change that somebody else makes to our objects is mended this soon. */
const longestRestMs = 60_000

async function main(): Promise<void> {
	const log = createLog('certificates')
	const metrics = new Registry()
	collectDefaultMetrics({ register: metrics })
	const notAfter = new Gauge({
		name: 'kubectl_etcd_certificates_not_after',
		help: 'When the certificate that pods show ends, in seconds since 1970.',
		registers: [metrics],
	})
	let notReady: string | undefined = 'starting'
	const health = await serveHealth(Number(values.port), { metrics, notReadyBecause: () => notReady })

	const { namespace } = values
	const service = `kubectl-etcd-webhook.${namespace}.svc`
	const world = certificateWorld(kubeApi(await whereIsKubernetes(process.env)), {
		namespace,
		serving: 'kubectl-etcd-webhook',
		next: 'kubectl-etcd-webhook-next',
		configuration: 'kubectl-etcd',
		hosts: [service, `${service}.cluster.local`],
		lifeMs: seconds(values['life-hours']) * 3600,
	})
	const pace = { publishMs: seconds(values['publish-seconds']), spreadMs: seconds(values['spread-seconds']) }

	const pass = async (): Promise<number> => {
		try {
			const seen = await world.look()
			if (seen.serving) notAfter.set(seen.serving.notAfter / 1000)
			const step = nextStep(seen, pace)
			if (step.do === 'wait') {
				notReady = undefined
				log.debug({ ...step }, 'waiting')
				return Math.min(step.milliseconds, longestRestMs)
			}
			log.info({ step: step.do, why: step.why }, 'step')
			await world.act(step)
			return afterStepMs
		} catch (reason) {
			// Somebody else wrote first, or the API server is away: look again.
			notReady = reason instanceof Error ? reason.message : 'unknown'
			log.info({ because: notReady }, 'pass failed')
			return afterFailureMs
		}
	}

	const asked = shutdownAsked()
	let signal: NodeJS.Signals | undefined
	while (signal === undefined)
		signal = await Promise.race([asked, sleep(await pass(), undefined, { ref: false })])
	log.info({ signal }, 'ended')
	health.close()
	health.closeAllConnections()
}

main().catch((reason: unknown) => {
	console.error(reason)
	process.exit(1)
})
