// Signature Version 4, by which S3 and what speaks like it know who asks, and that nobody changed what was asked.
import { createHash, createHmac } from 'node:crypto'
import { encoded } from '../encode.ts'

export interface Keys {
	readonly accessKeyId: string
	readonly secretAccessKey: string
	/** Of credentials that end. */
	readonly sessionToken?: string
}

export interface Unsigned {
	readonly method: string
	readonly url: URL
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>
	/** Of the body, in hex, or unsignedPayload. */
	readonly bodySha256: string
}

export interface Where {
	readonly region: string
	readonly service: string
}

export const unsignedPayload = 'UNSIGNED-PAYLOAD'

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string): Buffer =>
	createHmac('sha256', key).update(text).digest()

/** As 20130524T000000Z. */
const stamp = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

function canonicalQuery({ searchParams }: URL): string {
	const pairs = [...searchParams].map(([name, value]) => [encoded(name), encoded(value)] as const)
	const ordered = pairs.toSorted(([one, a], [other, b]) =>
		one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1,
	)
	return ordered.map(([name, value]) => `${name}=${value}`).join('&')
}

/** All headers that must be sent. The URL's path must be encoded as it will be sent. */
export function signed(
	{ method, url, headers, bodySha256 }: Unsigned,
	{ accessKeyId, secretAccessKey, sessionToken }: Keys,
	{ region, service }: Where,
	now: number,
): Readonly<Record<string, string>> {
	const time = stamp(now)
	const day = time.slice(0, 8)
	const all: Readonly<Record<string, string>> = {
		...headers,
		host: url.host,
		'x-amz-content-sha256': bodySha256,
		'x-amz-date': time,
		...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
	}
	const names = Object.keys(all).toSorted()
	const lines = names.map((name) => `${name}:${(all[name] ?? '').trim().replace(/ +/g, ' ')}\n`)
	const request = [
		method,
		url.pathname,
		canonicalQuery(url),
		lines.join(''),
		names.join(';'),
		bodySha256,
	].join('\n')
	const scope = `${day}/${region}/${service}/aws4_request`
	const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
	const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
	const signature = createHmac('sha256', key).update(text).digest('hex')
	return {
		...all,
		authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
	}
}
