// Asks the API server from inside a pod, as the pod's service account.
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'

interface KubeAnswer {
	readonly status: number
	readonly body: unknown
}

export interface KubeApi {
	ask(method: 'GET' | 'PUT', path: string, body?: unknown): Promise<KubeAnswer>
}

export interface Where {
	readonly host: string
	readonly port: string
	/** Holds token and ca.crt, as Kubernetes mounts them. */
	readonly directory: string
}

export const hereInCluster = (): Where => ({
	host: process.env['KUBERNETES_SERVICE_HOST'] ?? '',
	port: process.env['KUBERNETES_SERVICE_PORT'] ?? '443',
	directory: '/var/run/secrets/kubernetes.io/serviceaccount',
})

const deadlineMs = 10_000

/** An answer that is no JSON comes from something in between. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return text
	}
}

export function kubeApi({ host, port, directory }: Where): KubeApi {
	const agent = new Agent({ keepAlive: true, maxSockets: 2 })
	return {
		async ask(method, path, body) {
			// Both files are replaced while we run.
			const [token, ca] = await Promise.all(
				['token', 'ca.crt'].map(async (file) => await readFile(join(directory, file), 'utf8')),
			)
			const text = body === undefined ? undefined : JSON.stringify(body)
			const headers = {
				authorization: `Bearer ${token?.trim()}`,
				accept: 'application/json',
				...(text !== undefined && {
					'content-type': 'application/json',
					'content-length': Buffer.byteLength(text),
				}),
			}
			const signal = AbortSignal.timeout(deadlineMs)
			return await new Promise((resolve, reject) => {
				const sent = request(
					{ host, port, path, method, headers, agent, signal, ...(ca && { ca }) },
					(response) => {
						let all = ''
						response.setEncoding('utf8').on('data', (chunk: string) => (all += chunk))
						response
							.on('error', reject)
							.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(all) }))
					},
				)
				sent.on('error', reject).end(text)
			})
		},
	}
}
