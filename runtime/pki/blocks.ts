// The certificates in a PEM text, told apart by what they say and not by how their lines break. Anything between them is skipped,
// as OpenSSL and Go skip it.
import { createHash, X509Certificate } from 'node:crypto'

const begin = /-----BEGIN CERTIFICATE-----/g
/** Whoever reads PEM wants both of these lines whole and unindented. */
const block = /^-----BEGIN CERTIFICATE-----[ \t]*\r?\n([A-Za-z0-9+/=\s]*)^-----END CERTIFICATE-----[ \t]*$/gm

const bodiesIn = (pem: string): readonly string[] =>
	[...pem.matchAll(block)].map(([, body = '']) => body.replace(/\s/g, ''))

export const pemOf = (der: Buffer): string =>
	`-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`

/** One PEM text per certificate, in order and each once. One that cannot be read stays, so that nobody takes it for absent. */
export const certificatesIn = (pem: string): readonly string[] => [
	...new Set(bodiesIn(pem).map((body) => pemOf(Buffer.from(body, 'base64')))),
]

/** Whether each that begins is one that others can take apart, too. Node is content with less than they are. */
export const isWhole = (pem: string): boolean =>
	pem.match(begin)?.length === bodiesIn(pem).length &&
	bodiesIn(pem).every((body) => Buffer.from(body, 'base64').toString('base64') === body)

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64')

/** SHA-256 of a text or of bytes, short enough for a name and long enough that nobody finds a second one by chance. */
export const shortPrint = (of: string | Buffer): string =>
	createHash('sha256').update(of).digest('hex').slice(0, 16)

/** Of one certificate, in full: what `openssl x509 -fingerprint -sha256` says without its colons. */
export const fingerprintOf = (pem: string): string => createHash('sha256').update(derOf(pem)).digest('hex')

/** One whose dates are none cannot be read either: of those Node makes a Date of whatever lies in memory, and only its texts say so. */
export function readCertificate(pem: string): X509Certificate | undefined {
	try {
		const read = new X509Certificate(pem)
		return Number.isNaN(Date.parse(read.validFrom) + Date.parse(read.validTo)) ? undefined : read
	} catch {
		return undefined
	}
}

export const readableIn = (pem: string): readonly X509Certificate[] =>
	certificatesIn(pem).flatMap((one) => readCertificate(one) ?? [])
