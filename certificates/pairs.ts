// Secrets in and out of pairs.
import { X509Certificate } from 'node:crypto'
import { authoritiesIn } from '../runtime/pki/authorities.ts'
import { Authority, validFor } from '../runtime/pki/certificate.ts'
import { judgePair } from '../runtime/pki/pair.ts'
import type { Pair } from './plan.ts'

export type Data = Readonly<Record<string, string>>

/** A fresh authority signs one certificate and is thrown away. */
export function issue(hosts: readonly string[], lifeMs: number): Data {
	const authority = new Authority('kubectl-etcd', validFor(lifeMs))
	const { certificate, key } = authority.issue({ name: hosts[0] ?? '', hosts }, validFor(lifeMs))
	return { 'ca.crt': authority.certificate, 'tls.crt': certificate, 'tls.key': key }
}

/** What a Secret holds, if it can be used for these names. */
export function pairOf(data: Data, hosts: readonly string[]): Pair | undefined {
	const { 'ca.crt': ca, 'tls.crt': cert, 'tls.key': key } = data
	if (ca === undefined || cert === undefined || key === undefined) return undefined
	const judged = judgePair(cert, key)
	if (judged.fault || !isSound(judged.read, ca, hosts)) return undefined
	return {
		ca: authoritiesIn(ca).join(''),
		cert,
		key,
		notBefore: judged.read.validFromDate.getTime(),
		notAfter: judged.read.validToDate.getTime(),
	}
}

function isSound(read: X509Certificate, ca: string, hosts: readonly string[]): boolean {
	try {
		return read.verify(new X509Certificate(ca).publicKey) && hosts.every((host) => read.checkHost(host))
	} catch {
		return false
	}
}

export const decodeData = (data: Readonly<Record<string, unknown>> | undefined): Data =>
	Object.fromEntries(
		Object.entries(data ?? {}).flatMap(([key, value]) =>
			typeof value === 'string' ? [[key, Buffer.from(value, 'base64').toString()]] : [],
		),
	)

export const encodeData = (data: Data): Data =>
	Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]))
