// The controller's process: reads options, wires, starts, ends.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { releases } from '../api/releases.ts'
import { memberName, suffixLength } from '../api/names.ts'
import { kubeApi } from '../kube/api.ts'
import { kubeClient } from '../kube/client.ts'
import { whereIsKubernetes } from '../kube/config.ts'
import { elect } from '../kube/lease.ts'
import { serveHealth } from '../runtime/http.ts'
import { createLog, type Log } from '../runtime/log.ts'
import { shutdownAsked } from '../runtime/shutdown.ts'
import { startBackups } from './backups/run.ts'
import { createEvents } from './events.ts'
import { createMemory } from './memory.ts'
import { createMetrics } from './metrics.ts'
import { Misuse, optionsOf, type Options } from './options.ts'
import { createOwnImage } from './own-image.ts'
import { Queue } from './queue.ts'
import { reconcile } from './reconcile.ts'
import { passRestore } from './restore/pass.ts'
import { Rival } from './rival.ts'
import { explain, isPatience, kindOf } from './trouble.ts'
import { createTeller } from './tell.ts'
import { watchAll } from './watch-all.ts'
import { idOf, type Key, type World } from './world.ts'

const now = (): number => performance.now()
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomName = (cluster: string): string =>
	memberName(cluster, Array.from({ length: suffixLength }, () => letters[randomInt(letters.length)]).join(''))

async function main(options: Options, log: Log): Promise<void> {
	const stop = new AbortController()
	const registry = new Registry()
	// By default the event loop is looked at a hundred times a second, which costs more than all that the controller does at rest.
	collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1000 })
	const where = await whereIsKubernetes(process.env)
	const api = kubeApi(where)
	const kube = kubeClient(api)
	const ownImage = createOwnImage(kube, options, log, now)
	const rival = new Rival(now, Date.now)
	const memory = createMemory(now)
	const metrics = createMetrics(registry, () => queue.depth, Date.now)
	const tell = createTeller({ kube, log, options }, now)
	const events = createEvents(tell)
	const watched = watchAll(
		api,
		{
			options,
			log,
			rival,
			changed: (key) => queue.add(key),
			backupChanged: (one) => backups.changed(one),
			restoreChanged: (key) => restores.add(key),
		},
		stop.signal,
	)
	/** What was decided in one term is not done in another: somebody else may have acted in between. */
	const actIn = (term: string) => (): void => {
		if (leadership.term() !== term)
			throw new Error('another controller may be acting: this one no longer leads')
	}
	const world: Omit<World, 'kube' | 'mayAct'> = {
		copies: watched.copies,
		memory,
		options,
		releases,
		log,
		ownImage,
		randomName,
		heldBecause: rival.because,
	}
	const queue = new Queue<Key>({
		idOf,
		async run(key) {
			const term = leadership.term()
			if (term === undefined || watched.isForeign(key)) {
				memory.forget(idOf(key))
				metrics.gone(key)
				return 'never'
			}
			const mayAct = actIn(term)
			const started = now()
			try {
				return await reconcile({ ...world, mayAct, kube: kubeClient(api, mayAct) }, { events, metrics }, key)
			} finally {
				metrics.passed((now() - started) / 1000)
			}
		},
		failed(key, reason) {
			metrics.failed(kindOf(reason))
			if (!isPatience(reason)) log.info({ ...key, because: explain(reason) }, 'pass failed')
		},
		workers: options.workers,
		resyncMs: options.resyncMs,
	})
	const restores = new Queue<Key>({
		idOf,
		async run(key) {
			const term = leadership.term()
			if (term === undefined) return 'never'
			const mayAct = actIn(term)
			return await passRestore({ ...world, mayAct, kube: kubeClient(api, mayAct) }, key)
		},
		failed(key, reason) {
			if (!isPatience(reason)) log.info({ restore: key, because: explain(reason) }, 'pass failed')
		},
		workers: 8,
		resyncMs: options.resyncMs,
	})
	// Over connections of its own: what waits for a slow namespace must not keep the Lease from being renewed.
	const leadership = elect(
		kubeClient(kubeApi(where)),
		{
			namespace: options.ownNamespace,
			name: 'kubectl-etcd-controller',
			identity: options.identity,
			changed(held) {
				log.info({ held }, 'leadership')
				metrics.leads(held)
				if (held) for (const key of watched.keys()) queue.add(key)
				if (held) for (const key of watched.restoreKeys()) restores.add(key)
				else memory.forgetAll()
				backups.leads(held)
			},
		},
		stop.signal,
	)
	const backups = startBackups(
		api,
		{
			options,
			log,
			registry,
			tell,
			clusters: watched.copies.clusters,
			backups: watched.copies.backups,
			ownImage,
			term: () => leadership.term(),
			actIn,
			now,
		},
		stop.signal,
	)
	const health = await serveHealth(options.port, {
		metrics: registry,
		notReadyBecause: () => watched.notReadyBecause(),
	})
	log.info({ ...options, node: process.version }, 'started')
	void backups.synced.then(() => backups.open())
	await Promise.race([watched.synced, shutdown])
	queue.open()
	restores.open()
	log.info({ signal: await shutdown }, 'ending')
	queue.shut()
	backups.shut()
	restores.shut()
	await leadership.release().catch(() => {})
	stop.abort()
	health.close()
	health.closeAllConnections()
}

const shutdown = shutdownAsked()

async function run(): Promise<void> {
	const resolvConf = await readFile('/etc/resolv.conf', 'utf8').catch(() => '')
	await main(optionsOf(process.argv.slice(2), process.env, resolvConf), createLog('controller'))
	process.exit(0)
}

run().catch((reason: unknown) => {
	if (reason instanceof Misuse) process.stderr.write(`${reason.message}\n`)
	else console.error(reason)
	process.exit(reason instanceof Misuse ? 2 : 1)
})
