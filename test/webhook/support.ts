// A webhook that really listens, with a certificate of its own, and reviews to send it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type Agent } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { pino } from 'pino'
import { apiVersion, group } from '../../api/names.ts'
import { releases } from '../../api/releases.ts'
import { Authority, validFor } from '../../runtime/pki/certificate.ts'
import { createApp, type Dependencies } from '../../webhook/app.ts'
import { readPair, type Pair } from '../../webhook/certificate.ts'
import { createMetrics } from '../../webhook/metrics.ts'
import { listen } from '../../webhook/server.ts'

export async function ownDirectory(t: ExecutionContext): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-webhook-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	return dir
}

export const newPair = (milliseconds = 86_400_000) => {
	const authority = new Authority('test', validFor(milliseconds))
	return {
		...authority.issue({ name: 'webhook', hosts: ['localhost', '127.0.0.1'] }, validFor(milliseconds)),
		ca: authority.certificate,
	}
}

export async function writePair(
	dir: string,
	pair: { readonly certificate: string; readonly key: string },
): Promise<void> {
	await writeFile(join(dir, 'tls.crt'), pair.certificate)
	await writeFile(join(dir, 'tls.key'), pair.key)
}

export function usable(pair: { readonly certificate: string; readonly key: string }): Pair {
	const read = readPair(pair.certificate, pair.key, new Date())
	if (typeof read === 'string') throw new Error(read)
	return read
}

export interface Running {
	readonly server: Server
	readonly port: number
	readonly logged: string[]
}

export async function webhook(t: ExecutionContext, other: Partial<Dependencies> = {}): Promise<Running> {
	const logged: string[] = []
	const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
	const app = createApp({
		log,
		metrics: createMetrics(),
		releases: () => releases,
		draining: () => false,
		notReadyBecause: () => undefined,
		...other,
	})
	const server = await listen(app, usable(newPair()), 0)
	t.teardown(() => {
		server.close()
		server.closeAllConnections()
	})
	return { server, port: (server.address() as AddressInfo).port, logged }
}

export interface Answered {
	readonly status: number
	readonly headers: Readonly<Record<string, string | string[] | undefined>>
	readonly text: string
}

export interface Send {
	readonly path?: string
	readonly method?: string
	readonly headers?: Readonly<Record<string, string | number>>
	readonly agent?: Agent
}

export async function send(
	port: number,
	body: string | Buffer | undefined,
	{ path = '/validate', method = 'POST', headers = {}, agent }: Send = {},
): Promise<Answered> {
	return await new Promise((resolve, reject) => {
		const all = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body ?? ''),
			...headers,
		}
		const options = {
			host: '127.0.0.1',
			port,
			path,
			method,
			headers: all,
			rejectUnauthorized: false,
			...(agent && { agent }),
		}
		const sent = request(options, (response) => {
			let text = ''
			response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
			response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
			response.on('error', reject)
		})
		sent.on('error', reject)
		sent.end(body)
	})
}

const resources = {
	EtcdCluster: 'etcdclusters',
	EtcdBackup: 'etcdbackups',
	EtcdRestore: 'etcdrestores',
} as const

export interface ReviewOf {
	readonly kind?: keyof typeof resources
	readonly object?: unknown
	readonly oldObject?: unknown
	readonly request?: object
	readonly apiVersion?: string
}

/** As an API server of today writes it. */
export function reviewOf({ kind = 'EtcdCluster', object, oldObject, request: more, ...rest }: ReviewOf) {
	const isUpdate = oldObject !== undefined
	return {
		apiVersion: rest.apiVersion ?? 'admission.k8s.io/v1',
		kind: 'AdmissionReview',
		request: {
			uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
			kind: { group, version: 'v1beta2', kind },
			resource: { group, version: 'v1beta2', resource: resources[kind] },
			requestKind: { group, version: 'v1beta2', kind },
			requestResource: { group, version: 'v1beta2', resource: resources[kind] },
			name: 'example',
			namespace: 'default',
			operation: isUpdate ? 'UPDATE' : 'CREATE',
			userInfo: { username: 'somebody', groups: ['system:authenticated'] },
			object,
			oldObject: isUpdate ? oldObject : null,
			dryRun: false,
			options: { kind: isUpdate ? 'UpdateOptions' : 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
			...more,
		},
	}
}

/** Nothing is said about it. */
export const plain = {
	size: 3,
	version: '3.6.16',
	pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '1Gi' } } } },
}

export const clusterOf = (spec: unknown, more: object = {}) => ({
	apiVersion,
	kind: 'EtcdCluster',
	metadata: { name: 'example', namespace: 'default' },
	spec,
	...more,
})

export interface Verdict {
	readonly apiVersion: string
	readonly kind: string
	readonly response: {
		readonly uid: string
		readonly allowed: boolean
		readonly status?: {
			readonly code: number
			readonly message: string
			readonly details: { readonly causes: readonly { reason: string; field: string; message: string }[] }
		}
		readonly warnings?: readonly string[]
		readonly patch?: string
		readonly patchType?: string
	}
}

export const verdictOf = ({ text }: Answered): Verdict => JSON.parse(text) as Verdict
