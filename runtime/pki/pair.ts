// The one place that says whether a certificate and a key belong together and can be shown.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** What is wrong: either cannot be read, they do not match, or TLS will not have them. */
type Fault = 'certificate' | 'key' | 'match' | 'use'

export type JudgedPair =
	| { readonly read: X509Certificate; readonly fault?: undefined }
	| { readonly fault: Fault; readonly because: string }

/** Of a chain the first certificate is judged: it is the one that the key must belong to. */
export function judgePair(cert: string, key: string): JudgedPair {
	let fault: Fault = 'certificate'
	try {
		const read = new X509Certificate(cert)
		fault = 'key'
		const opened = createPrivateKey(key)
		fault = 'match'
		// Asked before TLS is: given an empty key, TLS takes the certificate and fails every handshake.
		if (!read.checkPrivateKey(opened))
			return { fault, because: 'the certificate and the key do not belong together' }
		fault = 'use'
		createSecureContext({ cert, key })
		return { read }
	} catch (reason) {
		return { fault, because: reason instanceof Error ? reason.message : 'unknown' }
	}
}
