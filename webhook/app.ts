// The application: paths, bodies, and the edge where every failure becomes an answer. Nothing listens here.
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express'
import type { Releases } from '../api/releases.ts'
import { answerHealth, type Health } from '../runtime/health.ts'
import type { Log } from '../runtime/log.ts'
import { readBody, type Body } from './body.ts'
import type { Metrics } from './metrics.ts'
import { requestOf, type Request } from './request.ts'
import { failure, type Answer } from './response.ts'
import { mutate, validate } from './verdict.ts'

export interface Dependencies {
	readonly log: Log
	readonly metrics: Metrics
	readonly releases: () => Releases
	readonly notReadyBecause: () => string | undefined
	/** While it holds, every answer asks the caller to connect anew, and so to another replica. */
	readonly draining: () => boolean
}

export function createApp({ log, metrics, releases, notReadyBecause, draining }: Dependencies): Express {
	const app = express()
	app.disable('x-powered-by').disable('etag').disable('query parser')

	const send = (response: Response, status: number, body: unknown): void => {
		if (draining() || status === 413) response.setHeader('connection', 'close')
		response.statusCode = status
		response.setHeader('content-type', 'application/json')
		response.end(JSON.stringify(body))
	}
	const reject = (response: Response, status: number, error: string): void => {
		metrics.rejected.inc({ status })
		log.info({ status, error }, 'rejected')
		send(response, status, { error })
	}

	const answer = (path: string, request: Request, decide: typeof validate): Answer => {
		try {
			return decide(request, releases())
		} catch (reason) {
			// Never let through what we could not judge. The object stays out of the log: it may hold what nobody shall read.
			metrics.failures.inc()
			log.error(
				{ uid: request.uid, path, stack: reason instanceof Error ? reason.stack : 'no error' },
				'failed',
			)
			return failure(request)
		}
	}

	const review = (path: string, decide: typeof validate): RequestHandler => {
		const seconds = metrics.seconds.labels(path)
		const respond = (body: Body, response: Response): void => {
			if (!('json' in body)) return reject(response, body.status, body.error)
			const began = performance.now()
			const request = requestOf(body.json)
			if ('notAReview' in request) return reject(response, 400, request.notAReview)
			const verdict = answer(path, request, decide)
			send(response, 200, verdict.body)
			seconds.observe((performance.now() - began) / 1000)
			metrics.count(path, request, verdict)
			const { uid, kind, namespace, name, operation, dryRun } = request
			const { allowed, rules } = verdict
			const facts = { uid, kind, namespace, name, operation, dryRun, path, allowed, rules }
			if (allowed) log.debug(facts, 'reviewed')
			else log.info(facts, 'reviewed')
		}
		return (http, response, next) =>
			readBody(http, (body) => {
				try {
					respond(body, response)
				} catch (reason) {
					next(reason) // or it would end the process
				}
			})
	}

	app.all('/validate', review('/validate', validate))
	app.all('/mutate', review('/mutate', mutate))

	const health: Health = { notReadyBecause, metrics: metrics.registry }
	app.use(async (http, response) => {
		const { status, type, body } = await answerHealth(http.method, http.path, health)
		if (status === 404 || status === 405)
			return reject(
				response,
				status,
				'nothing is here: POST to /validate or /mutate, GET /livez, /readyz or /metrics',
			)
		if (draining()) response.setHeader('connection', 'close')
		response.writeHead(status, { 'content-type': type }).end(body)
	})

	const failed: ErrorRequestHandler = (reason: unknown, _http, response, _next) => {
		log.error({ stack: reason instanceof Error ? reason.stack : String(reason) }, 'failed')
		if (response.headersSent) response.destroy()
		else reject(response, 500, 'a fault of ours')
	}
	app.use(failed)
	return app
}
