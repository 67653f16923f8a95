// Encryption: whole, and as it was at the cluster's birth, since its members know each other by http or https. Pure.
import { tlsTurnedText } from '../schema/tls.ts'
import { clientsSpeakTls, membersSpeakTls } from '../tls.ts'
import type { EtcdCluster } from '../types.ts'
import { news, nothing, refuse, type Check, type Found } from './finding.ts'

type Tls = NonNullable<EtcdCluster['spec']>['TLS']

function halves(tls: NonNullable<Tls>): readonly Found[] {
	const server = tls.static?.member?.serverSecret
	const operator = tls.static?.operatorSecret
	const found: Found[] = []
	if (operator && !server)
		found.push({
			field: 'spec.TLS.static.member.serverSecret',
			message: 'is missing while operatorSecret is set; write both or neither',
		})
	if (server && !operator)
		found.push({
			field: 'spec.TLS.static.operatorSecret',
			message: 'is missing while member.serverSecret is set; write both or neither',
		})
	if (tls.certManager !== undefined && !tls.certManager.issuerRef?.name)
		found.push({
			field: 'spec.TLS.certManager.issuerRef.name',
			message: 'is missing; write the name of an Issuer of cert-manager',
		})
	if (tls.certManager !== undefined && (server || operator || tls.static?.member?.peerSecret))
		found.push({ field: 'spec.TLS', message: 'has both static and certManager; write one of them' })
	return found
}

const tlsHalfConfigured: Check<EtcdCluster> = ({ previous, next }) =>
	news(halves, previous?.spec?.TLS, next.spec?.TLS)

const tlsTurnedOnOrOff: Check<EtcdCluster> = ({ previous, next }) => {
	if (previous?.spec === undefined || next.spec === undefined) return nothing
	const [before, after] = [previous.spec.TLS, next.spec.TLS]
	const turned = [
		...(clientsSpeakTls(before) === clientsSpeakTls(after) ? [] : ['clients']),
		...(membersSpeakTls(before) === membersSpeakTls(after) ? [] : ['members']),
	]
	if (turned.length === 0) return nothing
	return refuse('spec', `TLS ${tlsTurnedText}; make a new cluster and restore a snapshot into it`)
}

export const tlsRules = { tlsTurnedOnOrOff, tlsHalfConfigured } satisfies Record<string, Check<EtcdCluster>>
