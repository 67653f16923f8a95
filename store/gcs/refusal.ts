// What Cloud Storage says when it refuses, and what to do about it. Pure.
import type { StoreCode } from '../store.ts'

export interface Refusal {
	readonly code: StoreCode
	readonly message: string
}

const advice: Partial<Record<StoreCode, string>> = {
	noPlace: 'make the bucket, or name another one',
	denied: 'let these credentials get, create, list and delete objects there',
	stranger: 'write the credentials that the store has',
	full: 'make room in the store',
}

interface Said {
	readonly error?: { readonly message?: string; readonly errors?: readonly { readonly reason?: string }[] }
}

function parsed(body: string): Said {
	try {
		return (JSON.parse(body) ?? {}) as Said
	} catch {
		return {}
	}
}

function codeBy(status: number, reason: string, message: string, isOfObject: boolean): StoreCode {
	if (status === 404) return isOfObject && !/bucket does not exist/.test(message) ? 'missing' : 'noPlace'
	if (status === 401) return 'stranger'
	if (status === 429 || status === 408 || status >= 500) return 'unreachable'
	if (/rateLimitExceeded/i.test(reason)) return 'unreachable'
	if (/quotaExceeded/i.test(reason)) return 'full'
	return status === 403 ? 'denied' : 'other'
}

export function refusalIn(
	status: number,
	body: string,
	{ bucket, isOfObject }: { readonly bucket: string; readonly isOfObject: boolean },
): Refusal {
	const { error } = parsed(body)
	const reason = error?.errors?.[0]?.reason ?? ''
	const said = error?.message ?? `it answered ${status}`
	const code = codeBy(status, reason, said, isOfObject)
	const next = status === 412 ? 'somebody else has written that name meanwhile, and that stays' : advice[code]
	return {
		code,
		message: `bucket ${bucket}: ${reason || status}: ${said.replace(/\.$/, '')}${next ? `; ${next}` : ''}`,
	}
}
