// Opens a connection to a server through a proxy, as far as bytes go; TLS to the server is somebody else's.
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { socksHandshake } from './socks.ts'
import { take } from './take.ts'
import type { Proxy, Where } from './where.ts'

type Target = Pick<Where, 'host' | 'port'>

/** What a proxy that speaks TLS has to prove, and what we show it. */
export interface Trust {
	readonly ca?: string | undefined
	readonly cert?: string | undefined
	readonly key?: string | undefined
	readonly rejectUnauthorized?: boolean | undefined
}

export const openMs = 30_000
const longestHead = 16_384

const authority = ({ host, port }: Target): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

export const proxyAuthorization = ({ username, password = '' }: Proxy): Readonly<Record<string, string>> =>
	username === undefined
		? {}
		: { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }

async function connectRequest(socket: Socket, proxy: Proxy, target: Target): Promise<void> {
	const headers = { host: authority(target), ...proxyAuthorization(proxy) }
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	socket.write(`CONNECT ${authority(target)} HTTP/1.1\r\n${lines.join('')}\r\n`)
	let head = ''
	while (!head.endsWith('\r\n\r\n') && head.length < longestHead)
		head += (await take(socket, 1)).toString('latin1')
	const [first = ''] = head.split('\r\n')
	if (!/^HTTP\/1\.\d 2\d\d/.test(first))
		throw new Error(`it answered ${first.replace(/^HTTP\/1\.\d /, '') || 'nonsense'}`)
}

function dial({ scheme, host, port }: Proxy, { ca, cert, key, rejectUnauthorized }: Trust): Socket {
	if (scheme !== 'https') return connectTcp({ host, port })
	// The cluster's own authority may have made the proxy's certificate, and so may a public one.
	const more = ca === undefined ? {} : { ca: [ca, ...getCACertificates('default')] }
	return connectTls({
		host,
		port,
		...more,
		cert,
		key,
		...(rejectUnauthorized === false && { rejectUnauthorized }),
	})
}

/** The proxy's name without what is secret in it. */
const nameOf = (proxy: Proxy): string => `${proxy.scheme}://${authority(proxy)}`

export async function tunnel(proxy: Proxy, target: Target, trust: Trust): Promise<Socket> {
	const socket = dial(proxy, trust).setNoDelay()
	const late = setTimeout(() => socket.destroy(new Error('no answer in time')), openMs)
	const failed = new Promise<never>((_, reject) => socket.once('error', reject))
	try {
		await Promise.race([failed, once(socket, proxy.scheme === 'https' ? 'secureConnect' : 'connect')])
		const handshake = proxy.scheme === 'socks5' ? socksHandshake : connectRequest
		await Promise.race([failed, handshake(socket, proxy, target)])
		return socket
	} catch (cause) {
		socket.on('error', () => {}).destroy()
		const { message, code = '' } = cause as NodeJS.ErrnoException
		throw new Error(
			`the proxy ${nameOf(proxy)} did not connect us to ${authority(target)}: ${message || code}`,
			{
				cause,
			},
		)
	} finally {
		clearTimeout(late)
		failed.catch(() => {})
	}
}
