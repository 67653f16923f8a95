// Why a port of a pod could not be reached, or no longer. Pure. Its codes are those that sockets have, so that whoever reads from the stream
// need not know that Kubernetes lies in between.
import { KubeError } from './errors.ts'

export interface Target {
	readonly namespace: string
	readonly pod: string
	readonly port: number
}

export type ForwardCode =
	/** The pod runs, and nobody in it listens on the port. */
	| 'ECONNREFUSED'
	/** The API server finds no way to the kubelet of the pod. */
	| 'EHOSTUNREACH'
	/** The API server did not answer. */
	| 'ENETUNREACH'
	/** There is no such pod, or it does not run. */
	| 'ENOENT'
	/** RBAC. */
	| 'EACCES'
	/** It was open, and broke. */
	| 'ECONNRESET'
	| 'EPROTO'

export class ForwardError extends Error {
	readonly code: ForwardCode
	readonly target: Target

	constructor(code: ForwardCode, target: Target, what: string, cause?: unknown) {
		super(`port ${target.port} of pod ${target.namespace}/${target.pod}: ${what}`, { cause })
		this.code = code
		this.target = target
	}
}

/** What the kubelet said once the stream was open. */
export function spokenError(target: Target, said: string): ForwardError {
	const words = said.trim()
	if (/connection refused/.test(words))
		return new ForwardError(
			'ECONNREFUSED',
			target,
			'nobody listens there (connection refused inside of the pod)',
			words,
		)
	if (/not running|not found|no such container|no network namespace|sandbox/i.test(words))
		return new ForwardError('ENOENT', target, `the pod does not run any more: ${words}`)
	if (/reset by peer|broken pipe/.test(words))
		return new ForwardError(
			'ECONNRESET',
			target,
			'it was cut inside of the pod: its process has ended, or wants to be spoken to otherwise (with TLS?)',
			words,
		)
	return new ForwardError('ECONNRESET', target, `the kubelet says: ${words}`)
}

const dialing = /error dialing backend|dial tcp|proxy error|no agent available|i\/o timeout|no route to host/i

/** What came of the question instead of a stream. */
export function openingError(target: Target, reason: unknown): Error {
	if (!(reason instanceof KubeError)) return reason instanceof Error ? reason : new Error(String(reason))
	const { status } = reason
	// What a kubelet says comes with the path that was asked, which says nothing more.
	const message = reason.message.replace(/^\/\S+ was answered \d+: /, '')
	if (status === 0)
		return new ForwardError('ENETUNREACH', target, `the API server does not answer: ${message}`, reason)
	if (status === 401 || status === 403)
		return new ForwardError(
			'EACCES',
			target,
			`${message}; grant get and create on pods/portforward (get is asked until Kubernetes 1.34, create from 1.35 on)`,
			reason,
		)
	if (status === 404 && message.includes(`"${target.pod}"`))
		return new ForwardError('ENOENT', target, `there is no such pod: ${message}`, reason)
	// A node's object may be deleted while its kubelet and the pods on it run on.
	if (status === 404)
		return new ForwardError(
			'EHOSTUNREACH',
			target,
			`the API server does not know its node: ${message}`,
			reason,
		)
	if (
		/not running|pod not found|pod does not exist|does not have a host assigned|unable to upgrade.*not found/i.test(
			message,
		)
	)
		return new ForwardError('ENOENT', target, `the pod does not run: ${message}`, reason)
	if (status >= 500 && dialing.test(message))
		return new ForwardError(
			'EHOSTUNREACH',
			target,
			`the API server finds no way to the kubelet of its node: ${message}`,
			reason,
		)
	return new ForwardError(
		'EPROTO',
		target,
		`the API server refused the stream with ${status}: ${message}`,
		reason,
	)
}
