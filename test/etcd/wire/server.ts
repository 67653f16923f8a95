// A member that is none: it counts what reaches it and then misbehaves as it is told.
import { create, toBinary } from '@bufbuild/protobuf'
import { once } from 'node:events'
import { createSecureServer, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { openEtcd, type EtcdClient } from '../../../etcd/client.ts'
import type { Endpoint } from '../../../etcd/connection.ts'
import { StatusResponseSchema } from '../../../etcd/rpc_pb.ts'

export type Behaviour = (stream: ServerHttp2Stream, path: string, socket: Socket | undefined) => void

export interface Fake {
	readonly port: number
	readonly paths: readonly string[]
	readonly timeouts: readonly string[]
	/** The sockets beneath, in the order in which they came. */
	readonly sockets: readonly Socket[]
}

interface Tls {
	readonly cert: string
	readonly key: string
}

export async function fake(
	t: ExecutionContext,
	behave: Behaviour,
	tls?: Tls,
	reads: 'read' | 'unread' = 'read',
): Promise<Fake> {
	const server: Http2Server = tls ? createSecureServer(tls) : createServer()
	const paths: string[] = []
	const timeouts: string[] = []
	const sockets: Socket[] = []
	server.on('connection', (socket: Socket) => sockets.push(socket))
	server.on('session', (session) => {
		session.on('error', () => {})
		t.teardown(() => session.destroy())
	})
	server.on('stream', (stream, headers) => {
		stream.on('error', () => {})
		if (reads === 'unread') return
		// The whole request has arrived: whatever happens from here, it may have taken effect.
		stream.resume().once('end', () => {
			paths.push(String(headers[':path']))
			timeouts.push(String(headers['grpc-timeout']))
			behave(stream, String(headers[':path']), sockets.at(-1))
		})
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	t.teardown(() => server.close())
	return { port: (server.address() as AddressInfo).port, paths, timeouts, sockets }
}

export function client(t: ExecutionContext, endpoint: Endpoint): EtcdClient {
	const opened = openEtcd(endpoint)
	t.teardown(() => opened.close())
	return opened
}

/** An answer with trailers, as gRPC has it. */
export function answer(
	stream: ServerHttp2Stream,
	frames: Uint8Array,
	trailers: Record<string, string>,
): void {
	stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
	stream.once('wantTrailers', () => stream.sendTrailers(trailers))
	stream.end(frames)
}

export function frame(body: Uint8Array): Buffer {
	const head = Buffer.alloc(5)
	head.writeUInt32BE(body.length, 1)
	return Buffer.concat([head, body])
}

/** What a member of that version says to Status. */
export const statusOf = (version: string): Buffer =>
	frame(
		toBinary(
			StatusResponseSchema,
			create(StatusResponseSchema, { header: { clusterId: 0xabcn, memberId: 2n ** 64n - 1n }, version }),
		),
	)

export const fine: Behaviour = (stream) => answer(stream, statusOf('3.6.16'), { 'grpc-status': '0' })

export const fails =
	(status: number, text: string): Behaviour =>
	(stream) =>
		stream.respond(
			{
				':status': 200,
				'content-type': 'application/grpc',
				'grpc-status': String(status),
				'grpc-message': text,
			},
			{ endStream: true },
		)
