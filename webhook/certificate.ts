// The certificate that we show: read again whenever its files change, and kept when what they hold cannot be used.
import { join } from 'node:path'
import { judgePair } from '../runtime/pki/pair.ts'
import { watchFiles, type Watched } from '../runtime/watched.ts'

export interface Pair {
	readonly cert: string
	readonly key: string
	readonly notBefore: Date
	readonly notAfter: Date
}

/** The pair, or why it cannot be used. */
export function readPair(cert: string | undefined, key: string | undefined, now: Date): Pair | string {
	if (cert === undefined || key === undefined) return 'tls.crt or tls.key is missing'
	const judged = judgePair(cert, key)
	if (judged.fault) return `the pair cannot be used: ${judged.because}`
	const { validFromDate: notBefore, validToDate: notAfter } = judged.read
	if (notAfter <= now) return `the certificate ended at ${notAfter.toISOString()}`
	return { cert, key, notBefore, notAfter }
}

const hour = 3_600_000

/** Near its end a replica that still shows an old certificate makes room for those that have the new one. */
export function endsSoon({ notBefore, notAfter }: Pair, now: Date): string | undefined {
	const margin = Math.min(hour, (notAfter.getTime() - notBefore.getTime()) / 10)
	const left = notAfter.getTime() - now.getTime()
	return left > margin ? undefined : `the certificate ends at ${notAfter.toISOString()}`
}

export interface CertificateEvents {
	taken(pair: Pair): void
	/** The one before stays in use. */
	refused(because: string): void
}

export const watchCertificate = (dir: string, events: CertificateEvents): Watched =>
	watchFiles([join(dir, 'tls.crt'), join(dir, 'tls.key')], ([cert, key]) => {
		const pair = readPair(cert, key, new Date())
		if (typeof pair === 'string') events.refused(pair)
		else events.taken(pair)
	})
