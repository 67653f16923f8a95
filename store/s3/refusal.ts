// What S3 and its like say when they refuse, and what to do about it. Pure.
import { textIn } from '../xml.ts'
import type { StoreCode } from '../store.ts'

export interface Refusal {
	readonly code: StoreCode
	readonly message: string
	/** As the store calls it. */
	readonly name: string
	/** The region of the bucket, when it is another. */
	readonly there: string | undefined
}

const codes: Readonly<Record<string, StoreCode>> = {
	NoSuchKey: 'missing',
	NoSuchBucket: 'noPlace',
	AccessDenied: 'denied',
	AllAccessDisabled: 'denied',
	InvalidAccessKeyId: 'stranger',
	SignatureDoesNotMatch: 'stranger',
	ExpiredToken: 'stranger',
	InvalidToken: 'stranger',
	TokenRefreshRequired: 'stranger',
	RequestTimeTooSkewed: 'clock',
	PermanentRedirect: 'elsewhere',
	TemporaryRedirect: 'elsewhere',
	AuthorizationHeaderMalformed: 'elsewhere',
	IllegalLocationConstraintException: 'elsewhere',
	QuotaExceeded: 'full',
	XMinioAdminBucketQuotaExceeded: 'full',
	XMinioStorageFull: 'full',
	SlowDown: 'unreachable',
	InternalError: 'unreachable',
	OperationAborted: 'unreachable',
	RequestTimeout: 'unreachable',
	ServiceUnavailable: 'unreachable',
	// What was sent was changed on its way.
	BadDigest: 'unreachable',
	XAmzContentSHA256Mismatch: 'unreachable',
	IncompleteBody: 'unreachable',
}

/** Where there is no body, as after HEAD, the status says it all. */
function codeBy(status: number): StoreCode {
	if (status === 404) return 'missing'
	if (status === 401 || status === 403) return 'denied'
	if (status === 301 || status === 307) return 'elsewhere'
	if (status === 507) return 'full'
	return status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'other'
}

const advice: Partial<Record<StoreCode, string>> = {
	noPlace: 'make the bucket, or name another one',
	denied: 'let these credentials get, put, list and delete objects there',
	stranger: 'write the credentials that the store has',
	clock: 'mend the clock of this machine or of the store',
	full: 'make room in the store',
}

export function refusalIn(
	status: number,
	body: string,
	{ bucket, region }: { readonly bucket: string; readonly region: string | undefined },
): Refusal {
	const name = textIn(body, 'Code') ?? ''
	const code = codes[name] ?? codeBy(status)
	const said = textIn(body, 'Message') ?? `it answered ${status}`
	const there = textIn(body, 'Region') ?? region
	const next =
		code === 'elsewhere'
			? there
				? `the bucket is in the region ${there}: write that one`
				: 'the bucket is in another region: write that one'
			: advice[code]
	return {
		code,
		name,
		there: code === 'elsewhere' ? there : undefined,
		message: `bucket ${bucket}: ${name || status}: ${said.replace(/\.$/, '')}${next ? `; ${next}` : ''}`,
	}
}
