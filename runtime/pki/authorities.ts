// Bundles of authorities as sets, and whether a certificate leads to one of them. An authority that cannot be read counts as a
// member of its set and vouches for nobody.
import type { X509Certificate } from 'node:crypto'
import { certificatesIn, fingerprintOf, readableIn, shortPrint } from './blocks.ts'

/** Each with the same line ends, so that equal ones are equal; in order and each once. */
export const authoritiesIn = (pem: string): readonly string[] => certificatesIn(pem)

const prints = (bundle: string): readonly string[] => authoritiesIn(bundle).map(fingerprintOf).toSorted()

/** The same set gives the same text, in whatever order it is named. */
export function unionOf(...bundles: readonly string[]): string {
	const each = new Map(bundles.flatMap(authoritiesIn).map((pem) => [fingerprintOf(pem), pem]))
	return [...each.keys()]
		.toSorted()
		.map((print) => each.get(print))
		.join('')
}

/** A short name for the set. */
export const printOf = (bundle: string): string => shortPrint(prints(bundle).join('\n'))

/** Whether whoever trusts the other trusts everyone here as well. Of nobody that is true. */
export function isWithin(bundle: string, other: string): boolean {
	const there = new Set(prints(other))
	return prints(bundle).every((print) => there.has(print))
}

const isCurrent = ({ validFromDate, validToDate }: X509Certificate, at: number): boolean =>
	validFromDate.getTime() <= at && at < validToDate.getTime()

function hasSigned(issuer: X509Certificate, one: X509Certificate): boolean {
	try {
		return one.verify(issuer.publicKey)
	} catch {
		return false // a kind of key that is not known here
	}
}

/**
 * Whether the first certificate leads to an authority of the bundle, over those after it if need be. As in Go, any authority in a
 * bundle is an end of the chain, whoever signed it. When the certificate itself ends is not asked: its issuers must be valid then.
 */
export function verifies(certificatePem: string, bundle: string, at = Date.now()): boolean {
	const [leaf, ...rest] = readableIn(certificatePem)
	if (leaf === undefined) return false
	const trusted = readableIn(bundle)
	// One that signed itself is no authority but may be trusted by name: members have shared such a one since 2018.
	if (hasSigned(leaf, leaf) && isWithin(leaf.toString(), bundle)) return true
	const unseen = new Set(rest)
	const reached = [leaf]
	for (const one of reached) {
		// checkIssued compares names and what keys may sign; only `ca` says whether it is an authority at all.
		const isSignedBy = (issuer: X509Certificate) =>
			issuer.ca && isCurrent(issuer, at) && one.checkIssued(issuer) && hasSigned(issuer, one)
		if (trusted.some(isSignedBy)) return true
		for (const issuer of [...unseen].filter(isSignedBy)) {
			unseen.delete(issuer)
			reached.push(issuer)
		}
	}
	return false
}
