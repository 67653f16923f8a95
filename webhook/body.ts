// Reads a review's bytes: whole, not too many, and as JSON. Every way in which that fails is an HTTP answer.
import type { IncomingMessage } from 'node:http'

/** Two objects of the most that Kubernetes stores, and a little around them. */
const largestBody = 7 * 2 ** 20

interface Rejection {
	readonly status: number
	readonly error: string
}

export type Body = { readonly json: unknown } | Rejection

const tooLarge: Rejection = { status: 413, error: 'the body is larger than 7 MiB' }

function headersRefused({ method, headers }: IncomingMessage): Rejection | undefined {
	if (method !== 'POST') return { status: 405, error: 'only POST is answered here' }
	if (!/^application\/json *(; *charset=utf-8 *)?$/i.test(headers['content-type'] ?? ''))
		return { status: 415, error: 'the content type is not application/json' }
	if ((headers['content-encoding'] ?? 'identity') !== 'identity')
		return { status: 415, error: 'the body is compressed; send it as it is' }
	return Number(headers['content-length'] ?? 0) > largestBody ? tooLarge : undefined
}

function parse(bytes: Buffer): Body {
	if (bytes.length === 0) return { status: 400, error: 'there is no body; send an AdmissionReview' }
	try {
		return { json: JSON.parse(bytes.toString('utf8')) }
	} catch {
		return { status: 400, error: 'the body is not JSON' }
	}
}

/** Calls back once; never when the sender is gone, since then nobody waits for an answer. */
export function readBody(message: IncomingMessage, done: (body: Body) => void): void {
	const refused = headersRefused(message)
	if (refused) return done(refused)
	const chunks: Buffer[] = []
	let size = 0
	message.on('data', (chunk: Buffer) => {
		size += chunk.length
		if (size <= largestBody) chunks.push(chunk)
		else if (chunks.length > 0) {
			chunks.length = 0
			done(tooLarge)
		}
	})
	message.on('end', () => {
		const [first] = chunks
		if (size <= largestBody) done(parse(chunks.length === 1 && first ? first : Buffer.concat(chunks)))
	})
	message.on('error', () => {})
}
