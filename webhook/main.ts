// The webhook's process: wires, starts, proves itself, serves, drains.
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'node:https'
import { createLog } from '../runtime/log.ts'
import { shutdownAsked } from '../runtime/shutdown.ts'
import type { Watched } from '../runtime/watched.ts'
import { createApp } from './app.ts'
import { endsSoon, watchCertificate, type Pair } from './certificate.ts'
import { drain, usualDrain } from './drain.ts'
import { createMetrics } from './metrics.ts'
import { watchReleases } from './releases.ts'
import { selfTest } from './self-test.ts'
import { listen, showCertificate } from './server.ts'

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '8443' },
		certificates: { type: 'string', default: '/certificates' },
		releases: { type: 'string', default: '/releases/releases.yaml' },
		/** For tests: a quicker end than a cluster needs. */
		'drain-seconds': { type: 'string' },
	},
})

async function main(): Promise<void> {
	const log = createLog('webhook')
	const metrics = createMetrics()
	let state: 'starting' | 'serving' | 'ending' | 'reconnecting' = 'starting'
	let shown: Pair | undefined
	let server: Server | undefined

	const releases = watchReleases(values.releases, (because) => {
		metrics.releasesIgnored.set(because.length)
		for (const reason of because) log.info({ reason }, 'release data ignored')
	})
	await releases.look()

	const certificate = watchCertificate(values.certificates, {
		taken(pair) {
			shown = pair
			if (server) showCertificate(server, pair)
			metrics.certificateNotAfter.set(pair.notAfter.getTime() / 1000)
			metrics.certificateChanges.inc({ result: 'taken' })
			log.info({ notAfter: pair.notAfter }, 'certificate taken')
		},
		refused(because) {
			metrics.certificateChanges.inc({ result: 'refused' })
			log.info({ because, kept: shown?.notAfter }, 'certificate refused')
		},
	})
	const first = await firstPair(certificate, () => shown)

	const app = createApp({
		log,
		metrics,
		releases: () => releases.current(),
		draining: () => state === 'reconnecting',
		notReadyBecause() {
			if (state !== 'serving') return state
			return shown && endsSoon(shown, new Date())
		},
	})
	const port = Number(values.port)
	server = await listen(app, first, port)
	await selfTest(port)
	state = 'serving'
	log.info({ port, node: process.version }, 'serving')

	log.info({ signal: await shutdownAsked() }, 'ending')
	state = 'ending'
	const seconds = values['drain-seconds']
	const phase = seconds === undefined ? usualDrain : scaled(Number(seconds))
	await drain(server, phase, () => (state = 'reconnecting'))
	certificate.stop()
	releases.stop()
	log.info({}, 'ended')
}

/** A pod may start before its Secret has anything in it. */
async function firstPair(certificate: Watched, shown: () => Pair | undefined): Promise<Pair> {
	for (;;) {
		await certificate.look()
		const pair = shown()
		if (pair !== undefined) return pair
		await sleep(500)
	}
}

const scaled = (seconds: number) => ({
	stillServingMs: seconds * 500,
	reconnectingMs: seconds * 250,
	finishingMs: seconds * 250,
})

main().catch((reason: unknown) => {
	console.error(reason)
	process.exit(1)
})
