// What the API server refuses. Pure. One error with the HTTP status and Kubernetes' own reason.

export class KubeError extends Error {
	/** 0 when there was no answer at all: whether the request took effect is unknown. */
	readonly status: number
	readonly reason: string

	constructor(status: number, reason: string, message: string, cause?: unknown) {
		super(message, { cause })
		this.status = status
		this.reason = reason
	}
}

const has = (status: number) => (error: unknown) => error instanceof KubeError && error.status === status

export const isForbidden = has(403)
export const isNotFound = has(404)
/** Somebody else wrote first, or a precondition does not hold. */
export const isConflict = has(409)
/** Nothing is made any more in a namespace that is going. */
export const isNamespaceEnding = (error: unknown): boolean =>
	error instanceof KubeError && error.reason === 'NamespaceTerminating'
/** What goes by itself: no answer, too many of us, or a server that is being replaced. */
export const isPassing = (error: unknown): error is KubeError =>
	error instanceof KubeError && (error.status === 0 || error.status === 429 || error.status >= 500)
