// How a gRPC call ended, by the headers or trailers that came. Pure.
import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from 'node:http2'
import { EtcdError } from './errors.ts'

export type Outcome = EtcdError | 'ok'

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

/** Nothing when they do not say. */
export function outcomeIn(headers: IncomingHttpHeaders): Outcome | undefined {
	const status = headers['grpc-status']
	if (status === undefined) return undefined
	const text = decoded(headers['grpc-message']?.toString() ?? '')
	return Number(status) === 0 ? 'ok' : EtcdError.fromGrpc(Number(status), text)
}

/** What the first headers say: they may be the last ones, too, and may be none of gRPC's. */
export function outcomeAtFirst(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): Outcome | undefined {
	const told = outcomeIn(headers)
	if (told !== undefined || headers[':status'] === 200) return told
	return new EtcdError('other', `HTTP ${headers[':status']} instead of gRPC: is this an etcd client port?`)
}
