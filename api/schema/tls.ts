// How a cluster is encrypted: coreos' static secrets, or certificates that cert-manager issues. Pure.
import { object, text } from './field.ts'

const certManager = object(
	'cert-manager issues and renews the certificates; the operator writes the Certificates.',
	{
		issuerRef: object('Who issues them.', {
			name: text('The name of the Issuer or ClusterIssuer.'),
			kind: text('Issuer when missing, or ClusterIssuer.'),
			group: text('cert-manager.io when missing.'),
		}),
		duration: text('How long a certificate is valid, such as 2160h.'),
		renewBefore: text('How long before its end it is renewed, such as 720h.'),
	},
)

export const tls = object(
	'Encryption between members and towards clients. It cannot be turned on or off in a cluster that has members; the names of secrets may change.',
	{
		static: object('Secrets that somebody else keeps.', {
			member: object('What members show.', {
				peerSecret: text('Between members: peer.crt, peer.key, peer-ca.crt, or tls.crt, tls.key, ca.crt.'),
				serverSecret: text(
					'Towards clients: server.crt, server.key, server-ca.crt, or tls.crt, tls.key, ca.crt.',
				),
			}),
			operatorSecret: text(
				'What the operator shows as a client: etcd-client.crt, etcd-client.key, etcd-client-ca.crt, or tls.crt, tls.key, ca.crt.',
			),
		}),
		certManager,
	},
)

/** Whether clients and members must speak TLS, as expressions over a spec. */
const issued = (spec: string) => `has(${spec}.TLS.certManager)`
const named = (spec: string, path: readonly string[]) => {
	const steps = path.map((_, index) => `has(${spec}.TLS.static.${path.slice(0, index + 1).join('.')})`)
	return [`has(${spec}.TLS.static)`, ...steps, `${spec}.TLS.static.${path.join('.')} != ''`].join(' && ')
}
const on = (spec: string, ...path: readonly string[]) =>
	`(has(${spec}.TLS) && (${issued(spec)} || ${named(spec, path)}))`

export const tlsTurnedText = 'cannot be turned on or off in a cluster that has members'

export const tlsStays = {
	rule: [
		`${on('self', 'operatorSecret')} == ${on('oldSelf', 'operatorSecret')}`,
		`${on('self', 'member', 'peerSecret')} == ${on('oldSelf', 'member', 'peerSecret')}`,
	].join(' && '),
	message: `TLS ${tlsTurnedText}; make a new cluster and restore a snapshot into it`,
}
