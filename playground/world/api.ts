// The playground's own few requests to its API server: over HTTPS as the administrator.
import { Agent, request } from 'node:https'
import type { Keys } from './keys.ts'

export interface Answer {
	readonly status: number
	readonly body: string
}

export interface KubeObject {
	readonly apiVersion: string
	readonly kind: string
	readonly metadata: { readonly name: string; readonly namespace?: string; readonly [key: string]: unknown }
	readonly [key: string]: unknown
}

export class Api {
	readonly #agent: Agent

	constructor({ ca, admin }: Keys) {
		this.#agent = new Agent({ ca, cert: admin.certificate, key: admin.key, keepAlive: true, maxSockets: 8 })
	}

	async call(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
		return await new Promise((resolve, reject) => {
			const headers = body === undefined ? {} : { 'content-type': type }
			const options = {
				host: '127.0.0.1',
				port: 6443,
				method,
				path,
				headers,
				agent: this.#agent,
				timeout: 10_000,
			}
			const call = request(options, (response) => {
				let text = ''
				response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
				response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
				response.once('error', reject)
			})
			call.once('timeout', () => call.destroy(new Error(`${path}: no answer within 10 s`)))
			call.once('error', reject)
			call.end(body === undefined ? undefined : JSON.stringify(body))
		})
	}

	async answers(path: string): Promise<boolean> {
		return await this.call('GET', path).then(
			({ status }) => status === 200,
			() => false,
		)
	}

	/** The parsed body; throws when the API refuses. */
	async get<T>(path: string): Promise<T> {
		const { status, body } = await this.call('GET', path)
		if (status !== 200) throw new Error(`GET ${path}: ${status} ${body.slice(0, 200)}`)
		return JSON.parse(body) as T
	}

	/** Server-side apply to the collection's path, such as /api/v1/namespaces/default/services. */
	async apply(collection: string, object: KubeObject): Promise<void> {
		const path = `${collection}/${object.metadata.name}?fieldManager=playground&force=true`
		const { status, body } = await this.call('PATCH', path, object, 'application/apply-patch+yaml')
		if (status >= 300)
			throw new Error(`${object.kind} ${object.metadata.name}: ${status} ${body.slice(0, 300)}`)
	}
}
