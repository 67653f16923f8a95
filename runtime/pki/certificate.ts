// A certificate authority in memory, in milliseconds: for the playground's keys, and for a webhook without cert-manager.
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { bits, explicit, integer, octets, oid, sequence, set, tagged, truth, utcTime, utf8 } from './der.ts'

export interface Pair {
	readonly certificate: string
	readonly key: string
}

export interface Subject {
	readonly name: string
	/** Kubernetes reads these as the user's groups. */
	readonly groups?: readonly string[]
	/** DNS names and IPv4 addresses under which a server is called. */
	readonly hosts?: readonly string[]
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
const ids = {
	commonName: '2.5.4.3',
	organization: '2.5.4.10',
	subjectAltName: '2.5.29.17',
	basicConstraints: '2.5.29.19',
	keyUsage: '2.5.29.15',
	extendedKeyUsage: '2.5.29.37',
	serverAuth: '1.3.6.1.5.5.7.3.1',
	clientAuth: '1.3.6.1.5.5.7.3.2',
	ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

const attribute = (id: string, text: string): Buffer => set(sequence(oid(id), utf8(text)))

const distinguishedName = ({ name, groups = [] }: Subject): Buffer =>
	sequence(...groups.map((group) => attribute(ids.organization, group)), attribute(ids.commonName, name))

const host = (name: string): Buffer =>
	isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name))

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
	sequence(oid(id), ...(critical ? [truth()] : []), octets(value))

function extensions(subject: Subject, authority: boolean): Buffer {
	const usage = authority ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0xa0]), 5)
	const list = [extension(ids.keyUsage, true, usage)]
	if (authority) list.push(extension(ids.basicConstraints, true, sequence(truth())))
	else list.push(extension(ids.extendedKeyUsage, false, sequence(oid(ids.serverAuth), oid(ids.clientAuth))))
	if (subject.hosts?.length)
		list.push(extension(ids.subjectAltName, false, sequence(...subject.hosts.map(host))))
	return explicit(3, sequence(...list))
}

const pem = (der: Buffer): string =>
	`-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`

export const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export const keyPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export class Authority {
	readonly certificate: string
	readonly #key: KeyObject
	readonly #subject: Subject

	constructor(name: string, validity: Validity = validFor(month)) {
		const { publicKey, privateKey } = newKeys()
		this.#subject = { name }
		this.#key = privateKey
		this.certificate = this.#certify(this.#subject, publicKey, validity, true)
	}

	issue(subject: Subject, validity: Validity = validFor(month)): Pair {
		const { publicKey, privateKey } = newKeys()
		return { certificate: this.#certify(subject, publicKey, validity, false), key: keyPem(privateKey) }
	}

	#certify(subject: Subject, publicKey: KeyObject, validity: Validity, authority: boolean): string {
		const algorithm = sequence(oid(ids.ecdsaWithSha256))
		const body = sequence(
			explicit(0, integer(Buffer.from([2]))),
			integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
			algorithm,
			distinguishedName(this.#subject),
			sequence(utcTime(validity.from), utcTime(validity.until)),
			distinguishedName(subject),
			publicKey.export({ type: 'spki', format: 'der' }),
			extensions(subject, authority),
		)
		return pem(sequence(body, algorithm, bits(sign('sha256', body, this.#key))))
	}
}
