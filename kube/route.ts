// The way to one API server: with TLS or without, straight or through a proxy, over connections that are kept.
import { once } from 'node:events'
import { Agent as PlainAgent, request as plainRequest, type AgentOptions } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest, type RequestOptions } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect } from 'node:tls'
import { proxyAuthorization, openMs, tunnel, type Trust } from './tunnel.ts'
import type { Proxy, Where } from './where.ts'

type Connected = (error: Error | null, socket?: Socket) => void

export interface Route {
	readonly request: typeof tlsRequest
	/** What each request to a path needs besides its own. */
	readonly options: (
		path: string,
	) => Omit<RequestOptions, 'headers'> & { readonly headers: Readonly<Record<string, string>> }
	agent(kept: AgentOptions): PlainAgent
	/** As people write it. */
	url(path: string): string
}

function tlsOptions({ serverName, insecure = false }: Where): RequestOptions {
	const trusting = insecure && { rejectUnauthorized: false }
	if (serverName === undefined) return { ...trusting }
	// An address is never announced to the server, and still it is what its certificate must name.
	if (isIP(serverName) === 0) return { ...trusting, servername: serverName }
	return {
		...trusting,
		servername: '',
		checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
	}
}

/** A connection to the server itself, at the far end of a tunnel. */
async function atFarEnd(where: Where, proxy: Proxy, options: Trust): Promise<Socket> {
	const raw = await tunnel(proxy, where, options)
	if (where.plain) return raw
	const socket = connect({ ...options, socket: raw })
	socket.setTimeout(openMs, () => socket.destroy(new Error('no answer in time')))
	await once(socket, 'secureConnect')
	return socket.setTimeout(0)
}

const tunnelled =
	(where: Where, proxy: Proxy) =>
	(options: Trust, connected: Connected): undefined => {
		atFarEnd(where, proxy, options).then(
			(socket) => connected(null, socket),
			(cause: unknown) => connected(cause as Error),
		)
	}

export function routeTo(where: Where): Route {
	const { host, port, plain = false, prefix = '', proxy } = where
	const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
	const url = (path: string): string => `${plain ? 'http' : 'https'}://${authority}${prefix}${path}`
	const create = proxy && tunnelled(where, proxy)
	const withAgent = (isPlain: boolean) => (kept: AgentOptions) => {
		const agent = isPlain ? new PlainAgent(kept) : new TlsAgent(kept)
		return create ? Object.assign(agent, { createConnection: create }) : agent
	}
	// Without TLS there is nothing to tunnel: an HTTP proxy is asked for the whole URL.
	if (plain && proxy !== undefined && proxy.scheme !== 'socks5') {
		const isPlain = proxy.scheme === 'http'
		const headers = { host: authority, ...proxyAuthorization(proxy) }
		return {
			request: isPlain ? plainRequest : tlsRequest,
			options: (path) => ({ host: proxy.host, port: proxy.port, path: url(path), headers }),
			agent: (kept) => (isPlain ? new PlainAgent(kept) : new TlsAgent(kept)),
			url,
		}
	}
	const tls = plain ? {} : tlsOptions(where)
	return {
		request: plain ? plainRequest : tlsRequest,
		options: (path) => ({ host, port, path: `${prefix}${path}`, ...tls, headers: {} }),
		agent: withAgent(plain),
		url,
	}
}
