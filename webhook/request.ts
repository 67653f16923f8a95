// What a body says that it asks. Pure.

export type Fields = Readonly<Record<string, unknown>>

export const fields = (value: unknown): Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** What we quote or log is never longer than a name can be. */
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 253) : '')

export interface Request {
	readonly uid: string
	readonly apiVersion: string
	readonly operation: string
	readonly kind: string
	readonly resource: string
	readonly subResource: string
	readonly name: string
	readonly namespace: string
	readonly dryRun: boolean
	readonly object: unknown
	readonly oldObject: unknown
}

/** Why this is no review, as an HTTP answer; or the request in it. */
export function requestOf(body: unknown): Request | { readonly notAReview: string } {
	const review = fields(body)
	if (review['kind'] !== 'AdmissionReview')
		return { notAReview: 'this is not an AdmissionReview; send one of admission.k8s.io/v1' }
	const request = fields(review['request'])
	const uid = request['uid']
	if (typeof uid !== 'string' || uid === '' || uid.length > 253)
		return { notAReview: 'request.uid is missing; an answer must carry it' }
	return {
		uid,
		apiVersion: text(review['apiVersion']),
		operation: text(request['operation']),
		kind: text(fields(request['kind'])['kind']),
		resource: text(fields(request['resource'])['group']),
		subResource: text(request['subResource']),
		name: text(request['name']),
		namespace: text(request['namespace']),
		dryRun: request['dryRun'] === true,
		object: request['object'],
		oldObject: request['oldObject'],
	}
}
