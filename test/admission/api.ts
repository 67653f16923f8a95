// The API server of a playground, asked as its administrator and without a client in between.
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { group } from '../../api/names.ts'
import { definitions } from '../../api/crd.ts'
import type { Kind } from '../../api/types.ts'

export interface Said {
	readonly status: number
	readonly warnings: readonly string[]
	readonly body: Record<string, unknown>
	readonly message: string
}

interface Kubeconfig {
	readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }]
	readonly users: readonly [{ user: { 'client-certificate-data': string; 'client-key-data': string } }]
}

const decode = (text: string): string => Buffer.from(text, 'base64').toString()

/** Warnings come as headers: 299 - "text". */
const warningsIn = (headers: readonly string[]): string[] =>
	headers.flatMap((name, index) => {
		if (index % 2 === 1 || name.toLowerCase() !== 'warning') return []
		return [...(headers[index + 1] ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
			text.replaceAll(/\\(.)/g, '$1'),
		)
	})

/** Of a path that it does not serve (yet), the API server says so in words. */
function parsedOf(said: string): Record<string, unknown> {
	try {
		return JSON.parse(said) as Record<string, unknown>
	} catch {
		return { message: said.trim() }
	}
}

export async function apiOf(kubeconfig: string) {
	const { clusters, users } = JSON.parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig
	const agent = new Agent({
		keepAlive: true,
		maxSockets: 32,
		ca: decode(clusters[0].cluster['certificate-authority-data']),
		cert: decode(users[0].user['client-certificate-data']),
		key: decode(users[0].user['client-key-data']),
	})
	const { server } = clusters[0].cluster

	const ask = async (
		method: string,
		path: string,
		body?: unknown,
		type = 'application/json',
	): Promise<Said> =>
		await new Promise((resolve, reject) => {
			const text = body === undefined ? undefined : JSON.stringify(body)
			const headers =
				text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }
			const sent = request(new URL(path, server), { method, agent, headers }, (response) => {
				let all = ''
				response.setEncoding('utf8').on('data', (chunk: string) => (all += chunk))
				response.on('error', reject).on('end', () => {
					const parsed = parsedOf(all)
					resolve({
						status: response.statusCode ?? 0,
						warnings: warningsIn(response.rawHeaders),
						body: parsed,
						message: typeof parsed['message'] === 'string' ? parsed['message'] : '',
					})
				})
			})
			sent.on('error', reject).end(text)
		})

	/** As ask, for what must succeed. */
	const must = async (...args: Parameters<typeof ask>): Promise<Record<string, unknown>> => {
		const said = await ask(...args)
		if (said.status < 300) return said.body
		throw new Error(`${args[0]} ${args[1]}: ${said.status} ${said.message}`)
	}
	return { ask, must, close: () => agent.destroy() }
}

export type Api = Awaited<ReturnType<typeof apiOf>>

export const pathOf = (kind: Kind, namespace: string, name = ''): string =>
	`/apis/${group}/v1beta2/namespaces/${namespace}/${definitions[kind].plural}${name === '' ? '' : `/${name}`}`
