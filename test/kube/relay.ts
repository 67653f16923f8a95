// What a kubelet does with a stream that is forwarded: bytes both ways to a process, and in words of its own why there is none.
import { connect } from 'node:net'
import type { Kubelet } from './kubelet.ts'

export interface Far {
	readonly host: string
	/** Where the process listens for what is asked of a port of its pod. */
	readonly ports: ReadonlyMap<number, number>
}

export const relayTo =
	({ host, ports }: Far): Kubelet =>
	(end, { url = '' }) => {
		const port = Number(new URL(url, 'http://kubelet').searchParams.get('ports'))
		const process = connect({ host, port: ports.get(port) ?? 1, allowHalfOpen: true })
		end.open(port)
		end.onData = (bytes) => void process.write(bytes)
		process.on('data', (bytes: Buffer) => void end.message(0, bytes))
		process.once('end', () => end.close(1000))
		let isThere = false
		process.once('connect', () => (isThere = true))
		process.once('error', () => {
			if (isThere) return end.close(1000)
			const words = `failed to connect to localhost:${port} inside namespace "x", IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused`
			end.message(1, Buffer.from(`error forwarding port ${port} to pod x, uid : ${words} `))
			end.close(1000)
		})
		end.socket.once('close', () => process.destroy())
	}
