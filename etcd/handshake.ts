// TLS over a stream that is there already, and a look at the certificate that a member shows. Whom to trust is decided by the runtime alone;
// the look is for the words of an error, and nothing is ever said over it.
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { complaint, type Shown } from './certificate-complaint.ts'
import { EtcdError } from './errors.ts'

type Trust = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'allowPartialTrustChain'>

const handshakeMs = 10_000

/** HTTP/1.1 is not asked for by its name: some members would refuse it, and all speak it to whoever names nothing. */
export type Spoken = 'h2' | 'http/1.1'

async function handshake(raw: Duplex, host: string, options: ConnectionOptions): Promise<TLSSocket> {
	// An address is never announced, and is checked nonetheless.
	const servername = options.servername ?? (isIP(host) === 0 ? host : '')
	const socket = connect({ ...options, socket: raw, host, servername })
	const timer = setTimeout(() => {
		socket.destroy(new EtcdError('unreachable', `no TLS handshake within ${handshakeMs} ms`))
	}, handshakeMs)
	try {
		return await new Promise((resolve, reject) => {
			const closed = `${host} closed the connection in the middle of the TLS handshake: does it speak TLS on this port?`
			// What broke beneath says more than that the handshake did not come to its end.
			raw.once('error', reject)
			socket.once('error', (error: NodeJS.ErrnoException) => {
				const isClosed = error.code === 'ECONNRESET' && raw.errored === null
				reject(isClosed ? new EtcdError('unreachable', closed, error) : error)
			})
			socket.once('close', () => reject(new EtcdError('unreachable', closed)))
			socket.once('secureConnect', () => resolve(socket))
		})
	} finally {
		clearTimeout(timer)
	}
}

/** Whatever a member shows, trusted or not. */
async function shownCertificate(
	dial: () => Promise<Duplex>,
	host: string,
	trust: Trust,
): Promise<X509Certificate | undefined> {
	const raw = await dial()
	try {
		const socket = await handshake(raw, host, { ...trust, rejectUnauthorized: false })
		return socket.getPeerX509Certificate()
	} finally {
		raw.destroy()
	}
}

function shownBy({ subjectAltName = '', issuer, validFrom, validTo }: X509Certificate): Shown {
	return {
		names: subjectAltName.split(', ').filter(Boolean),
		issuer: issuer.split('\n').join(', '),
		from: new Date(validFrom),
		until: new Date(validTo),
	}
}

export async function securedBy(
	raw: Duplex,
	host: string,
	trust: Trust,
	dial: () => Promise<Duplex>,
	spoken: Spoken = 'h2',
): Promise<Duplex> {
	let socket: TLSSocket
	try {
		socket = await handshake(raw, host, { ...trust, ...(spoken === 'h2' && { ALPNProtocols: ['h2'] }) })
	} catch (reason) {
		raw.destroy()
		const error = EtcdError.from(reason)
		const shown = await lookedAt(error, dial, host, trust)
		const words = complaint(error.code, trust.servername ?? host, shown)
		throw words === undefined ? error : new EtcdError(error.code, words, reason)
	}
	socket.on('error', () => {})
	if (spoken !== 'h2' || socket.alpnProtocol === 'h2') return socket
	socket.destroy()
	throw new EtcdError('other', 'what answers speaks TLS and no HTTP/2: is this an etcd client port?')
}

async function lookedAt(
	{ code }: EtcdError,
	...asked: Parameters<typeof shownCertificate>
): Promise<Shown | undefined> {
	if (!['untrusted', 'wrongName', 'expired', 'notYetValid'].includes(code)) return undefined
	const certificate = await shownCertificate(...asked).catch(() => undefined)
	return certificate && shownBy(certificate)
}
