// What a member says on its plain listener, which it opens before it serves clients: a member that joined by a snapshot serves them
// up to seven seconds later, and votes long before. Also the view of a second witness before anybody is called lost.
import { request } from 'node:http'

export interface Peeked {
	readonly memberId: string
	readonly appliedIndex: bigint
	/** Up to where it knows the log to be committed. */
	readonly committedIndex: bigint
	/** What all members agreed to speak, as "3.6"; "3.0" until all were heard, and nothing until a leader was. */
	readonly clusterVersion: string | undefined
	/** It confirmed a read with a quorum, by itself. */
	readonly ready: boolean
	/** How often its process has begun its log anew. */
	readonly snapshots: number
	/** Ids of members to which it has a connection; nothing when it does not tell. */
	readonly connectedTo: ReadonlySet<string> | undefined
}

const deadlineMs = 1000

async function get(
	host: string,
	port: number,
	path: string,
): Promise<{ status: number; text: string } | undefined> {
	return await new Promise((resolve) => {
		request({ host, port, path, signal: AbortSignal.timeout(deadlineMs) }, (response) => {
			let text = ''
			response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
			response
				.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
				.on('error', () => resolve(undefined))
		})
			.on('error', () => resolve(undefined))
			.end()
	})
}

const gauge = (metrics: string, name: string): number | undefined => {
	const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics) ?? []
	return value === undefined ? undefined : Number(value)
}

const whole = (metrics: string, name: string): number => {
	const value = gauge(metrics, name)
	return Number.isSafeInteger(value) ? (value ?? 0) : 0
}

/** Those of before stay, with the value 0. */
const clusterVersionIn = (metrics: string): string | undefined =>
	/^etcd_cluster_version\{cluster_version="([^"]+)"\} 1$/m.exec(metrics)?.[1]

function peersIn(metrics: string): ReadonlySet<string> | undefined {
	const rows = [...metrics.matchAll(/^etcd_network_active_peers\{[^}]*Remote="([0-9a-f]+)"[^}]*\} (\d+)/gm)]
	if (rows.length === 0) return undefined
	return new Set(rows.filter(([, , active]) => Number(active) > 0).map(([, id = '']) => id))
}

export async function peek(host: string, port: number, readyPath: string): Promise<Peeked | undefined> {
	const [metrics, ready] = await Promise.all([get(host, port, '/metrics'), get(host, port, readyPath)])
	const [, memberId] = /^etcd_server_id\{server_id="([0-9a-f]+)"\} 1$/m.exec(metrics?.text ?? '') ?? []
	const applied = gauge(metrics?.text ?? '', 'etcd_server_proposals_applied_total')
	if (metrics === undefined || memberId === undefined || !Number.isSafeInteger(applied)) return undefined
	return {
		memberId,
		appliedIndex: BigInt(applied ?? 0),
		committedIndex: BigInt(
			Math.max(applied ?? 0, whole(metrics.text, 'etcd_server_proposals_committed_total')),
		),
		clusterVersion: clusterVersionIn(metrics.text),
		ready: ready?.status === 200,
		snapshots: gauge(metrics.text, 'etcd_snap_fsync_duration_seconds_count') ?? 0,
		connectedTo: peersIn(metrics.text),
	}
}
