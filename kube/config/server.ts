// Where a server's URL points. Pure.
import { KubeconfigError } from './trouble.ts'

export interface Server {
	readonly host: string
	readonly port: number
	readonly plain: boolean
	readonly prefix: string
	/** As a URL without what is never sent. */
	readonly url: string
}

const bracketless = (host: string): string => host.replace(/^\[|\]$/g, '')

/** kubectl takes what has no scheme for plain HTTP. */
function urlOf(text: string): URL | undefined {
	const direct = URL.canParse(text) ? new URL(text) : undefined
	if (direct !== undefined && direct.hostname !== '') return direct
	if (!URL.canParse(`http://${text}`)) return undefined
	const guessed = new URL(`http://${text}`)
	return guessed.pathname === '/' ? guessed : undefined
}

export function parseServer(text: string): Server {
	const url = urlOf(text)
	if (url === undefined || !/^https?:$/.test(url.protocol))
		throw new KubeconfigError(`the server "${text}" is no URL: write https://HOST:PORT`)
	const plain = url.protocol === 'http:'
	const prefix = url.pathname.replace(/\/+$/, '')
	return {
		host: bracketless(url.hostname),
		port: Number(url.port || (plain ? 80 : 443)),
		plain,
		prefix,
		url: `${url.protocol}//${url.host}${prefix}`,
	}
}
