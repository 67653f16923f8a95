// The example application on a playground: an etcd3 client in a pod that writes and reads all along and counts what is lost.
import { buildLedger, ledgerImage } from './images/ledger.ts'
import type { Playground } from './playground.ts'

export interface Counts {
	readonly acknowledged: number
	readonly unknown: number
	readonly reads: number
	readonly failedReads: number
	readonly longestGapMs: number
	readonly staleReads: number
	readonly firstStaleRead?: string
}

export interface Verdict extends Counts {
	readonly found: number
	readonly lost: number
	readonly firstLost?: number
}

const name = 'ledger'

const tlsDir = '/tls'

const pod = (hosts: string, secretName: string | undefined) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name, labels: { app: name } },
	spec: {
		terminationGracePeriodSeconds: 0,
		automountServiceAccountToken: false,
		securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
		containers: [
			{
				name,
				image: ledgerImage,
				args: secretName === undefined ? [hosts] : [hosts, tlsDir],
				...(secretName !== undefined && { volumeMounts: [{ name: 'tls', mountPath: tlsDir }] }),
				ports: [{ containerPort: 8080 }],
				readinessProbe: { httpGet: { path: '/livez', port: 8080 }, periodSeconds: 1 },
				securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
			},
		],
		...(secretName !== undefined && { volumes: [{ name: 'tls', secret: { secretName } }] }),
	},
})

export class LedgerApp {
	readonly #playground: Playground
	readonly #namespace: string

	private constructor(playground: Playground, namespace: string) {
		this.#playground = playground
		this.#namespace = namespace
	}

	/** Starts anew against the Service of a cluster in the same namespace, with TLS by the secret if there is one. */
	static async start(
		playground: Playground,
		namespace: string,
		cluster: string,
		secret?: string,
	): Promise<LedgerApp> {
		await playground.load(await buildLedger())
		const inside = ['-n', namespace]
		await playground.kubectl([...inside, 'delete', 'pod', name, '--ignore-not-found', '--now'])
		const scheme = secret === undefined ? 'http' : 'https'
		const input = JSON.stringify(pod(`${scheme}://${cluster}-client.${namespace}.svc:2379`, secret))
		await playground.kubectl([...inside, 'apply', '-f', '-'], { input })
		await playground.kubectl([...inside, 'wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s'])
		return new LedgerApp(playground, namespace)
	}

	async #ask<T>(path: string): Promise<T> {
		const raw = `/api/v1/namespaces/${this.#namespace}/pods/${name}:8080/proxy${path}`
		return JSON.parse(await this.#playground.kubectl(['get', '--raw', raw])) as T
	}

	async counts(): Promise<Counts> {
		return await this.#ask('/counts')
	}

	/** And measures gaps anew from now on. */
	async lap(): Promise<Counts> {
		return await this.#ask('/lap')
	}

	/** Reads everything back. */
	async verify(): Promise<Verdict> {
		return await this.#ask('/verify')
	}

	async stop(): Promise<void> {
		await this.#playground.kubectl(['-n', this.#namespace, 'delete', 'pod', name, '--now', '--wait=false'])
	}
}
