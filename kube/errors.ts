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

export const isNotFound = has(404)
/** Somebody else wrote first, or a precondition does not hold. */
export const isConflict = has(409)
/** Nothing is made any more in a namespace that is going. */
export const isNamespaceEnding = (error: unknown): boolean =>
	error instanceof KubeError && error.reason === 'NamespaceTerminating'
