// A certificate authority in memory, in milliseconds: for the playground's keys, and for a webhook without cert-manager.
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { pemOf } from './blocks.ts'
import { bits, explicit, integer, nothing, oid, sequence, utcTime } from './der.ts'
import { distinguishedName, extensions, type Subject } from './subject.ts'

export interface Pair {
	readonly certificate: string
	readonly key: string
}

export interface Validity {
	readonly from: Date
	readonly until: Date
}

/** Up to an hour back, for clocks that differ a little. */
export const validFor = (milliseconds: number, now = Date.now()): Validity => ({
	from: new Date(now - Math.min(3_600_000, milliseconds / 10)),
	until: new Date(now + milliseconds),
})

const month = 30 * 86_400_000

interface Keys {
	readonly publicKey: KeyObject
	readonly privateKey: KeyObject
}

export const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export const keyPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

interface Certified {
	readonly subject: Subject
	readonly publicKey: KeyObject
	readonly validity: Validity
	readonly isAuthority: boolean
}

interface Signer {
	readonly subject: Subject
	readonly key: KeyObject
}

const signatureOf = ({ asymmetricKeyType }: KeyObject): Buffer =>
	asymmetricKeyType === 'rsa'
		? sequence(oid('1.2.840.113549.1.1.11'), nothing())
		: sequence(oid('1.2.840.10045.4.3.2'))

/** Signs whatever it is told to, also in the name of one that is no authority. */
export function certify({ subject, publicKey, validity, isAuthority }: Certified, by: Signer): string {
	const algorithm = signatureOf(by.key)
	const body = sequence(
		explicit(0, integer(Buffer.from([2]))),
		integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
		algorithm,
		distinguishedName(by.subject),
		sequence(utcTime(validity.from), utcTime(validity.until)),
		distinguishedName(subject),
		publicKey.export({ type: 'spki', format: 'der' }),
		extensions(subject, isAuthority),
	)
	return pemOf(sequence(body, algorithm, bits(sign('sha256', body, by.key))))
}

interface AuthorityOptions {
	readonly keys?: Keys
	/** Who signs for it; it signs for itself when missing. */
	readonly above?: Authority
}

export class Authority {
	readonly certificate: string
	readonly #signer: Signer

	constructor(
		name: string,
		validity: Validity = validFor(month),
		{ keys = newKeys(), above }: AuthorityOptions = {},
	) {
		const subject = { name }
		this.#signer = { subject, key: keys.privateKey }
		this.certificate = certify(
			{ subject, publicKey: keys.publicKey, validity, isAuthority: true },
			above ? above.#signer : this.#signer,
		)
	}

	issue(subject: Subject, validity: Validity = validFor(month), keys: Keys = newKeys()): Pair {
		const { publicKey, privateKey } = keys
		const certificate = certify({ subject, publicKey, validity, isAuthority: false }, this.#signer)
		return { certificate, key: keyPem(privateKey) }
	}
}
