// How a verdict reads on the wire. Pure.
import type { Finding } from '../api/rules/finding.ts'
import type { Request } from './request.ts'

export interface Patch {
	readonly op: 'add'
	readonly path: string
	readonly value: string
}

export interface Answer {
	readonly allowed: boolean
	/** The names of the rules that found something, for logs and metrics. */
	readonly rules: readonly string[]
	readonly body: unknown
}

/** The API server cuts what is longer, and cuts all of them when they are long together. */
const longestWarning = 120
const mostWarnings = 16
const longestMessage = 1024
const mostCauses = 16

/** In letters that survive every header. */
const cut = (text: string, longest: number): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 3)}...`

const sentence = ({ field, message }: Finding): string => `${field}: ${message}`

function status(request: Request, refusals: readonly Finding[]) {
	const isReview = refusals.some(({ rule }) => rule === 'reviewUnfit')
	const text = refusals.map(sentence).join('\n')
	return {
		status: 'Failure',
		code: isReview ? 400 : 422,
		reason: isReview ? 'BadRequest' : 'Invalid',
		message: cut(text, longestMessage),
		details: {
			kind: cut(request.kind, 63),
			name: cut(request.name, 253),
			// kubectl prints these one below the other.
			causes: refusals.slice(0, mostCauses).map(({ rule, field, message }) => ({
				reason: rule,
				field: cut(field, 253),
				message: cut(message, longestMessage),
			})),
		},
	}
}

const encode = (patch: readonly Patch[]): string => Buffer.from(JSON.stringify(patch)).toString('base64')

export function response(request: Request, findings: readonly Finding[], patch: readonly Patch[]): Answer {
	const refusals = findings.filter(({ warning }) => warning !== true)
	const warnings = findings.filter(({ warning }) => warning === true)
	const allowed = refusals.length === 0
	return {
		allowed,
		rules: [...new Set(findings.map(({ rule }) => rule))],
		body: {
			// An API server that asked in another version understands only that one.
			apiVersion: request.apiVersion.startsWith('admission.k8s.io/')
				? request.apiVersion
				: 'admission.k8s.io/v1',
			kind: 'AdmissionReview',
			response: {
				uid: request.uid,
				allowed,
				...(!allowed && { status: status(request, refusals) }),
				...(warnings.length > 0 && {
					warnings: warnings.slice(0, mostWarnings).map((one) => cut(sentence(one), longestWarning)),
				}),
				...(patch.length > 0 && { patchType: 'JSONPatch', patch: encode(patch) }),
			},
		},
	}
}

/** What is said when we could not judge: refused, and that it was not the user's fault. */
export function failure(request: Request): Answer {
	const finding = {
		rule: 'failed',
		field: 'webhook',
		message: 'could not judge this; its log says why, under the uid',
	}
	const { body } = response({ ...request, kind: '' }, [finding], [])
	return { allowed: false, rules: ['failed'], body: body }
}
