// Through which proxy a server is reached: the kubeconfig's, or the environment's by the rules that Go's programs share.
import { BlockList, isIP } from 'node:net'
import type { Proxy } from '../where.ts'
import { KubeconfigError } from './trouble.ts'

const ports = { http: 80, https: 443, socks5: 1080 }

const ownName = 'proxy-url'

const schemes = Object.keys(ports).join(', ')

const schemeOf = (text: string): string | undefined =>
	/^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()

/** Whoever wrote a lone percent sign meant one. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

function fromUrl(text: string, from: string): Proxy {
	const said = schemeOf(text)
	// That the proxy is to resolve names, which is what a SOCKS proxy does for us anyhow.
	const scheme = said === 'socks5h' && from !== ownName ? 'socks5' : said
	if (scheme === undefined) throw new KubeconfigError(`${from} has no scheme: it must be one of ${schemes}`)
	if (!(scheme in ports))
		throw new KubeconfigError(`${from} has the scheme "${scheme}": it must be one of ${schemes}`)
	// For any other scheme than HTTP's the URL parser leaves hosts as they are, and for HTTP's it drops a port that is usual.
	const rest = text.slice(text.indexOf('://'))
	if (!URL.canParse(`http${rest}`))
		throw new KubeconfigError(`${from} is no URL: write ${scheme}://HOST:PORT`)
	const { hostname, username, password } = new URL(`http${rest}`)
	const [, port] = /:(\d+)$/.exec(/^:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(rest)?.[1] ?? '') ?? []
	const known = scheme as Proxy['scheme']
	return {
		scheme: known,
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port ?? ports[known]),
		...(username && { username: decoded(username), password: decoded(password) }),
	}
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function inSubnet(address: string, subnet: string): boolean {
	const [net = '', bits = ''] = subnet.split('/')
	const most = isIP(net) === 4 ? 32 : isIP(net) === 6 ? 128 : -1
	if (!/^\d+$/.test(bits) || Number(bits) > most) return false
	const list = new BlockList()
	list.addSubnet(net, Number(bits), family(net))
	return list.check(address, family(address))
}

interface Target {
	readonly host: string
	readonly port: number
}

/** Whether one word of NO_PROXY means this server. */
function exempts(word: string, { host, port }: Target): boolean {
	if (word === '*') return true
	if (word.includes('/')) return isIP(host) !== 0 && inSubnet(host, word)
	const [, bracketed, plain, wanted] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(word) ?? []
	const name = bracketed ?? plain ?? word
	if (name === '' || (wanted !== undefined && Number(wanted) !== port)) return false
	if (isIP(name) !== 0) return isIP(host) !== 0 && inSubnet(host, `${name}/${isIP(name) === 4 ? 32 : 128}`)
	if (isIP(host) !== 0) return false
	const domain = name.replace(/^\*(?=\.)/, '')
	return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`)
}

const isLoopback = (host: string): boolean =>
	host === 'localhost' ||
	(isIP(host) !== 0 &&
		(inSubnet(host, '127.0.0.0/8') || inSubnet(host, '::1/128') || inSubnet(host, '::ffff:127.0.0.0/104')))

function fromEnvironment(
	env: NodeJS.ProcessEnv,
	target: Target & { readonly plain: boolean },
): Proxy | undefined {
	const name = target.plain ? 'HTTP_PROXY' : 'HTTPS_PROXY'
	const proxy = env[name] || env[name.toLowerCase()]
	const host = target.host.toLowerCase()
	if (!proxy || isLoopback(host)) return undefined
	const words = (env['NO_PROXY'] || env['no_proxy'] || '').split(',').map((word) => word.trim().toLowerCase())
	if (words.some((word) => exempts(word, { ...target, host }))) return undefined
	return fromUrl(schemeOf(proxy) ? proxy : `http://${proxy}`, `the environment's ${name}`)
}

/** `own` is the cluster's proxy-url, which leaves nothing to the environment. */
export const proxyFor = (
	own: string | undefined,
	env: NodeJS.ProcessEnv,
	target: Target & { readonly plain: boolean },
): Proxy | undefined => (own ? fromUrl(own, ownName) : fromEnvironment(env, target))
