// An HTTP/2 session with a member, over a connection of its own or over a stream that somebody else dials.
import { connect, type ClientHttp2Session, type SecureClientSessionOptions } from 'node:http2'
import type { Duplex } from 'node:stream'
import { complaint } from './certificate-complaint.ts'
import { EtcdError } from './errors.ts'
import { securedBy } from './handshake.ts'

export interface Endpoint {
	/** Where to connect: the address of a pod, or a name. */
	readonly host: string
	readonly port: number
	/** Set for TLS; servername is the member's name, whatever address is dialled. */
	readonly tls?: Pick<
		SecureClientSessionOptions,
		'ca' | 'cert' | 'key' | 'servername' | 'allowPartialTrustChain'
	>
	/** A stream to host and port where they cannot be reached from here; it is asked again for each connection. */
	readonly dial?: () => Promise<Duplex>
	/** How much may have come that nobody has read; more is quicker from afar, and memory when who reads is slow. */
	readonly windowBytes?: number
}

export interface Session {
	readonly http2: ClientHttp2Session
	/** What went wrong with the whole of it; each stream hears of it, too, in words that say less. */
	broke?: unknown
	/** By then every call of it has ended by its own deadline. */
	busyUntil: number
	/** Those that may have no deadline. */
	streams: number
	/** Nobody begins anything on it any more; it ends with its last stream. */
	isLeft: boolean
}

/** Per stream and for all together; with the usual 64 KiB a far member would wait for us most of the time. */
const usualWindowBytes = 8 * 1024 * 1024

const urlOf = ({ host, port, tls }: Endpoint): string =>
	`${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`

function sessionOf(http2: ClientHttp2Session, { windowBytes = usualWindowBytes }: Endpoint): Session {
	const session: Session = { http2, busyUntil: 0, streams: 0, isLeft: false }
	// It may have been closed before the news of its connection arrives.
	http2.once('connect', () => void (http2.destroyed || http2.setLocalWindowSize(windowBytes)))
	http2.on('error', (cause) => (session.broke = cause))
	http2.unref()
	return session
}

const settingsOf = ({ windowBytes = usualWindowBytes }: Endpoint) => ({
	initialWindowSize: windowBytes,
	enablePush: false,
})

export const openSession = (endpoint: Endpoint): Session =>
	sessionOf(connect(urlOf(endpoint), { ...endpoint.tls, settings: settingsOf(endpoint) }), endpoint)

/** What is wrong with the member's certificate is said in full, for which it may be dialled once more. */
export async function dialSession(endpoint: Endpoint, dial: () => Promise<Duplex>): Promise<Session> {
	const raw = await dial()
	const { tls } = endpoint
	const stream = tls ? await securedBy(raw, endpoint.host, tls, dial) : raw
	const http2 = connect(urlOf(endpoint), { createConnection: () => stream, settings: settingsOf(endpoint) })
	http2.once('close', () => raw.destroy())
	const session = sessionOf(http2, endpoint)
	// It says more than what the session makes of it. A kubelet does not tell a process that was killed from one that closed its end.
	raw.once('end', () => (session.broke ??= new EtcdError('unreachable', closed(endpoint))))
	raw.once('error', (cause) => {
		session.broke = cause
		http2.on('error', () => (session.broke = cause))
	})
	return session
}

const closed = ({ host, tls }: Endpoint): string =>
	`${host} closed the connection before it had answered: did its process end${tls ? '' : ', or does it speak TLS'}?`

/** What a call on it is to say that has failed for that reason. */
export function whyOf({ broke }: Session, { host, tls, dial }: Endpoint, reason: unknown): EtcdError {
	const error = EtcdError.from(broke ?? reason)
	const words = dial && complaint(error.code, tls?.servername ?? host)
	return words === undefined ? error : new EtcdError(error.code, words, error.cause)
}

export const isUsable = ({ http2 }: Session): boolean => !http2.closed && !http2.destroyed
