// Whether certificates can be used at all, said before a connection fails with the words of a library.
import { createSecureContext } from 'node:tls'
import type { Credentials } from '../where.ts'
import { KubeconfigError } from './trouble.ts'

const isPem = (text: string): boolean => text.includes('-----BEGIN CERTIFICATE-----')

/** Of "error:05800074:x509 certificate routines::key values mismatch", or of what another library makes of it. */
const bare = (message: string): string =>
	(message.split(':').at(-1) ?? message).toLowerCase().replaceAll('_', ' ')

/** The same credentials, or one sentence. */
export function usable(credentials: Credentials, clusterName: string, userName: string): Credentials {
	const { ca, cert, key } = credentials
	if (ca !== undefined && !isPem(ca))
		throw new KubeconfigError(
			`the certificate-authority of cluster "${clusterName}" holds no PEM certificate`,
		)
	if (cert === undefined) return credentials
	if (!isPem(cert))
		throw new KubeconfigError(`the client-certificate of user "${userName}" holds no PEM certificate`)
	try {
		createSecureContext({ cert, key })
	} catch (reason) {
		throw new KubeconfigError(
			`the client-certificate and client-key of user "${userName}" cannot be used together: ${bare((reason as Error).message)}`,
		)
	}
	return credentials
}
