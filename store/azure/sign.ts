// By what Azure knows who asks: the account's key under every request, or a token with it.
import { createHmac } from 'node:crypto'

export interface Unsigned {
	readonly method: string
	readonly url: URL
	/** Lower-case names; content-length with them when there is a body. */
	readonly headers: Readonly<Record<string, string>>
}

export interface Account {
	readonly name: string
	/** In base64, as the portal shows it. */
	readonly key: string
}

const lines = [
	'content-encoding',
	'content-language',
	'content-length',
	'content-md5',
	'content-type',
	'date',
	'if-modified-since',
	'if-match',
	'if-none-match',
	'if-unmodified-since',
	'range',
]

/** What Microsoft calls the string to sign; no body is no length in it. */
export function textToSign({ method, url, headers }: Unsigned, account: string): string {
	const named = lines.map((name) => (headers[name] === '0' ? '' : (headers[name] ?? '')))
	const own = Object.keys(headers)
		.filter((name) => name.startsWith('x-ms-'))
		.toSorted()
		.map((name) => `${name}:${headers[name]?.trim()}`)
	const asked = [...url.searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`).toSorted()
	return [method, ...named, ...own, `/${account}${url.pathname}`, ...asked].join('\n')
}

export function sharedKey(unsigned: Unsigned, { name, key }: Account): string {
	const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(textToSign(unsigned, name))
	return `SharedKey ${name}:${signature.digest('base64')}`
}
