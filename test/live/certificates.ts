// Certificates for live tests, from authorities of their own, under coreos' keys; and what a member shows.
import { connect } from 'node:tls'
import type { ExecutionContext } from 'ava'
import { ports } from '../../api/names.ts'
import { Authority, newKeys, validFor, type Validity } from '../../runtime/pki/certificate.ts'
import { apply, forward } from './support.ts'

const day = 86_400_000
/** The shorter they last the more often their secrets are looked at. */
const tenMinutes = 600_000

/** Each certificate with the names that members and the Service have. */
export class Secrets {
	readonly #namespace: string
	readonly #cluster: string
	readonly authority: Authority

	constructor(namespace: string, cluster: string, authority = new Authority('test', validFor(day))) {
		this.#namespace = namespace
		this.#cluster = cluster
		this.authority = authority
	}

	#hosts(role: string): readonly string[] {
		const [cluster, place] = [this.#cluster, `${this.#namespace}.svc`]
		const members = [`*.${cluster}.${place}`, `*.${cluster}.${place}.cluster.local`]
		if (role === 'client') return []
		return role === 'peer'
			? members
			: [...members, `${cluster}-client.${place}`, `${cluster}-client.${place}.cluster.local`, 'localhost']
	}

	texts(
		role: 'peer' | 'server' | 'client',
		validity: Validity = validFor(tenMinutes),
	): Readonly<Record<string, string>> {
		const { certificate, key } = this.authority.issue(
			{ name: `${this.#cluster}-${role}`, hosts: this.#hosts(role) },
			validity,
			newKeys(),
		)
		const prefix = role === 'client' ? 'etcd-client' : role
		return {
			[`${prefix}.crt`]: certificate,
			[`${prefix}.key`]: key,
			[`${prefix}-ca.crt`]: this.authority.certificate,
		}
	}

	async write(role: 'peer' | 'server' | 'client', texts = this.texts(role)): Promise<void> {
		const object = {
			apiVersion: 'v1',
			kind: 'Secret',
			metadata: { name: `static-${role}` },
			stringData: texts,
		}
		await apply(this.#namespace, object)
	}

	async writeAll(): Promise<void> {
		for (const role of ['peer', 'server', 'client'] as const) await this.write(role)
	}
}

export const staticTls = {
	TLS: {
		static: {
			member: { peerSecret: 'static-peer', serverSecret: 'static-server' },
			operatorSecret: 'static-client',
		},
	},
} as const

/** The fingerprint of the certificate with which a member meets clients. */
export async function shownBy(t: ExecutionContext, namespace: string, pod: string): Promise<string> {
	const port = await forward(t, namespace, `pod/${pod}`, ports.client)
	return await new Promise((resolve, reject) => {
		const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
			resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
			socket.destroy()
		})
		socket.on('error', reject)
	})
}
