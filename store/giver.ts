// Asks whoever gives credentials: a small text, or one sentence on why there is none.
import { again } from './again.ts'
import { httpFor, textIn } from './http.ts'
import type { Ending } from './kept.ts'
import { StoreError } from './store.ts'

export interface Request {
	/** For people. */
	readonly from: string
	readonly method?: 'GET' | 'POST' | 'PUT'
	readonly url: string
	readonly headers?: Readonly<Record<string, string>>
	readonly form?: Readonly<Record<string, string>>
	readonly json?: unknown
	/** Of each try; short where perhaps nobody is. */
	readonly timeoutMs?: number
}

export type Fields = Readonly<Record<string, unknown>>

function bodyOf({ form, json }: Request): Pick<Parameters<ReturnType<typeof httpFor>['ask']>[0], 'body'> & {
	readonly type?: string
} {
	if (form !== undefined)
		return { body: Buffer.from(String(new URLSearchParams(form))), type: 'application/x-www-form-urlencoded' }
	return json === undefined ? {} : { body: Buffer.from(JSON.stringify(json)), type: 'application/json' }
}

/** What it says of itself, wherever it says it. */
function complaintIn(text: string): string {
	let said: Fields = {}
	try {
		said = JSON.parse(text) as Fields
	} catch {
		const [, message] = /<Message>([^<]*)<\/Message>/.exec(text) ?? []
		return message ?? text.slice(0, 200).replace(/\s+/g, ' ').trim()
	}
	const { error, error_description: description, message } = said
	const inside = typeof error === 'object' && error !== null ? (error as Fields)['message'] : error
	return [inside, description, message].filter((one) => typeof one === 'string').join(': ')
}

export async function textFrom(request: Request): Promise<string> {
	const { from, method = 'GET', url, headers = {}, timeoutMs = 15_000 } = request
	const { body, type } = bodyOf(request)
	const http = httpFor()
	const once = async (): Promise<string> => {
		const signal = AbortSignal.timeout(timeoutMs)
		const all = { ...headers, ...(type !== undefined && { 'content-type': type }) }
		const late = new StoreError('unreachable', `${from}: it has said nothing for ${timeoutMs / 1000} s`)
		const answer = await http
			.ask({ method, url: new URL(url), headers: all, ...(body && { body }), signal })
			.catch((reason: unknown) => {
				throw signal.aborted ? late : reason
			})
		const { statusCode: status = 0 } = answer
		const text = await textIn(answer, new URL(url).host)
		if (status >= 200 && status < 300) return text
		const mayPass = status >= 500 || status === 429
		throw new StoreError(
			mayPass ? 'unreachable' : 'stranger',
			`${from} gives no credentials: it answered ${status}: ${complaintIn(text)}`,
		)
	}
	try {
		// A person who has forgotten a secret is not to wait for half a minute.
		return await again(once, undefined, request.timeoutMs === undefined ? undefined : 2)
	} finally {
		http.close()
	}
}

export async function fieldsFrom(request: Request): Promise<Fields> {
	const text = await textFrom(request)
	try {
		return JSON.parse(text) as Fields
	} catch {
		throw new StoreError('stranger', `${request.from} gives no credentials: its answer is no JSON`)
	}
}

/** As OAuth 2 has it. */
export function tokenIn(fields: Fields, from: string): Ending<string> {
	const { access_token: token, expires_in: seconds } = fields
	if (typeof token !== 'string') throw new StoreError('stranger', `${from}: its answer has no access_token`)
	return { value: token, endsAt: Date.now() + 1000 * (Number(seconds) || 3600) }
}
