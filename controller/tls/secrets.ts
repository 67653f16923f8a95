// Whether what a TLS secret holds may be used in its role, and otherwise one sentence part on what to write instead. What etcd or
// our own connections would refuse is refused here, before any of them sees it. No clock, no input or output.
import { authoritiesIn } from '../../runtime/pki/authorities.ts'
import { certificatesIn, readCertificate, shortPrint } from '../../runtime/pki/blocks.ts'
import type { Side } from '../../runtime/pki/subject.ts'
import { chainFault, hostFault, pairFault, sideFault, timeFault, unreadable } from './faults.ts'
import { readKeys, type Data, type Pair, type Role } from '../../api/tls-keys.ts'

export type { Role } from '../../api/tls-keys.ts'

export interface Judged {
	/** Only when it may be used; its certificates without whatever stood between them. */
	readonly pair: Pair | undefined
	/** What follows "secret NAME"; nothing when it may be used. */
	readonly because: string | undefined
	/** Of the first certificate, in milliseconds since 1970; there as soon as that can be read. */
	readonly notBefore: number | undefined
	readonly notAfter: number | undefined
	readonly leafPrint: string | undefined
}

export interface Wanted {
	/** All of them must be among its names; *.NAME asks for whatever is to come under it. */
	readonly hosts: readonly string[]
	readonly now: number
	/** Authorities of whom it meets: its own are what that one's certificates are from. */
	readonly alsoTrusted?: string
}

// A member dials as the client of others and answers as their server with one certificate.
const sides: Readonly<Record<Role, readonly Side[]>> = {
	peer: ['serverAuth', 'clientAuth'],
	server: ['serverAuth'],
	client: ['clientAuth'],
}

const unread = { pair: undefined, notBefore: undefined, notAfter: undefined, leafPrint: undefined }

export function judgeSecret(
	role: Role,
	data: Data | undefined,
	{ hosts, now, alsoTrusted = '' }: Wanted,
): Judged {
	const found = readKeys(role, data)
	if (typeof found === 'string') return { ...unread, because: found }
	const { keys, texts } = found
	const certificates = certificatesIn(texts.certificate)
	const pair = {
		certificate: certificates.join(''),
		key: texts.key,
		authorities: authoritiesIn(texts.authorities).join(''),
	}
	const leaf = readCertificate(certificates[0] ?? '')
	const illegible =
		unreadable(keys.certificate, texts.certificate) ?? unreadable(keys.authorities, texts.authorities)
	if (leaf === undefined) return { ...unread, because: illegible }
	const because =
		illegible ??
		pairFault(keys, pair) ??
		timeFault(keys.certificate, leaf, now) ??
		chainFault(keys, { ...pair, authorities: pair.authorities + alsoTrusted }, leaf, now) ??
		hostFault(keys.certificate, leaf, role === 'client' ? [] : hosts) ??
		sideFault(keys.certificate, leaf, sides[role])
	return {
		pair: because === undefined ? pair : undefined,
		because,
		notBefore: leaf.validFromDate.getTime(),
		notAfter: leaf.validToDate.getTime(),
		leafPrint: shortPrint(leaf.raw),
	}
}
