// Who speaks TLS in a cluster, and which secrets that needs. Pure.
import { certificateName, type TlsRole } from './names.ts'
import type { ClusterSpec } from './schema/cluster.ts'

type Tls = ClusterSpec['TLS']

/** coreos' rule: what the operator shows says that clients speak TLS, the peer secret that members do. */
export const clientsSpeakTls = (tls: Tls): boolean =>
	tls?.certManager !== undefined || Boolean(tls?.static?.operatorSecret)
export const membersSpeakTls = (tls: Tls): boolean =>
	tls?.certManager !== undefined || Boolean(tls?.static?.member?.peerSecret)

export interface TlsSource {
	readonly role: TlsRole
	readonly secret: string
}

/** Where each certificate that is needed comes from; none without TLS. */
export function tlsSources(cluster: string, tls: Tls): readonly TlsSource[] {
	const issued = tls?.certManager !== undefined
	const named = tls?.static
	const source = (role: TlsRole, isNeeded: boolean, secret: string | undefined): readonly TlsSource[] =>
		isNeeded ? [{ role, secret: issued ? certificateName(cluster, role) : (secret ?? '') }] : []
	return [
		...source('peer', membersSpeakTls(tls), named?.member?.peerSecret),
		...source('server', clientsSpeakTls(tls), named?.member?.serverSecret),
		...source('client', clientsSpeakTls(tls), named?.operatorSecret),
	]
}
