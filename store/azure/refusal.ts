// What Azure Blob says when it refuses, and what to do about it. Pure.
import type { StoreCode } from '../store.ts'
import { textIn } from '../xml.ts'

const codes: Readonly<Record<string, StoreCode>> = {
	BlobNotFound: 'missing',
	ContainerNotFound: 'noPlace',
	ContainerDisabled: 'noPlace',
	ContainerBeingDeleted: 'noPlace',
	ResourceNotFound: 'noPlace',
	AuthenticationFailed: 'stranger',
	InvalidAuthenticationInfo: 'stranger',
	AuthorizationFailure: 'denied',
	AuthorizationPermissionMismatch: 'denied',
	AuthorizationProtocolMismatch: 'denied',
	InsufficientAccountPermissions: 'denied',
	AccountIsDisabled: 'denied',
	ServerBusy: 'unreachable',
	InternalError: 'unreachable',
	OperationTimedOut: 'unreachable',
	// What was sent was changed on its way.
	Md5Mismatch: 'unreachable',
}

/** Where there is no body, as after HEAD, the status says it all. */
function codeBy(status: number): StoreCode {
	if (status === 404) return 'missing'
	if (status === 401 || status === 403) return 'denied'
	return status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'other'
}

const advice: Partial<Record<StoreCode, string>> = {
	noPlace: 'make the container, or name another one',
	denied: 'let these credentials read, write, list and delete blobs there',
	stranger: 'write the credentials that the account has',
	clock: 'mend the clock of this machine',
}

export function refusalIn(
	status: number,
	body: string,
	{ container, name }: { readonly container: string; readonly name: string | undefined },
): { readonly code: StoreCode; readonly message: string } {
	const is = name ?? textIn(body, 'Code') ?? ''
	// Its second sentence tells the number of the request, and no more.
	const [said = ''] = (textIn(body, 'Message') ?? `it answered ${status}`).split('\n')
	const detail = textIn(body, 'AuthenticationErrorDetail') ?? ''
	const isClock = /request date header|not within|too old/i.test(`${said} ${detail}`)
	const code = isClock ? 'clock' : (codes[is] ?? codeBy(status))
	const next = advice[code]
	const all = [said, detail].filter((one) => one !== '').map((one) => one.trim().replace(/\.$/, ''))
	return {
		code,
		message: `container ${container}: ${is || status}: ${all.join(': ')}${next ? `; ${next}` : ''}`,
	}
}
