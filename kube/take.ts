// Reads from a connection byte by byte as far as a conversation needs it, and leaves the rest for whoever comes next.
import { once } from 'node:events'
import type { Socket } from 'node:net'

/** Exactly so many bytes, and nothing of what follows. */
export async function take(socket: Socket, count: number): Promise<Buffer> {
	for (;;) {
		const chunk = socket.read(count) as Buffer | null
		if (chunk !== null && chunk.length === count) return chunk
		if (chunk !== null || socket.readableEnded || socket.destroyed) throw new Error('it ended the connection')
		await Promise.race([once(socket, 'readable'), once(socket, 'end')])
	}
}
