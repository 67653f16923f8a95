// What snapshots are taken of: a member as a process of this machine, and a cluster on a playground, both with TLS, both filled with the same.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { request, Agent } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubectlPath, type Playground } from '../../playground/playground.ts'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../playground/programs/find.ts'
import { Authority, newKeys, validFor } from '../../runtime/pki/certificate.ts'

export interface At extends AsyncDisposable {
	readonly host: string
	readonly port: number
}

const day = 86_400_000
export const quotaBytes = 4 * 1024 ** 3
/** As many as etcd takes in one request, of the size that Kubernetes objects have. */
const [perRequest, valueBytes] = [100, 8192]

export const freePort = async (): Promise<number> => {
	const server = createServer()
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { port } = server.address() as AddressInfo
	await once(server.close(), 'close')
	return port
}

export class Ground {
	readonly folder: string
	readonly #authority = new Authority('bench', validFor(day))
	readonly #pairs: Readonly<Record<'server' | 'client', { certificate: string; key: string }>>

	constructor(folder: string, namespace: string, cluster: string) {
		this.folder = folder
		const place = `${namespace}.svc`
		const hosts = [
			'localhost',
			`*.${cluster}.${place}`,
			`*.${cluster}.${place}.cluster.local`,
			`${cluster}-client.${place}`,
			`${cluster}-client.${place}.cluster.local`,
		]
		const issued = (name: string, names: readonly string[]) =>
			this.#authority.issue({ name, hosts: [...names] }, validFor(day), newKeys())
		this.#pairs = { server: issued('server', hosts), client: issued('client', []) }
	}

	async writeFiles(): Promise<void> {
		const { server, client } = this.#pairs
		const texts = {
			ca: this.#authority.certificate,
			cert: client.certificate,
			key: client.key,
			'server-cert': server.certificate,
			'server-key': server.key,
		}
		for (const [name, text] of Object.entries(texts))
			await writeFile(join(this.folder, `${name}.pem`), text, { mode: 0o600 })
	}

	/** As etcdctl wants to be told. */
	get clientFlags(): readonly string[] {
		const at = (name: string): string => join(this.folder, `${name}.pem`)
		return [`--cacert=${at('ca')}`, `--cert=${at('cert')}`, `--key=${at('key')}`]
	}

	get secrets(): readonly object[] {
		const { server, client } = this.#pairs
		const secret = (name: string, prefix: string, pair: typeof server) => ({
			apiVersion: 'v1',
			kind: 'Secret',
			metadata: { name },
			stringData: {
				[`${prefix}.crt`]: pair.certificate,
				[`${prefix}.key`]: pair.key,
				[`${prefix}-ca.crt`]: this.#authority.certificate,
			},
		})
		return [
			secret('bench-peer', 'peer', server),
			secret('bench-server', 'server', server),
			secret('bench-client', 'etcd-client', client),
		]
	}

	/** One member of this machine. */
	async member(): Promise<At & { readonly pid: number }> {
		const wanted = programs('etcd-3.6').filter(({ name }) => name === 'etcd')
		const etcd = pathOf(await ensurePrograms(wanted), 'etcd-3.6/etcd')
		const [port, peer] = [await freePort(), await freePort()]
		const at = (name: string): string => join(this.folder, `${name}.pem`)
		const child = spawn(
			etcd,
			[
				'--name=bench',
				`--data-dir=${join(this.folder, 'data')}`,
				`--listen-client-urls=https://127.0.0.1:${port}`,
				`--advertise-client-urls=https://localhost:${port}`,
				`--listen-peer-urls=http://127.0.0.1:${peer}`,
				`--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
				`--initial-cluster=bench=http://127.0.0.1:${peer}`,
				`--quota-backend-bytes=${quotaBytes}`,
				'--client-cert-auth',
				`--trusted-ca-file=${at('ca')}`,
				`--cert-file=${at('server-cert')}`,
				`--key-file=${at('server-key')}`,
			],
			{ stdio: 'ignore' },
		)
		const ended = once(child, 'exit')
		return {
			host: '127.0.0.1',
			port,
			pid: child.pid ?? 0,
			async [Symbol.asyncDispose]() {
				child.kill()
				await ended
			},
		}
	}

	/** Through the gateway that each member has, beside what is measured. */
	async fill({ host, port }: At, bytes: number): Promise<void> {
		const { certificate: cert, key } = this.#pairs.client
		const tls = { ca: this.#authority.certificate, cert, key, servername: 'localhost' }
		const agent = new Agent({ ...tls, keepAlive: true })
		const post = async (path: string, body: unknown): Promise<number> =>
			await new Promise((resolve, reject) => {
				const asked = request({ host, port, path, method: 'POST', agent }, (answer) => {
					answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
				})
				asked.once('error', reject).end(JSON.stringify(body))
			})
		for (let tries = 0; ; tries++) {
			const status = await post('/v3/kv/range', { key: 'AA==' }).catch(() => 0)
			if (status === 200) break
			if (tries === 150) throw new Error(`the member at ${host}:${port} answers ${status}`)
			await sleep(200)
		}
		let made = 0
		for (let left = bytes; left > 0; left -= perRequest * valueBytes) {
			const success = Array.from({ length: perRequest }, () => ({
				requestPut: {
					key: Buffer.from(`key-${String(made++).padStart(9, '0')}`).toString('base64'),
					value: randomBytes(valueBytes).toString('base64'),
				},
			}))
			const status = await post('/v3/kv/txn', { success })
			if (status !== 200) throw new Error(`filling the member at ${host}:${port} was answered ${status}`)
		}
		agent.destroy()
	}
}

/** kubectl's own way to a pod, open until it is disposed of. */
export async function forwarded(playground: Playground, namespace: string, pod: string): Promise<At> {
	const args = ['--kubeconfig', playground.files.kubeconfig, '-n', namespace, 'port-forward', pod, ':2379']
	const child = spawn(await kubectlPath(), args, { stdio: ['ignore', 'pipe', 'ignore'] })
	const ended = once(child, 'exit')
	for await (const line of createInterface({ input: child.stdout })) {
		const [, port] = /127\.0\.0\.1:(\d+) ->/.exec(line) ?? []
		if (port === undefined) continue
		return {
			host: '127.0.0.1',
			port: Number(port),
			async [Symbol.asyncDispose]() {
				child.kill()
				await ended
			},
		}
	}
	throw new Error(`kubectl port-forward ended with ${child.exitCode}`)
}
