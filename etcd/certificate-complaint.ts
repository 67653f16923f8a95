// What is wrong with the certificate that a member shows, in one sentence. Pure.
import type { EtcdCode } from './errors.ts'

export interface Shown {
	/** As "DNS:a.example" or "IP Address:10.0.0.1". */
	readonly names: readonly string[]
	readonly issuer: string
	readonly from: Date
	readonly until: Date
}

const most = 8

function listed(names: readonly string[]): string {
	const plain = names.map((name) => name.replace(/^(DNS|IP Address):/, ''))
	const rest = plain.length - most
	return rest > 0
		? `${plain.slice(0, most).join(', ')} and ${rest} more`
		: plain.join(', ') || 'no name at all'
}

type Sentence = (wanted: string, shown: Shown | undefined) => string

const whose = (wanted: string): string => `the certificate that ${wanted} shows`

const sentences: Partial<Record<EtcdCode, Sentence>> = {
	wrongName: (wanted, shown) =>
		`${whose(wanted)} is not for it${shown ? `, but for ${listed(shown.names)}` : ''}`,
	untrusted: (wanted, shown) =>
		`${whose(wanted)} was ${shown ? `issued by "${shown.issuer}" and ` : ''}signed by none of the authorities that we were told to trust`,
	expired: (wanted, shown) =>
		`${whose(wanted)} ${shown ? `ended at ${shown.until.toISOString()}` : 'has ended'}`,
	notYetValid: (wanted, shown) =>
		`${whose(wanted)} ${shown ? `begins at ${shown.from.toISOString()}` : 'has not begun'}: is a clock wrong?`,
	certificateRefused: (wanted) => `${wanted} does not accept our certificate, or wants one and we have none`,
	noTls: (wanted) => `${wanted} speaks no TLS on this port`,
}

/** Nothing when that is no matter of certificates; without one that was seen, what can be said without. */
export const complaint = (code: EtcdCode, wanted: string, shown?: Shown): string | undefined =>
	sentences[code]?.(wanted, shown)
