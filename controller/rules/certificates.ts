// When certificates are issued, and when members are given others. Pure.
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { isDeclared } from './facts.ts'

function next({ tls }: Observed): Answer {
	if (tls === undefined) return undefined
	if (tls.unissued.length > 0)
		return {
			do: 'issueCertificates',
			names: tls.unissued,
			why: `${tls.unissued.join(', ')}: cert-manager is asked to issue ${tls.unissued.length === 1 ? 'it' : 'them'}`,
		}
	return tls.change && { do: 'keepCertificates', why: tls.change.why }
}

/** Nothing is begun without what was asked for: a cluster that was to be encrypted never runs in the clear. */
export function uncertified(seen: Observed): Answer {
	const { tls } = seen
	if (tls === undefined || isDeclared(seen)) return undefined
	const step = next(seen)
	if (step) return step
	if (tls.trust !== undefined) return undefined
	return { do: 'wait', soon: true, why: tls.troubles[0]?.message ?? 'its certificates are still to come' }
}

/** What members show is renewed while they run; what they trust only as they start, so that they are rolled afterwards. */
export const certificatesChange = (seen: Observed): Answer => (isDeclared(seen) ? next(seen) : undefined)

/** Nothing else is to be done, and it goes on by time alone. */
export const clientsUntold = ({ tls }: Observed): Answer =>
	tls?.awaited === undefined ? undefined : { do: 'wait', soon: false, why: tls.awaited }

/** Its kubelet brings a pod another certificate within a minute or two, and at once if the pod changes. */
export function leafUnseen(seen: Observed): Answer {
	const { tls, pods } = seen
	const names = pods
		.filter(({ leaf, deleting, running }) => running && !deleting && leaf !== undefined && leaf !== tls?.leaf)
		.map(({ name }) => name)
	if (tls?.leaf === undefined || names.length === 0) return undefined
	return { do: 'showCertificates', names, leaf: tls.leaf, why: `${names.join(', ')} get other certificates` }
}
