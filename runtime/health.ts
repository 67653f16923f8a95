// What the kubelet and Prometheus ask of every long-running process: /livez, /readyz and /metrics.
import type { Registry } from 'prom-client'

export interface Health {
	/** Why this process cannot serve now, or nothing when it can. */
	notReadyBecause(): string | undefined
	readonly metrics: Registry
}

export interface Plain {
	readonly status: number
	readonly type: string
	readonly body: string
}

const plain = (status: number, body: string, type = 'text/plain; charset=utf-8'): Plain => ({
	status,
	type,
	body,
})

export async function answerHealth(method: string, path: string, health: Health): Promise<Plain> {
	if (!['/livez', '/readyz', '/metrics'].includes(path))
		return plain(404, 'nothing is here: ask for /livez, /readyz or /metrics\n')
	if (method !== 'GET') return plain(405, 'only GET is answered here\n')
	if (path === '/livez') return plain(200, 'ok\n')
	if (path === '/readyz') {
		const because = health.notReadyBecause()
		return plain(because === undefined ? 200 : 503, `${because ?? 'ok'}\n`)
	}
	try {
		return plain(200, await health.metrics.metrics(), health.metrics.contentType)
	} catch (reason) {
		return plain(500, `${String(reason)}\n`)
	}
}
