// A port of this machine, of which each connection goes on through a stream that somebody dials. Nobody else on the network reaches it.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Failure } from '../failure.ts'

export interface Served {
	readonly port: number
	/** Ends what is open, and listens no more. */
	readonly close: () => Promise<void>
}

export interface Door {
	readonly dial: () => Promise<Duplex>
	/** What became of a connection that did not come to be, or broke. */
	readonly failed: (reason: unknown) => void
}

const loopback = '127.0.0.1'

async function join(socket: Socket, { dial, failed }: Door): Promise<void> {
	// Whoever goes away before it is dialled must not leave a stream behind.
	let isGone = false
	socket.once('close', () => (isGone = true))
	socket.on('error', () => {})
	try {
		const far = await dial()
		if (isGone) return void far.destroy()
		far.on('error', (reason) => {
			failed(reason)
			socket.destroy()
		})
		far.once('close', () => socket.end())
		socket.once('close', () => far.destroy())
		socket.pipe(far)
		far.pipe(socket)
	} catch (reason) {
		failed(reason)
		socket.destroy()
	}
}

export async function serve(local: number, door: Door): Promise<Served> {
	const open = new Set<Socket>()
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
		open.add(socket)
		socket.once('close', () => open.delete(socket))
		void join(socket, door)
	})
	try {
		await once(server.listen(local, loopback), 'listening')
	} catch (reason) {
		const { code, message } = reason as NodeJS.ErrnoException
		if (code === 'EADDRINUSE')
			throw new Failure(
				{ what: `port ${local} is in use on this machine`, next: 'write another one as --local PORT' },
				reason,
			)
		throw new Failure(`cannot listen on port ${local}: ${message}`, reason)
	}
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			const closed = once(server, 'close')
			server.close()
			for (const socket of open) socket.destroy()
			await closed
		},
	}
}
