// Whether a certificate and a key can be shown together.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** The certificate, read; throws what is wrong with the pair. */
export function usablePair(cert: string, key: string): X509Certificate {
	const read = new X509Certificate(cert)
	// Asked before TLS is: given an empty key, TLS takes the certificate and fails every handshake.
	if (!read.checkPrivateKey(createPrivateKey(key)))
		throw new Error('the certificate and the key do not belong together')
	createSecureContext({ cert, key })
	return read
}
