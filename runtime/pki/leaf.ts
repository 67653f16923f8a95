// What a certificate may be shown for: under which names, and on which side of a connection.
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { sideIds, type Side } from './subject.ts'

const anySide = '2.5.29.37.0'
/** A host such as *.shop.svc asks for whatever is to come under it; no certificate names this one alone. */
const whoeverComes = 'whoever-comes'

/** As Go reads it, which etcd is written in: a subject's common name is no host, and a star stands for one whole label. */
const options = { subject: 'never', partialWildcards: false } as const

const covers = (read: X509Certificate, host: string): boolean =>
	isIP(host) === 0
		? read.checkHost(host.replace(/^\*(?=\.)/, whoeverComes), options) !== undefined
		: read.checkIP(host) !== undefined

/** The first of these hosts that it is not for. */
export const uncoveredHost = (read: X509Certificate, hosts: readonly string[]): string | undefined =>
	hosts.find((host) => !covers(read, host))

/** The first of these sides that it must not be shown on. What does not speak of sides may be shown on both. */
export function closedSide(read: X509Certificate, sides: readonly Side[]): Side | undefined {
	// Node calls the extended key usage keyUsage; its type leaves out that a certificate may have none.
	const open: readonly string[] | undefined = read.keyUsage
	return open === undefined || open.includes(anySide)
		? undefined
		: sides.find((side) => !open.includes(sideIds[side]))
}
