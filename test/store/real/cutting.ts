// Stands between a client and a store, and after so many bytes the connections break, the store is busy, or nothing moves: once or for
// good.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Fault {
	readonly kind: 'cut' | 'busy' | 'slow'
	/** Of which side; a busy store says so before it has said anything else. */
	readonly of: 'client' | 'store'
	readonly afterBytes: number
	readonly forGood: boolean
}

export interface Cutting extends AsyncDisposable {
	readonly port: number
	/** Whether it has done it. */
	readonly hasBitten: () => boolean
}

const busy = 'HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const slowMs = 400

export async function cutting(to: number, { kind, of, afterBytes, forGood }: Fault): Promise<Cutting> {
	const open = new Set<Socket>()
	let [bytes, hasBitten] = [0, false]
	const keep = (socket: Socket): void => {
		open.add(socket)
		socket.on('error', () => {}).once('close', () => open.delete(socket))
	}

	function bite(from: Socket, other: Socket, before: Buffer, after: Buffer): void {
		hasBitten = true
		// Some of it still arrives.
		other.write(before)
		if (kind === 'cut') for (const socket of open) socket.destroy()
		else if (kind === 'busy') {
			from.removeAllListeners('data').resume().end(busy)
			other.destroy()
		} else {
			from.pause()
			if (forGood) return
			setTimeout(() => {
				other.write(after)
				from.resume()
			}, slowMs)
		}
	}

	function pass(from: Socket, other: Socket, isCounted: boolean): void {
		from.on('data', (chunk: Buffer) => {
			const left = afterBytes - bytes
			if (isCounted) bytes += chunk.length
			if (hasBitten || !isCounted || chunk.length < left) other.write(chunk)
			else bite(from, other, chunk.subarray(0, Math.max(0, left)), chunk.subarray(Math.max(0, left)))
		})
	}

	/** To whoever comes when it is for good. */
	function refuse(outside: Socket): void {
		if (kind === 'cut') outside.destroy()
		else if (kind === 'busy') outside.once('data', () => outside.end(busy)).resume()
	}

	const server = createServer((outside) => {
		keep(outside)
		if (hasBitten && forGood) {
			refuse(outside)
			return
		}
		const inside = connect(to, '127.0.0.1')
		keep(inside)
		pass(outside, inside, of === 'client' || kind === 'busy')
		pass(inside, outside, of === 'store' && kind !== 'busy')
		inside.once('close', () => outside.end())
		outside.once('close', () => inside.destroy())
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	return {
		port: (server.address() as AddressInfo).port,
		hasBitten: () => hasBitten,
		async [Symbol.asyncDispose]() {
			for (const socket of open) socket.destroy()
			await once(server.close(), 'close')
		},
	}
}
