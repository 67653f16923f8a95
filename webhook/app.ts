// The application: paths, bodies, and the edge where every failure becomes an answer. Nothing listens here.
import express, {
	type ErrorRequestHandler,
	type Express,
	type Request as HttpRequest,
	type Response,
} from 'express'
import type { Releases } from '../api/releases.ts'
import { answerHealth, type Health } from '../runtime/health.ts'
import type { Log } from '../runtime/log.ts'
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

/** Two objects of the most that Kubernetes stores, and a little around them. */
const largestBody = 7 * 2 ** 20

const sentences: Readonly<Record<string, readonly [number, string]>> = {
	'entity.too.large': [413, 'the body is larger than 7 MiB'],
	'entity.parse.failed': [400, 'the body is not JSON'],
	'encoding.unsupported': [415, 'the body is compressed; send it as it is'],
	'charset.unsupported': [415, 'the body is not in UTF-8; send it in UTF-8'],
	'request.size.invalid': [400, 'the body is not as long as its header says'],
	'request.aborted': [400, 'the body ended early'],
}

export function createApp({ log, metrics, releases, notReadyBecause, draining }: Dependencies): Express {
	const app = express()
	app.disable('x-powered-by').disable('etag')

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

	const review = (path: string, decide: typeof validate) => (http: HttpRequest, response: Response) => {
		const began = performance.now()
		const request = requestOf(http.body)
		if ('notAReview' in request) return reject(response, 400, request.notAReview)
		const verdict = answer(path, request, decide)
		send(response, 200, verdict.body)
		metrics.seconds.observe({ path }, (performance.now() - began) / 1000)
		metrics.count(path, request, verdict)
		const { uid, kind, namespace, name, operation, dryRun } = request
		const { allowed, rules } = verdict
		log[allowed ? 'debug' : 'info'](
			{ uid, kind, namespace, name, operation, dryRun, path, allowed, rules },
			'reviewed',
		)
	}

	const parse = express.json({ limit: largestBody, inflate: false, strict: false, type: 'application/json' })
	for (const [path, decide] of [
		['/validate', validate],
		['/mutate', mutate],
	] as const)
		app.all(
			path,
			(http, response, next) => {
				if (http.method !== 'POST') reject(response, 405, 'only POST is answered here')
				else if (!/^application\/json\b/i.test(http.headers['content-type'] ?? ''))
					reject(response, 415, 'the content type is not application/json')
				else next()
			},
			parse,
			(http, response, next) => {
				if (http.body === undefined) reject(response, 400, 'there is no body; send an AdmissionReview')
				else next()
			},
			review(path, decide),
		)

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
		const type = typeof reason === 'object' && reason !== null && 'type' in reason ? String(reason.type) : ''
		const [status, error] = sentences[type] ?? [500, 'a fault of ours']
		if (status === 500)
			log.error({ stack: reason instanceof Error ? reason.stack : String(reason) }, 'failed')
		if (response.headersSent) response.destroy()
		else reject(response, status, error)
	}
	app.use(failed)
	return app
}
