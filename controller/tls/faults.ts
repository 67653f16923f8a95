// What may be wrong with the certificates of a TLS secret, each as what follows "secret NAME": the key, what is wrong, what to write
// instead.
import type { X509Certificate } from 'node:crypto'
import { verifies } from '../../runtime/pki/authorities.ts'
import { certificatesIn, isWhole, readCertificate } from '../../runtime/pki/blocks.ts'
import { closedSide, uncoveredHost } from '../../runtime/pki/leaf.ts'
import { judgePair } from '../../runtime/pki/pair.ts'
import type { Side } from '../../runtime/pki/subject.ts'
import type { Keys, Pair } from '../../api/tls-keys.ts'

export function unreadable(key: string, pem: string): string | undefined {
	const remedy = 'write each certificate there whole and unindented, as PEM'
	if (!isWhole(pem)) return `has a ${key} that cannot be read: ${remedy}`
	const all = certificatesIn(pem)
	const index = all.findIndex((one) => readCertificate(one) === undefined)
	if (index < 0) return undefined
	const which = all.length > 1 ? `, of which certificate ${index + 1} cannot be read` : ' that cannot be read'
	return `has a ${key}${which}: ${remedy}`
}

export function pairFault({ certificate, key }: Keys, pair: Pair): string | undefined {
	const judged = judgePair(pair.certificate, pair.key)
	switch (judged.fault) {
		case undefined:
			return undefined
		case 'key':
			return pair.key.includes('ENCRYPTED')
				? `has a ${key} that is encrypted: write it without a passphrase`
				: `has a ${key} that cannot be read: write the private key of ${certificate} there whole, as PEM`
		case 'match':
			return `has a ${key} of another certificate than the first one in ${certificate}: write the two that were made together`
		case 'certificate':
		case 'use':
			return `has a ${certificate} that TLS refuses (${judged.because}): have it issued anew`
	}
}

export function timeFault(key: string, leaf: X509Certificate, now: number): string | undefined {
	const { validFromDate: from, validToDate: until } = leaf
	if (until.getTime() <= now) return `has a ${key} that ended at ${until.toISOString()}: renew it`
	return from.getTime() > now
		? `has a ${key} that is not valid before ${from.toISOString()}: write one that is valid already, or set the clocks right`
		: undefined
}

/** Of an empty name Node says nothing, whatever its types say. */
function issuerOf({ issuer }: { readonly issuer: string | undefined }): string {
	return issuer?.replaceAll('\n', ', ') ?? 'the authority without a name'
}

export function chainFault(keys: Keys, pair: Pair, leaf: X509Certificate, now: number): string | undefined {
	const { certificate, authorities } = keys
	if (verifies(pair.certificate, pair.authorities, now)) return undefined
	const issuer = issuerOf(leaf)
	// At its beginning whoever signed it was valid: if that leads to an authority, the authority has ended since.
	return verifies(pair.certificate, pair.authorities, leaf.validFromDate.getTime())
		? `has a ${certificate} whose authority has ended (${issuer}): renew the authority in ${authorities}, and have it sign anew`
		: `has a ${certificate} that no authority in ${authorities} has signed: add ${issuer} to ${authorities}, or to ${certificate} what lies between`
}

export function hostFault(key: string, leaf: X509Certificate, hosts: readonly string[]): string | undefined {
	const host = uncoveredHost(leaf, hosts)
	return host === undefined
		? undefined
		: `has a ${key} that is not for ${host}: have it issued with that among its subject alternative names`
}

export function sideFault(key: string, leaf: X509Certificate, sides: readonly Side[]): string | undefined {
	const closed = closedSide(leaf, sides)
	return closed === undefined
		? undefined
		: `has a ${key} whose extended key usage lacks ${closed}: have it issued with ${sides.join(' and ')}`
}
