// What a certificate says of whom it is for.
import { isIPv4 } from 'node:net'
import { bits, explicit, octets, oid, sequence, set, tagged, truth, utf8 } from './der.ts'

/** On which side of a connection a certificate may be shown. */
export type Side = 'serverAuth' | 'clientAuth'

export const sideIds: Readonly<Record<Side, string>> = {
	serverAuth: '1.3.6.1.5.5.7.3.1',
	clientAuth: '1.3.6.1.5.5.7.3.2',
}

export interface Subject {
	/** Nothing for one that is known by its hosts alone. */
	readonly name: string
	/** Kubernetes reads these as the user's groups. */
	readonly groups?: readonly string[]
	/** DNS names and IPv4 addresses under which a server is called. */
	readonly hosts?: readonly string[]
	/** Both when missing; with none the certificate does not speak of sides, which permits both as well. */
	readonly sides?: readonly Side[]
}

const ids = {
	commonName: '2.5.4.3',
	organization: '2.5.4.10',
	subjectAltName: '2.5.29.17',
	basicConstraints: '2.5.29.19',
	keyUsage: '2.5.29.15',
	extendedKeyUsage: '2.5.29.37',
}

const attribute = (id: string, text: string): Buffer => set(sequence(oid(id), utf8(text)))

export const distinguishedName = ({ name, groups = [] }: Subject): Buffer =>
	sequence(
		...groups.map((group) => attribute(ids.organization, group)),
		...(name === '' ? [] : [attribute(ids.commonName, name)]),
	)

const host = (name: string): Buffer =>
	isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name))

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
	sequence(oid(id), ...(critical ? [truth()] : []), octets(value))

export function extensions(subject: Subject, authority: boolean): Buffer {
	const { hosts = [], sides = ['serverAuth', 'clientAuth'] } = subject
	const usage = authority ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0xa0]), 5)
	const list = [extension(ids.keyUsage, true, usage)]
	if (authority) list.push(extension(ids.basicConstraints, true, sequence(truth())))
	else if (sides.length > 0)
		list.push(extension(ids.extendedKeyUsage, false, sequence(...sides.map((side) => oid(sideIds[side])))))
	if (hosts.length > 0) list.push(extension(ids.subjectAltName, false, sequence(...hosts.map(host))))
	return explicit(3, sequence(...list))
}
